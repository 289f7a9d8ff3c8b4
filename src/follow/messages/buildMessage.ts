// The message of a stored block, as the reference's indexer builds it: outcomes in execution order,
// each outcome of a receipt with the receipt; state changes sorted by their trie keys and assigned
// to the shards of their accounts; chunk headers without the height of their inclusion.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { ChainReader, StoredOutcome } from '../../chain/stored/chainReader.ts';
import type { Epochs } from '../../chain/stored/epochs.ts';
import type { ReceiptOrigins } from '../../chain/stored/receiptOrigins.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import { isInstantReceipt } from '../../runtime/receipts/receiptRouting.ts';
import { changesToViews } from '../../state/changesToViews.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { Block } from '../../types/block.ts';
import { type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIdOfAccount, shardIds } from '../../types/shardLayout.ts';
import { hashTransaction, type SignedTransaction } from '../../types/transaction.ts';
import { blockToView } from '../../types/views/blockView.ts';
import { chunkHeaderToView } from '../../types/views/chunkView.ts';
import { outcomeToView } from '../../types/views/outcomeView.ts';
import { receiptToView } from '../../types/views/receiptView.ts';
import type { StateChangeWithCause } from '../../types/views/stateChangeView.ts';
import { transactionToView } from '../../types/views/transactionView.ts';
import type {
  BlockMessage,
  ChunkMessage,
  ReceiptOutcomeMessage,
  ShardMessage,
  TransactionMessage,
} from './blockMessage.ts';

export interface MessageParts {
  readonly chain: ChainReader & { outcomeIds(blockHash: Hash, shardId: number): readonly Hash[] };
  readonly epochs: Pick<Epochs, 'chunkProducerAfter' | 'epoch'>;
  /**
   * Looks up the transactions of receipts, as neardata does; null leaves them out, as Lake does.
   */
  readonly origins: ReceiptOrigins | null;
  /** Called with a reason if something is missing that would otherwise be left out. */
  readonly onGap?: (reason: string) => void;
}

/** A message in parts: the shards of a large block together can take too much memory. */
export interface MessageInParts {
  readonly block: BlockMessage['block'];
  readonly shardIds: readonly number[];
  buildShard(shardId: number): ShardMessage;
}

const EVERY_KEY = new Uint8Array();

/**
 * The first height that has a message: the producer of a chunk is known while its parent is stored.
 */
export function firstMessageHeight(chain: ChainReader): number {
  const tail = chain.tail().height;
  return tail === chain.genesis().height ? tail : tail + 1;
}

/** Null for an unknown hash. */
export function buildBlockMessage(parts: MessageParts, blockHash: Hash): BlockMessage | null {
  const built = buildInParts(parts, blockHash);
  if (built === null) return null;
  return { block: built.block, shards: built.shardIds.map(built.buildShard) };
}

/** The same, shard by shard. */
export function buildInParts(parts: MessageParts, blockHash: Hash): MessageInParts | null {
  const block = parts.chain.block(blockHash);
  if (block === null) return null;
  const { epochId, height } = block.header.lite;
  const epoch = parts.epochs.epoch(epochId);
  const changes = changesByShard(parts, blockHash, epoch.shardLayout);
  return {
    block: blockToView(block, epoch.blockProducer(height).accountId),
    shardIds: shardIds(epoch.shardLayout),
    buildShard: (shardId) => {
      const header = newChunkOf(block, shardId);
      const content = header === null ? NO_CHUNK : buildChunk(parts, blockHash, header);
      return { shardId, ...content, stateChanges: changes.get(shardId) ?? [] };
    },
  };
}

/** The header of the shard's chunk if it is new in the block. */
function newChunkOf({ header, body }: Block, shardId: number): ChunkHeader | null {
  const found = body.chunks.find(({ inner }) => inner.value.shardId === shardId);
  return found?.heightIncluded === header.lite.height ? found : null;
}

function changesByShard(
  { chain }: MessageParts,
  blockHash: Hash,
  layout: ShardLayout,
): ReadonlyMap<number, readonly StateChangeWithCause[]> {
  const byShard = new Map<number, StateChangeWithCause[]>();
  for (const shown of chain.stateChanges(blockHash, EVERY_KEY).flatMap(changesToViews)) {
    const shardId = shardIdOfAccount(layout, shown.change.value.accountId);
    const ofShard = byShard.get(shardId);
    if (ofShard === undefined) byShard.set(shardId, [shown]);
    else ofShard.push(shown);
  }
  return byShard;
}

