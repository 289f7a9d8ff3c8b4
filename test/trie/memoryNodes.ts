// Nodes in a map, as a trie reads them, and helpers to build tries for tests.

import { bytesKey, hexToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../src/base/crypto/hash.ts';
import type { NodeReader } from '../../src/trie/nodeReader.ts';
import { type TrieChange, updateTrie } from '../../src/trie/trieUpdate.ts';

export class MemoryNodes implements NodeReader {
  readonly nodes = new Map<string, Uint8Array>();
  /** How often a node or value was read. */
  readCount = 0;

  read(hash: Hash): Uint8Array {
    const bytes = this.nodes.get(bytesKey(hash));
    if (bytes === undefined) throw new Error('missing node');
    this.readCount++;
    return bytes;
  }

  /** Applies changes and keeps the new nodes. */
  update(root: Hash, changes: Iterable<TrieChange>): Hash {
    const { root: next, insertions } = updateTrie(this, root, changes);
    for (const [key, bytes] of insertions) this.nodes.set(key, bytes);
    return next;
  }

  build(changes: Iterable<TrieChange>): Hash {
    return this.update(HASH_ZERO, changes);
  }
}

/** Changes of keys and values in hexadecimal. */
export function hexChanges(rows: Readonly<Record<string, string | null>>): TrieChange[] {
  return Object.entries(rows).map(([key, value]) => [
    hexToBytes(key),
    value === null ? null : hexToBytes(value),
  ]);
}
