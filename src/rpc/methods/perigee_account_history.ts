// perigee_account_history.

import type { HistoryPlace } from '../../chain/stored/accountHistory.ts';
import { ReceiptOrigins } from '../../chain/stored/receiptOrigins.ts';
import type { PlacedOutcomeId } from '../../chain/stored/storedChain.ts';
import { type Codec, described, JsonError, readOnly, type TypeOf } from '../../codec/codec.ts';
import { bounded, option, string, u64Text, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import type { RpcChain } from '../core/context.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 25;

const EntryView = struct('PerigeeHistoryEntry', {
  role: words('PerigeeHistoryRole', ['signed', 'received', 'executed']),
  transactionHash: option(hash),
  receiptId: described(option(hash), 'Null for a transaction.'),
  blockHeight: height,
  blockHash: hash,
  timestampNanosec: u64Text,
  shardId,
});
type EntryView = TypeOf<typeof EntryView>;

const HistoryView = struct('PerigeeAccountHistoryResponse', {
  entries: described(vec(EntryView), 'Newest first.'),
  cursor: described(option(string), 'Requests older entries; null after the oldest.'),
});

/** A height and an index, in the format of `formatCursor`. */
const historyCursor: Codec<HistoryPlace> = readOnly({
  parse: (json) => {
    const [, blockHeight, index] = /^(\d{1,15})-(\d{1,9})$/.exec(string.parse(json)) ?? [];
    if (index === undefined) throw new JsonError('expected the `cursor` of a result');
    return { height: Number(blockHeight), index: Number(index) };
  },
  schema: () => ({ type: 'string', description: 'The `cursor` of the previous result.' }),
});

function formatCursor({ height: blockHeight, index }: HistoryPlace): string {
  return `${blockHeight}-${index}`;
}

export const accountHistory = defineMethod({
  name: 'perigee_account_history',
  summary:
    'The history of an account, newest first: transactions that it signed or received, and ' +
    'receipts that it executed, up to the head of the chain, final or not.',
  params: exact('PerigeeAccountHistoryRequest', {
    accountId,
    cursor: option(historyCursor),
    limit: defaulted(bounded(1, LIMIT_MAX), LIMIT_DEFAULT),
  }),
  result: HistoryView,
  returns:
    '`entries`, each with its `role` (`signed`, `received` or `executed`), `transaction_hash`, ' +
    '`receipt_id` (null for a transaction) and its place; `cursor` requests older entries, and ' +
    'is null after the oldest.',
  errors: defineErrors('PerigeeAccountHistoryError', {}),
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
