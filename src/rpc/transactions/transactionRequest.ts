// How requests name a transaction: by its hash and sender, or by the signed transaction itself.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { decode, isJsonObject, JsonError } from '../../codec/codec.ts';
import type { AccountId } from '../../types/accountId.ts';
import {
  type HashedTransaction,
  hashTransaction,
  SignedTransaction,
} from '../../types/transaction.ts';
import {
  arraySchema,
  defaulting,
  describe,
  flattened,
  mapParser,
  ParamsError,
  type Parser,
  record,
  shape,
} from '../params/params.ts';
import { oneOfWords, positional, untagged } from '../params/paramsUnion.ts';
import { accountIdText, hashText, text } from '../params/scalars.ts';
import { TX_LEVELS, type TxLevel } from './transactionStatus.ts';

const DEFAULT_LEVEL: TxLevel = 'EXECUTED_OPTIMISTIC';

export const waitUntil: Parser<TxLevel> = describe(
  defaulting(oneOfWords('TxExecutionStatus', TX_LEVELS), DEFAULT_LEVEL),
  'The milestone to wait for before returning.',
);

/** The sender determines the shard and is not compared with the transaction's signer. */
type TransactionInfo =
  | { readonly kind: 'signed'; readonly transaction: HashedTransaction }
  | { readonly kind: 'id'; readonly hash: Hash; readonly senderId: AccountId };

export interface TxRequest {
  readonly info: TransactionInfo;
  readonly waitUntil: TxLevel;
  /** Whether the response follows the interface description where the reference does not. */
  readonly isDescribed?: true;
}

export function requestedHash(info: TransactionInfo): Hash {
  return info.kind === 'signed' ? info.transaction.hash : info.hash;
}

const signedSchema = {
  type: 'string',
  format: 'base64',
  description: 'The Borsh bytes of a signed transaction.',
};

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
const signedTransaction: Parser<HashedTransaction> = {
  parse: (json) => {
    const encoded = text.parse(json);
    const prefix = 'the value could not decoded from';
    const bytes = explain(`${prefix} base64 due to: `, () => base64ToBytes(encoded));
    return explain(`${prefix} borsh due to: `, () => readTransaction(bytes));
  },
  schema: signedSchema,
};

/** A signed transaction as the only element of an array; its errors have their own prefix. */
const loneTransaction: Parser<HashedTransaction> = {
  parse: (json) => {
    const encoded = text.parse(json);
    try {
      return readTransaction(base64ToBytes(encoded));
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error;
      throw new ParamsError(`Failed to decode transaction: ${error.message}`);
    }
  },
  schema: signedSchema,
};

function readTransaction(bytes: Uint8Array): HashedTransaction {
  return hashTransaction(decode(SignedTransaction, bytes));
}

const transactionInfo = untagged<TransactionInfo>('TransactionInfo', [
  mapParser(shape({ signedTxBase64: signedTransaction }), (value) => ({
    kind: 'signed',
    transaction: value.signedTxBase64,
  })),
  mapParser(shape({ txHash: hashText, senderAccountId: accountIdText }), (value) => ({
    kind: 'id',
    hash: value.txHash,
    senderId: value.senderAccountId,
  })),
]);

/** The params of `tx` and `tx_status`. */
export const txStatusParams: Parser<TxRequest> = positional<TxRequest>(
  flattened('RpcTransactionStatusRequest', { waitUntil }, { info: transactionInfo }),
  {
    one: mapParser(loneTransaction, (transaction) => ({
      info: { kind: 'signed', transaction },
      waitUntil: DEFAULT_LEVEL,
    })),
    two: (first, second) => {
      const hash = hashText.parse(first);
      const senderId = accountIdText.parse(second);
      return { info: { kind: 'id', hash, senderId }, waitUntil: DEFAULT_LEVEL };
    },
    schemas: [arraySchema([hashText.schema, accountIdText.schema])],
  },
);

const BOTH_FORMS =
  'either `signed_tx_base64`, or `tx_hash` and `sender_account_id`, was expected, but not both';

/** The params of `tx_status` at its own path: exactly one of the two forms, as described. */
export const describedTxParams: Parser<TxRequest> = {
  ...txStatusParams,
  parse: (json) => {
    const { signed_tx_base64, tx_hash, sender_account_id } = isJsonObject(json) ? json : {};
    const hasId = (tx_hash ?? sender_account_id ?? null) !== null;
    if (hasId && (signed_tx_base64 ?? null) !== null) throw new JsonError(BOTH_FORMS);
    return { ...txStatusParams.parse(json), isDescribed: true };
  },
};

interface SendRequest {
  readonly transaction: HashedTransaction;
  readonly waitUntil: TxLevel;
}

/** The params of the methods that send a transaction. */
export const sendParams: Parser<SendRequest> = positional<SendRequest>(
  mapParser(
    record('RpcSendTransactionRequest', { signedTxBase64: signedTransaction, waitUntil }),
    (value) => ({ transaction: value.signedTxBase64, waitUntil: value.waitUntil }),
  ),
  {
    one: mapParser(loneTransaction, (transaction) => ({ transaction, waitUntil: DEFAULT_LEVEL })),
    two: (first, second) => {
      text.parse(first);
      text.parse(second);
      throw new ParamsError('Unable to parse send request: too many params passed');
    },
  },
);
