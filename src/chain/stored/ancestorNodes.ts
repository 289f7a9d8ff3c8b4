// Nodes of the tree over all ancestors of a block, which proofs for one light client, or for many
// with the same head, have in common. The hash of the head determines them, so what is kept is
// right whatever the chain does meanwhile.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { CacheFigures, ManagedCache } from '../../base/collections/boundedCache.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { KnownNodes } from '../records/blockProof.ts';

/** An estimate of a hash and its entry. */
const NODE_BYTES = 200;
/** Below, there are many nodes, and few proofs have one in common. */
const LOWEST_LEVEL = 2;
const LEVELS = 64;
/** With this many leaves, the number of a node would not be exact. */
const INDEX_MAX = 2 ** 46;

export class AncestorNodes implements ManagedCache, KnownNodes {
  readonly #nodes = new Map<number, Hash>();
  #head: Hash = HASH_ZERO;
  #bytesMax: number;
  #hits = 0;
  #misses = 0;

  static create(caches: Caches): AncestorNodes {
    const created = new AncestorNodes(caches.sizeOf('ancestor_nodes'));
    caches.add('ancestor_nodes', created);
    return created;
  }

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get figures(): CacheFigures {
    return {
      bytes: this.#nodes.size * NODE_BYTES,
      bytesMax: this.#bytesMax,
      entries: this.#nodes.size,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /** Those of one head; others are forgotten. */
  of(head: Hash): KnownNodes {
    if (!equalBytes(head, this.#head)) {
      this.clear();
      this.#head = head.slice();
    }
    return this;
  }

  get(level: number, index: number): Hash | undefined {
    if (level < LOWEST_LEVEL) return undefined;
    const node = this.#nodes.get(index * LEVELS + level);
    if (node === undefined) this.#misses++;
    else this.#hits++;
    return node;
  }

  set(level: number, index: number, node: Hash): void {
    if (level < LOWEST_LEVEL || index > INDEX_MAX) return;
    if ((this.#nodes.size + 1) * NODE_BYTES > this.#bytesMax) this.#nodes.clear();
    this.#nodes.set(index * LEVELS + level, node.slice());
  }

  clear(): void {
    this.#nodes.clear();
    this.#head = HASH_ZERO;
  }

  resize(bytesMax: number): void {
    this.#bytesMax = bytesMax;
    if (this.figures.bytes > bytesMax) this.#nodes.clear();
  }
}
