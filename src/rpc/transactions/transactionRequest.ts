// How requests name a transaction: by its hash and sender, or by the signed transaction itself.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import {
  type Codec,
  decode,
  described,
  isJsonObject,
  JsonError,
  readOnly,
  type TypeOf,
} from '../../codec/codec.ts';
import { string } from '../../codec/primitives.ts';
import { defaulted, flatten, struct } from '../../codec/struct.ts';
import { untagged } from '../../codec/tagged.ts';
import { accountId } from '../../types/accountId.ts';
import { hash } from '../../types/primitives.ts';
import {
  type HashedTransaction,
  hashTransaction,
  SignedTransaction,
} from '../../types/transaction.ts';
import { ParamsError, positional } from '../params/params.ts';
import { TxExecutionStatus, type TxLevel } from './transactionStatus.ts';

const DEFAULT_LEVEL: TxLevel = 'EXECUTED_OPTIMISTIC';

export const waitUntil: Codec<TxLevel> = described(
  defaulted(TxExecutionStatus, DEFAULT_LEVEL),
  'The milestone to wait for before returning.',
);

/** Runs a decoding step and prefixes the message of its error. */
function explain<T>(prefix: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof PerigeeError) throw new JsonError(`${prefix}${error.message}`);
    throw error;
  }
}

/** A signed transaction as the value of a key. */
const signedTransaction: Codec<HashedTransaction> = readOnly({
  parse: (json) => {
    const encoded = string.parse(json);
    const prefix = 'the value could not decoded from';
    const borsh = explain(`${prefix} base64 due to: `, () => base64ToBytes(encoded));
    return explain(`${prefix} borsh due to: `, () => readTransaction(borsh));
  },
  schema: (scope) =>
    scope.ref('SignedTransaction', () => ({
      type: 'string',
      format: 'byte',
      description: 'A base64-encoded signed transaction.',
    })),
});

/** A signed transaction as the only element of an array; its errors have their own prefix. */
function parseLoneTransaction(json: unknown): HashedTransaction {
  const encoded = string.parse(json);
  try {
    return readTransaction(base64ToBytes(encoded));
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    throw new ParamsError(`Failed to decode transaction: ${error.message}`);
  }
}

function readTransaction(bytes: Uint8Array): HashedTransaction {
  return hashTransaction(decode(SignedTransaction, bytes));
}

/** The sender determines the shard and is not compared with the transaction's signer. */
const TransactionInfo = untagged('TransactionInfo', {
  signed: struct({ signedTxBase64: signedTransaction }),
  id: struct({ txHash: hash, senderAccountId: accountId }),
});
type TransactionInfo = TypeOf<typeof TransactionInfo>;

export function requestedHash(info: TransactionInfo): Hash {
  return info.kind === 'signed' ? info.value.signedTxBase64.hash : info.value.txHash;
}

const TxRequest = struct('RpcTransactionStatusRequest', {
  waitUntil,
  info: flatten(TransactionInfo),
});
export type TxRequest = TypeOf<typeof TxRequest> & {
  /** Whether the response follows the interface description where the reference does not. */
  readonly isDescribed?: true;
};

/** The params of `tx` and `tx_status`. */
export const txStatusParams: Codec<TxRequest> = positional<TxRequest>(TxRequest, {
  one: (json) => ({
    info: { kind: 'signed', value: { signedTxBase64: parseLoneTransaction(json) } },
    waitUntil: DEFAULT_LEVEL,
  }),
  two: (first, second) => {
    const value = { txHash: hash.parse(first), senderAccountId: accountId.parse(second) };
    return { info: { kind: 'id', value }, waitUntil: DEFAULT_LEVEL };
  },
});

const BOTH_FORMS =
  'either `signed_tx_base64`, or `tx_hash` and `sender_account_id`, was expected, but not both';

/** The params of `tx_status` at its own path: exactly one of the two forms, as described. */
export const describedTxParams: Codec<TxRequest> = {
  ...txStatusParams,
  parse: (json) => {
    const { signed_tx_base64, tx_hash, sender_account_id } = isJsonObject(json) ? json : {};
    const hasId = (tx_hash ?? sender_account_id ?? null) !== null;
    if (hasId && (signed_tx_base64 ?? null) !== null) throw new JsonError(BOTH_FORMS);
    return { ...txStatusParams.parse(json), isDescribed: true };
  },
};

const SendRequest = struct('RpcSendTransactionRequest', {
  signedTxBase64: signedTransaction,
  waitUntil,
});
type SendRequest = TypeOf<typeof SendRequest>;

/** The params of the methods that send a transaction. */
export const sendParams: Codec<SendRequest> = positional<SendRequest>(SendRequest, {
  one: (json) => ({ signedTxBase64: parseLoneTransaction(json), waitUntil: DEFAULT_LEVEL }),
  two: (first, second) => {
    string.parse(first);
    string.parse(second);
    throw new ParamsError('Unable to parse send request: too many params passed');
  },
});
