/**
 * Applying a batch of changes to a trie. The result is the canonical Patricia form, a function of
 * the keys and values alone: deletions merge what is left of their path.
 *
 * The changes are sorted and the touched part of the trie is walked once in their order, so that
 * each node is read once and each new node is hashed once. Depth costs no call stack.
 */

import { bytesKey, compareBytes, equalBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { countSharedNibbles, keyToNibbles, nibbleAt } from './nibbles.ts';
import type { NodeReader } from './nodeReader.ts';
import { childOf, createJunction, type Junction, type Subtree } from './trieJunction.ts';
import { pathOf, rootSubtree, type TrieChanges, TrieRebuild } from './trieRebuild.ts';

/** A null value deletes the key. */
export type TrieChange = readonly [key: Uint8Array, value: Uint8Array | null];

/** A junction with the changes from `next` to `end`, which are still to be applied below it. */
type Crossing = {
  readonly junction: Junction;
  /** The nibbles of a key that are used up on the way here. */
  readonly depth: number;
  next: number;
  readonly end: number;
};

/** A later change of the same key wins. */
export function updateTrie(
  reader: NodeReader,
  root: Hash,
  changes: Iterable<TrieChange>,
): TrieChanges {
  const sorted = sortChanges(changes);
  if (sorted.length === 0) return { root, insertions: new Map() };
  return new TrieUpdate(reader, sorted).run(root);
}

function sortChanges(changes: Iterable<TrieChange>): TrieChange[] {
  const sorted = [...changes].sort(([a], [b]) => compareBytes(a, b));
  return sorted.filter(([key], i) => {
    const next = sorted[i + 1];
    return next === undefined || !equalBytes(key, next[0]);
  });
}

class TrieUpdate {
  readonly #rebuild: TrieRebuild;
  readonly #changes: readonly TrieChange[];

  constructor(reader: NodeReader, changes: readonly TrieChange[]) {
    this.#rebuild = new TrieRebuild(reader);
    this.#changes = changes;
  }

  run(root: Hash): TrieChanges {
    const whole = { nibble: 0, depth: 0, next: 0, end: this.#changes.length };
    const open = [this.#open(rootSubtree(root), whole)];
    for (;;) {
      const crossing = open.at(-1)!;
      if (crossing.next < crossing.end) {
        open.push(this.#openChild(crossing));
        continue;
      }
      open.pop();
      const after = this.#rebuild.closeJunction(crossing.junction);
      const parent = open.at(-1);
      if (parent === undefined) return this.#rebuild.finish(after);
      this.#rebuild.replaceChild(parent.junction, crossing.junction, after);
    }
  }

  /** Goes on with the changes that share the next nibble. */
  #openChild(crossing: Crossing): Crossing {
    const { junction, depth, next } = crossing;
    const nibble = nibbleAt(this.#keyOf(next), depth);
    let end = next + 1;
    while (end < crossing.end && nibbleAt(this.#keyOf(end), depth) === nibble) end++;
    crossing.next = end;
    return this.#open(childOf(junction, nibble), { nibble, depth: depth + 1, next, end });
  }

  #open(
    before: Subtree | null,
    at: { nibble: number; depth: number; next: number; end: number },
  ): Crossing {
    const firstKey = this.#keyOf(at.next);
    const lastKey = this.#keyOf(at.end - 1);
    const node = before === null ? null : this.#rebuild.load(before);
    const path = node === null ? keyToNibbles(firstKey, at.depth) : pathOf(node);
    const shared = Math.min(
      countSharedNibbles(path, firstKey, at.depth),
      countSharedNibbles(path, lastKey, at.depth),
    );
    const junction = createJunction(before, at.nibble, path.subarray(0, shared));
    if (node !== null) this.#rebuild.fillJunction(junction, node, shared);
    const crossing = { junction, depth: at.depth + shared, next: at.next, end: at.end };
    // In byte order a key that ends here comes before those that go on.
    if (2 * firstKey.length === crossing.depth)
      this.#changeValue(junction, this.#changes[crossing.next++]![1]);
    return crossing;
  }

  #changeValue(junction: Junction, bytes: Uint8Array | null): void {
    if (bytes === null) {
      if (junction.value === null) return;
      junction.value = null;
    } else {
      const valueHash = sha256(bytes);
      if (junction.value !== null && equalBytes(junction.value.valueHash, valueHash)) return;
      this.#rebuild.insertions.set(bytesKey(valueHash), bytes);
      junction.value = { valueHash, valueLength: bytes.length };
    }
    junction.isChanged = true;
  }

  #keyOf(index: number): Uint8Array {
    return this.#changes[index]![0];
  }
}
