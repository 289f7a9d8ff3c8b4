// Transactions, receipts and outcomes, and which accounts they concern.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { type BlockContext, defineColumn, encoded, NOTHING } from '../../store/column.ts';
import { accountHistoryKey } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { hashTransaction } from '../../types/transaction.ts';
import { relatedContractKeys } from '../records/relatedContracts.ts';
import {
  MerklePath,
  OutcomePlaces,
  OutcomeRecord,
  ReceiptRecord,
  readOutcomeLinks,
  sharedPathKey,
  TransactionRecord,
} from '../records/storedRecords.ts';
import { outcomeIds, outgoingReceipts } from './blockColumns.ts';
import {
  accountEnd,
  bytesKeyShape,
  CONTENT_FAMILY,
  firstHash,
  hashKey,
  wholeKey,
} from './columnParts.ts';

export const transaction = defineColumn({
  name: 'transaction',
  number: 10,
  key: hashKey('hash'),
  value: encoded(TransactionRecord),
  about: 'signed transaction and its block',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, hasBundle: true, isSelfNamed: false },
  pruning: 'with block',
  isReverted: true,
  identity: { of: ({ signed }) => hashTransaction(signed).hash },
  required: 'full state',
  ofBlock: { list: ({ transactions }) => transactions.map(({ hash }) => hash) },
  isSameFollowed: true,
  isProbed: true,
});

export const outcome = defineColumn({
  name: 'outcome',
  number: 12,
  key: hashKey('id'),
  value: encoded(OutcomeRecord),
  about: 'outcome, block, shard, merkle path or the part of it that is its own',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: false },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'all',
  ofBlock: { list: (context) => context.values(outcomeIds).flat() },
  isSameFollowed: true,
  isProbed: true,
});

export const outcomePath = defineColumn({
  name: 'outcomePath',
  number: 30,
  key: { ...bytesKeyShape('block hash, shard, group of outcomes'), blockHash: 'prefix' },
  value: encoded(MerklePath),
  about: 'what the merkle paths of neighbours have in common, if a chunk has many outcomes',
  cluster: { partition: firstHash, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'all',
  ofBlock: { list: listSharedPaths },
  isSameFollowed: true,
});

export const receipt = defineColumn({
  name: 'receipt',
  number: 11,
  key: hashKey('id'),
  value: encoded(ReceiptRecord),
  about: 'receipt and what made it',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: true },
  pruning: 'with outcome',
  isReverted: true,
  identity: { of: (record) => record.receipt.receiptId },
  required: 'full state',
  ofBlock: { list: listReceipts },
  isSameFollowed: true,
  isProbed: true,
});

export const accountHistory = defineColumn({
  name: 'accountHistory',
  number: 20,
  key: {
    text: 'account backwards, height',
    blockHash: 'none',
    encode: ([accountId, height]: readonly [AccountId, number]) =>
      accountHistoryKey(accountId, height),
  },
  value: OutcomePlaces,
  about: 'what of that block concerns the account',
  // All heights of an account.
  cluster: { partition: (key) => accountEnd(key, 0), isSelfNamed: false },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'all',
  ofBlock: { list: listConcerned },
  isSameFollowed: true,
  since: 2,
});

export const relatedContract = defineColumn({
  name: 'relatedContract',
  number: 31,
  key: bytesKeyShape('account, kind, contract'),
  value: NOTHING,
  about: 'nothing: the account has had to do with the token contract or staking pool',
  // All contracts of an account.
  cluster: { partition: (key) => accountEnd(key, 0), isGrowing: true, isSelfNamed: true },
  // It says only that there once was something between them, which stays true.
  pruning: 'kept',
  isReverted: false,
  identity: null,
  required: 'none',
  ofBlock: { list: listRelated },
  isSameFollowed: false,
  since: 7,
});

function listRelated(context: BlockContext): Uint8Array[] {
  const outcomes = context.parts(outcome, readOutcomeLinks);
  const receipts = context.values(receipt).map((record) => record.receipt);
  return relatedContractKeys({ outcomes, receipts });
}

function listSharedPaths(context: BlockContext): Uint8Array[] {
  const outcomes = context.parts(outcome, readOutcomeLinks);
  const keys = outcomes.flatMap((links) => sharedPathKey(links) ?? []);
  return [...new Map(keys.map((key) => [bytesKey(key), key])).values()];
}

/** Receipts that carry data have no outcome, and some never leave their shard. */
function listReceipts(context: BlockContext): Hash[] {
  const made = context.parts(outcome, readOutcomeLinks).flatMap(({ receiptIds }) => receiptIds);
  const sent = context.values(outgoingReceipts).flat();
  const ids = [...made, ...sent.map(({ receiptId }) => receiptId)];
  return [...new Map(ids.map((id) => [bytesKey(id), id])).values()];
}

function listConcerned(context: BlockContext): (readonly [AccountId, number])[] {
  const executors = context.parts(outcome, readOutcomeLinks).map(({ executorId }) => executorId);
  const receivers = context.transactions.map((signed) => signed.transaction.receiverId);
  const { height } = context.block.header.lite;
  return [...new Set([...executors, ...receivers])].map((accountId) => [accountId, height]);
}
