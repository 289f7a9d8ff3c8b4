/**
 * Caches recently read nodes. Every walk starts at the root, so these are mostly the upper nodes. A
 * hash is its own slot in the table: string keys or a linked list would cost more than reading from
 * the store. Long values bypass the cache.
 */

import { keyToBytes } from '../base/bytes/bytes.ts';
import type { CacheFigures, ManagedCache } from '../base/collections/boundedCache.ts';
import type { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { NODE_BYTES_MAX, NodeLog } from './nodeLog.ts';
import type { NodeReader } from './nodeReader.ts';

/** What an entry takes on average: most nodes are leaves. */
const ENTRY_BYTES_USUAL = 256;

export class CachedNodeReader implements NodeReader, ManagedCache {
  readonly #reader: NodeReader;
  readonly #log: NodeLog;
  /** Positions in the log, or 0, in pairs; the first of a pair is that of the node used last. */
  readonly #places: Float64Array;
  readonly #pairMask: number;
  readonly #bytesMax: number;
  #hits = 0;
  #misses = 0;

  static create(reader: NodeReader, caches: Caches): CachedNodeReader {
    const created = new CachedNodeReader(reader, caches.sizeOf('trie_nodes'));
    caches.add('trie_nodes', created);
    return created;
  }

  constructor(reader: NodeReader, bytesMax: number) {
    const pairBits = Math.ceil(Math.log2(Math.max(1, bytesMax / ENTRY_BYTES_USUAL / 2)));
    this.#reader = reader;
    this.#pairMask = 2 ** Math.min(pairBits, 24) - 1;
    this.#places = new Float64Array(2 * (this.#pairMask + 1));
    this.#bytesMax = bytesMax;
    this.#log = new NodeLog(bytesMax - this.#places.byteLength);
  }

  get figures(): CacheFigures {
    return {
      bytes: this.#log.bytes + this.#places.byteLength,
      bytesMax: this.#bytesMax,
      entries: this.#log.nodes,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  read(hash: Hash): Uint8Array {
    const place = this.#placeOf(hash);
    const kept = this.#log.read(this.#places[place]!, hash) ?? this.#readSecond(place, hash);
    if (kept !== undefined) {
      this.#hits++;
      // A node still in use is rewritten, so that it outlives the oldest segment.
      if (this.#log.isOld(this.#places[place]!)) this.#places[place] = this.#log.append(hash, kept);
      return kept;
    }
    this.#misses++;
    const bytes = this.#reader.read(hash);
    this.#keep(place, hash, bytes);
    return bytes;
  }

  /** Adds the nodes that an update created: the next block reads them first. */
  remember(insertions: ReadonlyMap<string, Uint8Array>): void {
    for (const [key, bytes] of insertions) {
      const hash = keyToBytes(key);
      this.#keep(this.#placeOf(hash), hash, bytes);
    }
  }

  #placeOf(hash: Hash): number {
    return 2 * ((hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)) & this.#pairMask);
  }

  #readSecond(place: number, hash: Hash): Uint8Array | undefined {
    const position = this.#places[place + 1]!;
    const kept = this.#log.read(position, hash);
    if (kept !== undefined) this.#putFirst(place, position);
    return kept;
  }

  #keep(place: number, hash: Hash, bytes: Uint8Array): void {
    if (bytes.length <= NODE_BYTES_MAX) this.#putFirst(place, this.#log.append(hash, bytes));
  }

  #putFirst(place: number, position: number): void {
    this.#places[place + 1] = this.#places[place]!;
    this.#places[place] = position;
  }
}
