// The events of a stored chain, made as they are asked for: a block is read outcome by outcome, so
// that nobody holds more than one of them. What was made lately is kept, as most listeners hear the
// same; the memory for it is bounded.

import { assert } from '../../base/assert.ts';
import { BoundedCache } from '../../base/boundedCache.ts';
import { bytesKey } from '../../base/bytes.ts';
import type { Hash } from '../../base/hash.ts';
import type { ChainTip, StoredOutcome } from '../../chain/chainReader.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import type { Block } from '../../types/block.ts';
import { chunkHash } from '../../types/chunk.ts';
import { outcomeToView } from '../../types/views/outcomeView.ts';
import { receiptToView } from '../../types/views/receiptView.ts';
import { transactionToView } from '../../types/views/transactionView.ts';
import type { RpcChain } from '../context.ts';
import {
  BlockEvent,
  type ChainEvent,
  type EventContent,
  type EventPlace,
  LogEvent,
  ReceiptEvent,
  TransactionEvent,
} from './chainEvent.ts';
import { parseContractEvent } from './contractEvent.ts';

const CONTENT_BYTES_MAX = 16 * 1024 * 1024;
/** Receipts whose transactions are remembered. */
const ORIGINS_MAX = 100_000;

/** An event, a height without a block, or the end of what there is. */
export type ReadStep = ChainEvent | 'nothing here' | 'caught up';

interface Where {
  readonly blockHeight: number;
  readonly blockHash: Hash;
  readonly timestampNanosec: bigint;
  readonly shardId: number;
}

export class EventReader {
  readonly #chain: RpcChain;
  readonly #contents = new BoundedCache<readonly EventContent[]>(CONTENT_BYTES_MAX);
  readonly #origins = new BoundedCache<Hash>(ORIGINS_MAX);

  constructor(chain: RpcChain) {
    this.#chain = chain;
  }

  /**
   * Every event from a place on. After the last one it may be asked again when there are blocks.
   */
  *read(start: EventPlace): Generator<ReadStep, never> {
    let tip = yield* this.#seek(start.height);
    let known = tip.height === start.height ? start.index : 0;
    for (;;) {
      let index = 0;
      for (const content of this.#readBlock(tip)) {
        if (index >= known) yield { ...content, place: { height: tip.height, index } };
        index++;
      }
      known = 0;
      tip = yield* this.#awaitNext(tip.hash);
    }
  }

  /** The first block at a height or above it. */
  *#seek(from: number): Generator<ReadStep, ChainTip> {
    let height = Math.max(from, this.#chain.genesis().height);
    for (;;) {
      const hash = this.#chain.hashAt(height);
      if (hash !== null) return { hash, height };
      if (height > this.#chain.head().height) yield 'caught up';
      else {
        yield 'nothing here';
        height++;
      }
    }
  }

  *#awaitNext(hash: Hash): Generator<ReadStep, ChainTip> {
    for (;;) {
      const next = this.#chain.nextHash(hash);
      if (next !== null) return { hash: next, height: this.#block(next).header.lite.height };
      yield 'caught up';
    }
  }

  *#readBlock({ hash, height }: ChainTip): Generator<EventContent> {
    const block = this.#block(hash);
    const shards = block.body.chunks
      .filter(({ heightIncluded }) => heightIncluded === height)
      .map(({ inner }) => inner.value.shardId)
      .map((shardId) => ({ shardId, ids: this.#chain.outcomeIds(hash, shardId) }));
    yield this.#describeBlock(hash, block);
    for (const { shardId, ids } of shards) {
      const { timestamp: timestampNanosec } = block.header.lite;
      const where = { blockHeight: height, blockHash: hash, timestampNanosec, shardId };
      for (const id of ids) yield* this.#readOutcome(where, id);
    }
  }

  #describeBlock(hash: Hash, { header, body }: Block): EventContent {
    const { height, epochId, timestamp } = header.lite;
    const chunks = body.chunks.filter(({ heightIncluded }) => heightIncluded === height);
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
        const extra = this.#chain.chunkExtra(hash, shardId);
        const id = chunkHash(chunk);
        const transactions = this.#chain.chunk(id)?.transactions.length ?? 0;
        return {
          shardId,
          chunkHash: id,
          transactions,
          receipts: this.#chain.outcomeIds(hash, shardId).length - transactions,
          gasUsed: extra?.gasUsed ?? 0n,
          gasLimit,
          balanceBurnt: extra?.balanceBurnt ?? 0n,
        };
      }),
    };
    return { kind: 'block', json: BlockEvent.json(value), accounts: [], announced: null };
  }

  /** What was executed, and the logs of it. */
  #readOutcome(where: Where, id: Hash): readonly EventContent[] {
    const key = bytesKey(where.blockHash) + bytesKey(id);
    const kept = this.#contents.get(key);
    if (kept !== undefined) return kept;
    const outcome = this.#chain.outcome(id);
    // The block was taken back while it was read; the listeners hear of that next.
    if (outcome === null) return [];
    const transactionHash = this.#findOrigin(id);
    const contents = [
      this.#describeExecution(where, outcome, transactionHash),
      ...describeLogs(where, outcome, transactionHash),
    ];
    const bytes = contents.reduce((sum, { json }) => sum + json.length, 0);
    this.#contents.set(key, contents, bytes);
    return contents;
  }

  #describeExecution(
    where: Where,
    stored: StoredOutcome,
    transactionHash: Hash | null,
  ): EventContent {
    const { outcome } = outcomeToView(stored, COST_NAMES);
    const receipt = this.#chain.receipt(stored.id);
    if (receipt !== null) {
      const value: ReceiptEvent = {
        ...where,
        transactionHash,
        receipt: receiptToView(receipt),
        outcome,
      };
      const accounts = [receipt.predecessorId, receipt.receiverId];
      return { kind: 'receipt', json: ReceiptEvent.json(value), accounts, announced: null };
    }
    const included = this.#chain.transaction(stored.id);
    assert(included !== null, 'an outcome is that of a receipt or of a transaction');
    const transaction = transactionToView(included.transaction);
    const value: TransactionEvent = { ...where, transaction, outcome };
    const accounts = [transaction.signerId, transaction.receiverId];
    return { kind: 'transaction', json: TransactionEvent.json(value), accounts, announced: null };
  }

  /** The transaction that something came from: itself, or that of the receipt that sent it. */
  #findOrigin(id: Hash): Hash | null {
    const path: Hash[] = [];
    let origin: Hash | null = null;
    for (let at: Hash | null = id; at !== null && origin === null; ) {
      const parent: Hash | null = this.#chain.receiptParent(at);
      origin = parent === null ? at : (this.#origins.get(bytesKey(at)) ?? null);
      path.push(at);
      at = parent;
    }
    if (origin !== null) for (const passed of path) this.#origins.set(bytesKey(passed), origin, 1);
    return origin;
  }

  #block(hash: Hash): Block {
    const block = this.#chain.block(hash);
    assert(block !== null, 'the blocks of the chain are stored');
    return block;
  }
}

function describeLogs(
  where: Where,
  { id, outcome }: StoredOutcome,
  transactionHash: Hash | null,
): EventContent[] {
  const { logs, executorId } = outcome;
  return logs.map((log, index) => {
    const event = parseContractEvent(log);
    const value: LogEvent = {
      ...where,
      transactionHash,
      receiptId: id,
      accountId: executorId,
      index,
      log,
      event,
    };
    return {
      kind: 'log',
      json: LogEvent.json(value),
      accounts: [executorId],
      announced: event,
    };
  });
}
