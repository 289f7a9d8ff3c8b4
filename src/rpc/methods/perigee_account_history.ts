// perigee_account_history.

import type { HistoryPlace } from '../../chain/stored/accountHistory.ts';
import { ReceiptOrigins } from '../../chain/stored/receiptOrigins.ts';
import type { PlacedOutcomeId } from '../../chain/stored/storedChain.ts';
import { type Codec, JsonError, type TypeOf } from '../../codec/codec.ts';
import { option, string, u64Text, vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import type { AccountId } from '../../types/accountId.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import type { RpcChain } from '../core/context.ts';
import { defineErrors } from '../core/errors.ts';
import { defineMethod } from '../core/method.ts';
import { defaulting, optional, type Parser, record } from '../params/params.ts';
import { accountIdText, boundedInteger, text } from '../params/scalars.ts';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 25;

/** The role of the account. */
type Role = 'signed' | 'received' | 'executed';

const EntryView = view({
  role: string as Codec<Role>,
  transactionHash: option(hash),
  /** Null for a transaction. */
  receiptId: option(hash),
  blockHeight: height,
  blockHash: hash,
  timestampNanosec: u64Text,
  shardId,
});
type EntryView = TypeOf<typeof EntryView>;

const HistoryView = view({ entries: vec(EntryView), cursor: option(string) });

/** A height and an index, in the format of `formatCursor`. */
const historyCursor: Parser<HistoryPlace> = {
  parse: (json) => {
    const [, blockHeight, index] = /^(\d{1,15})-(\d{1,9})$/.exec(text.parse(json)) ?? [];
    if (index === undefined) throw new JsonError('expected the `cursor` of a result');
    return { height: Number(blockHeight), index: Number(index) };
  },
  schema: { type: 'string', description: 'The `cursor` of the previous result.' },
};

function formatCursor({ height: blockHeight, index }: HistoryPlace): string {
  return `${blockHeight}-${index}`;
}

export const accountHistory = defineMethod({
  name: 'perigee_account_history',
  summary:
    'The history of an account, newest first: transactions that it signed or received, and ' +
    'receipts that it executed, up to the head of the chain, final or not.',
  params: record('AccountHistoryRequest', {
    accountId: accountIdText,
    cursor: optional(historyCursor),
    limit: defaulting(boundedInteger(1, LIMIT_MAX), LIMIT_DEFAULT),
  }),
  result: HistoryView,
  returns:
    '`entries`, each with its `role` (`signed`, `received` or `executed`), `transaction_hash`, ' +
    '`receipt_id` (null for a transaction) and its place; `cursor` requests older entries, and ' +
    'is null after the oldest.',
  errors: defineErrors({}),
  handle: ({ chain }, { accountId, cursor, limit }) => {
    const found = chain.accountHistory(accountId, cursor, limit + 1);
    const shown = found.slice(0, limit);
    const origins = new ReceiptOrigins(chain);
    const last = shown.at(-1);
    return {
      entries: shown.map((placed) => describeEntry({ chain, origins, accountId }, placed)),
      cursor: found.length > limit && last !== undefined ? formatCursor(last) : null,
    };
  },
});

interface Telling {
  readonly chain: RpcChain;
  readonly origins: ReceiptOrigins;
  readonly accountId: AccountId;
}

function describeEntry(
  { chain, origins, accountId }: Telling,
  { id, height: blockHeight, blockHash, shardId: shard }: PlacedOutcomeId,
): EntryView {
  const timestampNanosec = chain.block(blockHash)?.header.lite.timestamp ?? 0n;
  const place = { blockHeight, blockHash, timestampNanosec, shardId: shard };
  const signer = chain.transaction(id)?.transaction.transaction.signerId;
  if (signer === undefined) {
    return { role: 'executed', transactionHash: origins.find(id), receiptId: id, ...place };
  }
  const role = signer === accountId ? 'signed' : 'received';
  return { role, transactionHash: id, receiptId: null, ...place };
}
