// Actions that the local page sends in the name of an account, and how they ended.

import type { ActionViewInput } from 'perigee/wire';
import { describeFailure, openTagged } from '../format/actions.ts';
import { bytesToBase64, utf8ToBytes } from '../format/bytes.ts';
import { sendAs } from './controls.ts';

/** The protocol refuses larger contracts. */
export const CODE_BYTES_MAX = 4_194_304;
const TERA = 1_000_000_000_000;

export interface Parties {
  readonly signer: string;
  readonly receiver: string;
}

/** The hash of a transaction that succeeded; an error says why it failed. */
export async function sendActions(
  { signer, receiver }: Parties,
  actions: readonly ActionViewInput[],
): Promise<string> {
  const { status, transaction } = await sendAs(signer, receiver, actions);
  const { kind, fields } = openTagged(status);
  if (kind === 'Failure') throw new Error(describeFailure(fields));
  return transaction.hash;
}

/** The parent pays, and its key, which the node knows, opens the new account. */
export function createActions(deposit: bigint, key: string | undefined): ActionViewInput[] {
  const access_key = { nonce: 0, permission: 'FullAccess' } as const;
  const addKey = key === undefined ? [] : [{ AddKey: { public_key: key, access_key } }];
  return ['CreateAccount', { Transfer: { deposit: `${deposit}` } }, ...addKey];
}

/** The account that may create another one: all that follows the first dot. */
export function parentOf(account: string): string | null {
  const dot = account.indexOf('.');
  return dot > 0 && dot < account.length - 1 ? account.slice(dot + 1) : null;
}

interface Call {
  readonly method: string;
  readonly args: string;
  readonly tgas: number;
  readonly deposit: bigint;
}

export function callAction({ method, args, tgas, deposit }: Call): ActionViewInput {
  return {
    FunctionCall: {
      method_name: method,
      args: bytesToBase64(utf8ToBytes(args)),
      gas: Math.round(tgas * TERA),
      deposit: `${deposit}`,
    },
  };
}

export function deployAction(code: Uint8Array): ActionViewInput {
  return { DeployContract: { code: bytesToBase64(code) } };
}
