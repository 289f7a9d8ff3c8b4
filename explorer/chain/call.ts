// Calls a method of a contract from a form: in a transaction of a local chain, or in a dry run by
// nodes that simulate.

import type { ActionViewInput } from 'perigee/wire';
import { bytesToBase64 } from '../format/bytes.ts';
import { sendAs } from './controls.ts';
import { askNode, NodeRefusal } from './node.ts';
import type { OutcomeWithId } from './wire.ts';

const TERA = 1_000_000_000_000;

/** As a view, or in a transaction. */
export type CallKind = 'view' | 'call';

export interface CallTerms {
  readonly signer: string;
  readonly tgas: number;
  /** In yoctoNEAR. */
  readonly deposit: bigint;
}

export interface Called {
  readonly contract: string;
  readonly method: string;
  readonly args: Uint8Array;
}

export interface CallOutcome {
  readonly hash: string;
  readonly isTrial: boolean;
  readonly outcomes: readonly OutcomeWithId[];
}

export async function sendCall(terms: CallTerms, called: Called): Promise<CallOutcome> {
  const status = await sendAs(terms.signer, called.contract, [actionOf(terms, called)]);
  const outcomes = [status.transaction_outcome, ...status.receipts_outcome];
  return { hash: status.transaction.hash, isTrial: false, outcomes };
}

/** What the call would do now; fails if no block could include it. */
export async function tryCall(terms: CallTerms, called: Called): Promise<CallOutcome> {
  const { signer: signer_id } = terms;
  const given = { signer_id, receiver_id: called.contract, actions: [actionOf(terms, called)] };
  const { transactions } = await askNode('perigee_simulate', { transactions: [given] });
  const [tried] = transactions;
  if (tried === undefined || tried.transaction_outcome === null) {
    throw new Error(tried?.failure?.message ?? 'No block could include it.');
  }
  const { transaction_hash: hash, transaction_outcome, receipts_outcome } = tried;
  return { hash, isTrial: true, outcomes: [transaction_outcome, ...receipts_outcome] };
}

/** Whether the node simulates; it refuses a simulation of nothing in another way. */
export async function canTry(): Promise<boolean> {
  try {
    await askNode('perigee_simulate', { transactions: [] });
    return true;
  } catch (error) {
    return error instanceof NodeRefusal && error.kind !== 'METHOD_NOT_FOUND';
  }
}

function actionOf({ tgas, deposit }: CallTerms, { method, args }: Called): ActionViewInput {
  return {
    FunctionCall: {
      method_name: method,
      args: bytesToBase64(args),
      gas: Math.round(tgas * TERA),
      deposit: `${deposit}`,
    },
  };
}
