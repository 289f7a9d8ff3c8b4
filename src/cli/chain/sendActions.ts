// Signs and sends a transaction: with a given key, with the key that follows from the signer's name
// on a local chain, or there without a key, through a control.

import { bytesToBase64 } from '../../base/bytes/bytes.ts';
import { parseHash } from '../../base/crypto/hash.ts';
import {
  formatPublicKey,
  parseSecretKey,
  type SecretKey,
  secretToPublic,
} from '../../base/crypto/keys.ts';
import { restate } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import type { Client } from '../../client/createClient.ts';
import type { ActionViewInput } from '../../client/generated/wire.ts';
import type { TransactionStatus } from '../../client/rpc.ts';
import { findKnownAccounts, findLocalKey } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import type { Action } from '../../types/action.ts';
import { plainNonce, signTransaction } from '../../types/signTransaction.ts';
import { ActionView, actionToView } from '../../types/views/actionView.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';
import { readFile } from './arguments.ts';
import { CommandFailure } from './session.ts';

interface Order {
  readonly signerId: string;
  readonly receiverId: string;
  readonly actions: readonly Action[];
}

export type FinalStatus = TransactionStatus<'FINAL'>;

const KEY_FILE_BYTES_MAX = 64 * 1024;

/** Waits until everything is executed and final. */
export async function sendActions(
  line: CommandLine,
  client: Client,
  order: Order,
): Promise<FinalStatus> {
  const given = optionText(line, 'key') ?? process.env.PERIGEE_KEY;
  if (given !== undefined) return sendSigned(client, order, readSecretKey(given));
  if ((await findKnownAccounts(client)) === null) {
    throw new CommandFailure(
      `${await describeMissingControls(client)}; the key of ${order.signerId} is needed: give ` +
        '--key with a credentials file or a secret key.',
    );
  }
  const local = await findLocalKey(client, order.signerId);
  return local === null ? impersonate(client, order) : sendSigned(client, order, local.secret);
}

async function sendSigned({ rpc }: Client, order: Order, secret: SecretKey): Promise<FinalStatus> {
  const publicKey = formatPublicKey(secretToPublic(secret));
  const params = { request_type: 'view_access_key', account_id: order.signerId } as const;
  const key = await rpc('query', { ...params, public_key: publicKey, finality: 'optimistic' });
  if ('error' in key) {
    throw new CommandFailure(`${order.signerId} has no access key ${publicKey}; see perigee keys.`);
  }
  const signed = signTransaction(secret, {
    ...order,
    nonce: plainNonce(BigInt(key.nonce) + 1n),
    blockHash: parseHash(key.block_hash),
  });
  const sent = { signed_tx_base64: bytesToBase64(signed.bytes), wait_until: 'FINAL' } as const;
  return (await rpc('send_tx', sent)) as FinalStatus;
}

async function impersonate({ rpc }: Client, order: Order): Promise<FinalStatus> {
  const actions = order.actions.map(toControlAction);
  const status = await rpc('perigee_impersonate', {
    signer_id: order.signerId,
    receiver_id: order.receiverId,
    actions,
    wait_until: 'FINAL',
  });
  return status as FinalStatus;
}

/** As the control takes it: with the full code of a contract. */
function toControlAction(action: Action): ActionViewInput {
  if (action.kind === 'DeployContract') {
    return { DeployContract: { code: bytesToBase64(action.value.code) } };
  }
  return parseJson(ActionView.json(actionToView(action))) as ActionViewInput;
}

/** A secret key, or the file of one in any of the usual forms. */
function readSecretKey(given: string): SecretKey {
  const isKey = /^(?:ed25519|secp256k1|ml-dsa-65):/.test(given);
  const text = isKey ? given : readKeyFile(given);
  return restate(
    () => parseSecretKey(text),
    ({ message }) => createUsageError(`--key has no secret key: ${message}.`),
  );
}

function readKeyFile(name: string): string {
  const refusal = () => createUsageError(`${name} has no secret_key or private_key.`);
  const content = restate(
    () => parseJson(readFile(name, KEY_FILE_BYTES_MAX).toString('utf8')),
    (error) => (error.code === 'usage' ? error : refusal()),
  ) as { readonly secret_key?: unknown; readonly private_key?: unknown } | null;
  const secret = content?.secret_key ?? content?.private_key;
  if (typeof secret !== 'string') throw refusal();
  return secret;
}