type ShardContent = Pick<ShardMessage, 'chunk' | 'receiptExecutionOutcomes'>;

const NO_CHUNK: ShardContent = { chunk: null, receiptExecutionOutcomes: [] };

function buildChunk(parts: MessageParts, blockHash: Hash, header: ChunkHeader): ShardContent {
  const { chain, epochs } = parts;
  const { prevBlockHash, shardId } = header.inner.value;
  const hash = chunkHash(header);
  const stored = requireRow(chain.chunk(hash), Column.chunk, hash);
  const outcomes = chain.outcomeIds(blockHash, shardId).map((id) => requireOutcome(chain, id));
  const transactions = buildTransactions(parts, stored.transactions, outcomes);
  const ofTransactions = new Set(transactions.map(({ transaction }) => bytesKey(transaction.hash)));
  const executed = outcomes.filter(({ id }) => !ofTransactions.has(bytesKey(id)));
  const chunk: ChunkMessage = {
    author: epochs.chunkProducerAfter(prevBlockHash, shardId),
    header: chunkHeaderToView({ ...header, heightIncluded: 0 }),
    transactions,
    receipts: stored.prevOutgoingReceipts.map(receiptToView),
    localReceipts: localReceipts(parts, transactions).map(receiptToView),
    instantReceipts: instantReceipts(parts, executed).map(receiptToView),
  };
  return { chunk, receiptExecutionOutcomes: executed.map((one) => buildExecuted(parts, one)) };
}

function buildTransactions(
  { onGap }: MessageParts,
  transactions: readonly SignedTransaction[],
  outcomes: readonly StoredOutcome[],
): TransactionMessage[] {
  const byId = new Map(outcomes.map((outcome) => [bytesKey(outcome.id), outcome]));
  return transactions.flatMap((signed) => {
    const hashed = hashTransaction(signed);
    const outcome = byId.get(bytesKey(hashed.hash));
    // A transaction that appears twice in a chunk is executed once.
    if (outcome === undefined) {
      onGap?.('missing or reordered transaction outcomes');
      return [];
    }
    byId.delete(bytesKey(hashed.hash));
    const executionOutcome = outcomeToView(outcome, COST_NAMES);
    return [
      { transaction: transactionToView(hashed), outcome: { executionOutcome, receipt: null } },
    ];
  });
}

function buildExecuted(parts: MessageParts, outcome: StoredOutcome): ReceiptOutcomeMessage {
  return {
    executionOutcome: outcomeToView(outcome, COST_NAMES),
    receipt: receiptToView(requireReceipt(parts.chain, outcome.id)),
    txHash: parts.origins?.find(outcome.id) ?? null,
  };
}

/** Those of transactions to their own signers, whether they were executed here or delayed. */
function localReceipts(
  { chain, onGap }: MessageParts,
  transactions: readonly TransactionMessage[],
): Receipt[] {
  return transactions
    .filter(({ transaction }) => transaction.signerId === transaction.receiverId)
    .map(({ outcome }) => outcome.executionOutcome.outcome.status)
    .flatMap((status) => {
      if (status.kind !== 'SuccessReceiptId') return [];
      const receipt = chain.receipt(status.value);
      if (receipt === null) onGap?.(`missing receipt ${formatHash(status.value)}`);
      return receipt ?? [];
    });
}

/**
 * They are queued right after the receipt that created them, which determines this order. A
 * followed chain may learn of other receipts only with the next block; those are not instant.
 */
function instantReceipts({ chain }: MessageParts, executed: readonly StoredOutcome[]): Receipt[] {
  return executed
    .flatMap(({ outcome }) => outcome.receiptIds)
    .map((id) => chain.receipt(id))
    .filter((receipt) => receipt !== null)
    .filter(isInstantReceipt);
}

function requireOutcome(chain: ChainReader, id: Hash): StoredOutcome {
  return requireRow(chain.outcome(id), Column.outcome, id);
}

function requireReceipt(chain: ChainReader, id: Hash): Receipt {
  return requireRow(chain.receipt(id), Column.receipt, id);
}
