// The value of one key in a trie.

import type { Hash } from '../../src/base/crypto/hash.ts';
import type { NodeReader } from '../../src/trie/nodeReader.ts';
import { lookupTrie } from '../../src/trie/trieRead.ts';

export function readTrie(reader: NodeReader, root: Hash, key: Uint8Array): Uint8Array | null {
  const value = lookupTrie(reader, root, key);
  return value === null ? null : reader.read(value.valueHash);
}
