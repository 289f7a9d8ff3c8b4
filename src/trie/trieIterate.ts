/**
 * Iteration over the keys of a trie in byte order. A branch's own value comes before its
 * children, as a key comes before those it is a prefix of. Depth costs no call stack.
 */

import type { Hash } from '../base/crypto/hash.ts';
import { keyToNibbles, type Nibbles, nibblesToKey } from './nibbles.ts';
import type { NodeReader, VisitNode } from './nodeReader.ts';
import { BRANCH_WIDTH, childAt, type ValueRef } from './trieNode.ts';
import { decodeNode } from './trieNodeBytes.ts';
import { isEmptyRoot } from './trieRead.ts';

export type TrieEntry = ValueRef & { readonly key: Uint8Array };

export type RowRange = {
  /** Only keys that begin with these bytes. */
  readonly prefix: Uint8Array;
  /** Only keys that come after this one. */
  readonly after?: Uint8Array;
  /** Called with each node when it is entered; these nodes prove the whole result. */
  readonly visit?: VisitNode;
};

export function* iterateTrie(
  reader: NodeReader,
  root: Hash,
  options: RowRange,
): Generator<TrieEntry> {
  if (isEmptyRoot(root)) return;
  const prefix = keyToNibbles(options.prefix);
  const after = options.after === undefined ? null : keyToNibbles(options.after);
  // Pre-order keeps the path of the parent in place until its last child has been entered, so
  // one path serves all pending nodes.
  const path: number[] = [];
  const pending: { hash: Hash; depth: number; nibble: number | null }[] = [];
  pending.push({ hash: root, depth: 0, nibble: null });
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    path.length = entry.depth;
    if (entry.nibble !== null) path.push(entry.nibble);
    // Checked before reading: a node outside the range is neither read nor visited.
    if (!mayHold(path, prefix, after)) continue;
    const bytes = reader.read(entry.hash);
    options.visit?.(entry.hash, bytes);
    const node = decodeNode(bytes);
    if (node.kind === 'branch') {
      if (node.value !== null && isWithin(path, prefix, after)) {
        yield { key: nibblesToKey(path), ...node.value };
      }
      // Above the end of the prefix only one child can hold it.
      const only = path.length < prefix.length ? prefix[path.length]! : null;
      for (let nibble = only ?? BRANCH_WIDTH - 1; nibble >= (only ?? 0); nibble--) {
        const hash = childAt(node, nibble);
        if (hash !== null) pending.push({ hash, depth: path.length, nibble });
      }
      continue;
    }
    for (const nibble of node.path) path.push(nibble);
    if (node.kind === 'extension') {
      pending.push({ hash: node.child, depth: path.length, nibble: null });
    } else if (isWithin(path, prefix, after)) {
      yield { key: nibblesToKey(path), ...node.value };
    }
  }
}

/** Whether a key below `path` can lie in the range. */
function mayHold(path: readonly number[], prefix: Nibbles, after: Nibbles | null): boolean {
  if (compareShared(path, prefix) !== 0) return false;
  return after === null || compareShared(path, after) >= 0;
}

/** Whether the key that ends at `path` lies in the range. */
function isWithin(path: readonly number[], prefix: Nibbles, after: Nibbles | null): boolean {
  if (path.length < prefix.length || compareShared(path, prefix) !== 0) return false;
  if (after === null) return true;
  const difference = compareShared(path, after);
  return difference > 0 || (difference === 0 && path.length > after.length);
}

/** The order of two paths as far as both reach. */
function compareShared(a: readonly number[], b: Nibbles): number {
  const limit = Math.min(a.length, b.length);
  for (let i = 0; i < limit; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
