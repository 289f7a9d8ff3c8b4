/** Finding the value of one key in a trie. */

import { equalBytes } from '../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../base/crypto/hash.ts';
import type { NodeReader, VisitNode } from './nodeReader.ts';
import type { ValueRef } from './trieNode.ts';
import { stepAlong } from './trieNodeBytes.ts';

/** A trie without any key has no node: its root is the zero hash. */
export function isEmptyRoot(root: Hash): boolean {
  return equalBytes(root, HASH_ZERO);
}

/**
 * Walks the path of `key` without reading the value. `visit` is called with each node on the path,
 * also when the key is absent.
 */
export function lookupTrie(
  reader: NodeReader,
  root: Hash,
  key: Uint8Array,
  visit?: VisitNode,
): ValueRef | null {
  if (isEmptyRoot(root)) return null;
  let hash = root;
  let depth = 0;
  for (;;) {
    const bytes = reader.read(hash);
    visit?.(hash, bytes);
    const step = stepAlong(bytes, key, depth);
    if ('value' in step) return step.value;
    hash = step.child;
    depth = step.depth;
  }
}
