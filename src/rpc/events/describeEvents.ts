// Blocks and outcomes as events: what filters match, and the JSON of those that pass.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import { type Block, newChunks } from '../../types/block.ts';
import { chunkHash } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { outcomeToView } from '../../types/views/outcomeView.ts';
import { receiptToView } from '../../types/views/receiptView.ts';
import { transactionToView } from '../../types/views/transactionView.ts';
import type { RpcChain } from '../core/context.ts';
import type { UnverifiedKind } from '../core/unverifiedKind.ts';
import {
  BlockEvent,
  type EventContent,
  type EventFacets,
  LogEvent,
  ReceiptEvent,
  TransactionEvent,
} from './chainEvent.ts';
import { parseContractEvent } from './contractEvent.ts';

export interface OutcomePlace {
  readonly blockHeight: number;
  readonly blockHash: Hash;
  readonly timestampNanosec: bigint;
  readonly shardId: number;
}

/** The transaction or receipt that an outcome belongs to. */
export type Executed =
  | { readonly kind: 'transaction'; readonly transaction: HashedTransaction }
  | { readonly kind: 'receipt'; readonly receipt: Receipt };

interface DescribedOutcome {
  readonly where: OutcomePlace;
  readonly outcome: StoredOutcome;
  readonly executed: Executed;
  /** The transaction that it came from. */
  readonly origin: Hash | null;
  readonly facets: readonly EventFacets[];
  /** What is unverified in an execution; logs are always verified. */
  readonly unverified: readonly UnverifiedKind[];
}

export function describeBlock(chain: RpcChain, hash: Hash, block: Block): EventContent {
  const { header } = block;
  const { height, epochId, timestamp } = header.lite;
  const chunks = newChunks(block);
  const value: BlockEvent = {
    height,
    hash,
    prevHash: header.prevHash,
    timestampNanosec: timestamp,
    epochId,
    gasPrice: header.rest.nextGasPrice,
    lastFinalBlock: header.rest.lastFinalBlock,
    chunks: chunks.map((chunk) => {
      const { shardId, gasLimit } = chunk.inner.value;
      const extra = chain.chunkExtra(hash, shardId);
      const id = chunkHash(chunk);
      const transactions = chain.chunk(id)?.transactions.length ?? 0;
      return {
        shardId,
        chunkHash: id,
        transactions,
        receipts: chain.outcomeIds(hash, shardId).length - transactions,
        gasUsed: extra?.gasUsed ?? 0n,
        gasLimit,
        balanceBurnt: extra?.balanceBurnt ?? 0n,
      };
    }),
  };
  return { kind: 'block', json: BlockEvent.json(value), accounts: [], announced: null };
}

/** The execution, followed by its logs. */
export function listFacets({ outcome }: StoredOutcome, executed: Executed): EventFacets[] {
  const { logs, executorId } = outcome;
  return [
    { kind: executed.kind, accounts: listAccounts(executed), announced: null },
    ...logs.map((log) => ({
      kind: 'log' as const,
      accounts: [executorId],
      announced: parseContractEvent(log),
    })),
  ];
}

function listAccounts(executed: Executed): string[] {
  if (executed.kind === 'receipt') {
    return [executed.receipt.predecessorId, executed.receipt.receiverId];
  }
  const { signerId, receiverId } = executed.transaction.transaction;
  return [signerId, receiverId];
}

/** The same events with their JSON. */
export function describeOutcome(described: DescribedOutcome): EventContent[] {
  const { where, outcome, origin, facets } = described;
  const { logs, executorId } = outcome.outcome;
  const [first, ...announcements] = facets as [EventFacets, ...EventFacets[]];
  return [
    { ...first, json: formatExecution(described) },
    ...announcements.map((facet, index) => {
      const value: LogEvent = {
        ...where,
        transactionHash: origin,
        receiptId: outcome.id,
        accountId: executorId,
        index,
        log: logs[index] as string,
        event: facet.announced,
      };
      return { ...facet, json: LogEvent.json(value) };
    }),
  ];
}

function formatExecution(described: DescribedOutcome): string {
  const { where, executed, origin, unverified } = described;
  const { outcome } = outcomeToView(described.outcome, COST_NAMES);
  if (executed.kind === 'transaction') {
    const transaction = transactionToView(executed.transaction);
    return TransactionEvent.json({ ...where, transaction, outcome, unverified });
  }
  const receipt = receiptToView(executed.receipt);
  return ReceiptEvent.json({ ...where, transactionHash: origin, receipt, outcome, unverified });
}
