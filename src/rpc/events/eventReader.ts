// Reads the events of a stored chain lazily: a block is read outcome by outcome, so that only one
// is in memory, and only what passes the filter is formatted as JSON. Recent JSON is cached within
// a bound, because most listeners receive the same events.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { flattenText } from '../../base/bytes/flattenText.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { ChainTip, StoredOutcome } from '../../chain/stored/chainReader.ts';
import { ReceiptOrigins } from '../../chain/stored/receiptOrigins.ts';
import { requireRow } from '../../store/requireRow.ts';
import { type Block, newChunks } from '../../types/block.ts';
import type { RpcChain, RpcContext } from '../core/context.ts';
import { UnverifiedMarks, watchChain } from '../verification/watchedContext.ts';
import type { EventContent, EventPlace, PlacedEvent } from './chainEvent.ts';
import {
  describeBlock,
  describeOutcome,
  type Executed,
  listFacets,
  type OutcomePlace,
} from './describeEvents.ts';
import { type EventFilter, looksIntoBlocks, passesFilter } from './eventQuery.ts';

/** The size of an entry, and of each event in it, in addition to the text. */
const ENTRY_BYTES = 300;

/** The next place, or the end of the available events. */
export type ReadStep = PlacedEvent | 'caught up';

export class EventReader {
  readonly #chain: RpcChain;
  /** Whether the whole chain was produced or executed here. */
  readonly #isVerified: boolean;
  readonly #contents: BoundedCache<readonly EventContent[]>;
  readonly #origins: ReceiptOrigins;

  constructor({
    chain,
    verification,
    caches = new Caches(),
  }: Pick<RpcContext, 'chain' | 'verification' | 'caches'>) {
    this.#chain = chain;
    this.#isVerified = verification === undefined;
    this.#contents = caches.create('event_texts');
    this.#origins = new ReceiptOrigins(chain, caches);
  }

  /** Events from a place on. After the last one, call it again when there are new blocks. */
  *read(start: EventPlace, filter: EventFilter): Generator<ReadStep, never> {
    let tip = yield* this.#seek(start.height);
    let known = tip.height === start.height ? start.index : 0;
    for (;;) {
      let index = 0;
      for (const content of this.#readBlock(tip, filter)) {
        const place = { height: tip.height, index };
        yield { place, content: index < known ? null : content };
        index++;
      }
      known = 0;
      tip = yield* this.#awaitNext(tip.hash);
    }
  }

  /** The first block at a height or above it. */
  *#seek(from: number): Generator<ReadStep, ChainTip> {
    let height = Math.max(from, this.#chain.tail().height);
    for (;;) {
      const hash = this.#chain.hashAt(height);
      if (hash !== null) return { hash, height };
      if (height > this.#chain.head().height) yield 'caught up';
      else {
        yield { place: { height, index: 0 }, content: null };
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

  /** Null for an event that does not pass. */
  *#readBlock({ hash, height }: ChainTip, filter: EventFilter): Generator<EventContent | null> {
    const block = this.#block(hash);
    const shards = newChunks(block)
      .map(({ inner }) => inner.value.shardId)
      .map((shardId) => ({ shardId, ids: this.#chain.outcomeIds(hash, shardId) }));
    yield filter.kinds.has('block') ? this.#readHeader(hash, block) : null;
    if (!looksIntoBlocks(filter)) return;
    for (const { shardId, ids } of shards) {
      const { timestamp: timestampNanosec } = block.header.lite;
      const where = { blockHeight: height, blockHash: hash, timestampNanosec, shardId };
      for (const id of ids) yield* this.#readOutcome(where, id, filter);
    }
  }

  /** The execution and its logs. */
  #readOutcome(
    where: OutcomePlace,
    id: Hash,
    filter: EventFilter,
  ): readonly (EventContent | null)[] {
    const pass = (content: EventContent) => (passesFilter(filter, content) ? content : null);
    const key = bytesKey(where.blockHash) + bytesKey(id);
    const kept = this.#contents.get(key);
    if (kept !== undefined) return kept.map(pass);
    const marks = new UnverifiedMarks();
    const chain = this.#isVerified ? this.#chain : watchChain(this.#chain, marks);
    const outcome = chain.outcome(id);
    // The block was reverted while it was read; listeners are notified next.
    if (outcome === null) return [];
    const executed = findExecuted(chain, outcome);
    const facets = listFacets(outcome, executed);
    if (!facets.some((facet) => passesFilter(filter, facet))) return facets.map(() => null);
    const origin = this.#origins.find(id);
    const unverified = marks.list();
    const contents = describeOutcome({ where, outcome, executed, origin, facets, unverified });
    this.#keep(key, contents);
    return contents.map(pass);
  }

  #readHeader(hash: Hash, block: Block): EventContent {
    const key = bytesKey(hash);
    const [kept] = this.#contents.get(key) ?? [];
    if (kept !== undefined) return kept;
    const content = describeBlock(this.#chain, hash, block);
    this.#keep(key, [content]);
    return content;
  }

  #keep(key: string, contents: readonly EventContent[]): void {
    for (const { json } of contents) flattenText(json);
    this.#contents.set(key, contents, byteLength(contents));
  }

  #block(hash: Hash): Block {
    return requireRow(this.#chain.block(hash), Column.block, hash);
  }
}

function findExecuted(chain: RpcChain, { id }: StoredOutcome): Executed {
  const receipt = chain.receipt(id);
  if (receipt !== null) return { kind: 'receipt', receipt };
  const included = requireRow(chain.transaction(id), Column.receipt, id);
  return { kind: 'transaction', transaction: included.transaction };
}

/** A string takes two bytes per character if one of them is not Latin-1. */
function byteLength(contents: readonly EventContent[]): number {
  return contents.reduce((sum, { json }) => sum + 2 * json.length + ENTRY_BYTES, ENTRY_BYTES);
}
