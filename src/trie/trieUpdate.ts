/**
 * Applying a batch of changes to a trie. The result is the canonical Patricia form, a function of
 * the keys and values alone: deletions merge what is left of their path.
 *
 * The changes are sorted and the touched part of the trie is walked once in their order, so that
 * each node is read once and each new node is hashed once. Depth costs no call stack.
 */

import { assert } from '../base/assert.ts';
import { bytesKey, compareBytes, concatBytes, equalBytes } from '../base/bytes/bytes.ts';
import { HASH_LENGTH, HASH_ZERO, type Hash, sha256 } from '../base/crypto/hash.ts';
import { countSharedNibbles, keyToNibbles, type Nibbles, NO_NIBBLES, nibbleAt } from './nibbles.ts';
import type { NodeReader } from './nodeReader.ts';
import {
  childMaskOf,
  childOf,
  fillFromBranch,
  type Junction,
  replacePath,
  type Subtree,
  splitPath,
  toSubtree,
} from './trieJunction.ts';
import {
  BRANCH_WIDTH,
  type BranchNode,
  childAt,
  countBits,
  createBranch,
  createExtension,
  createLeaf,
  type ExtensionNode,
  type TrieNode,
} from './trieNode.ts';
import { decodeNode, encodeNode } from './trieNodeBytes.ts';
import { isEmptyRoot } from './trieRead.ts';

/** A null value deletes the key. */
export type TrieChange = readonly [key: Uint8Array, value: Uint8Array | null];

export type TrieChanges = {
  readonly root: Hash;
  /** The new nodes and values, by `bytesKey` of their hash. Old ones stay stored. */
  readonly insertions: Map<string, Uint8Array>;
};

/** A later change of the same key wins. */
export function updateTrie(
  reader: NodeReader,
  root: Hash,
  changes: Iterable<TrieChange>,
): TrieChanges {
  const sorted = sortChanges(changes);
  const update = new TrieUpdate(reader, sorted);
  return { root: update.run(root), insertions: update.insertions };
}

function sortChanges(changes: Iterable<TrieChange>): TrieChange[] {
  const sorted = [...changes].sort(([a], [b]) => compareBytes(a, b));
  return sorted.filter(([key], i) => {
    const next = sorted[i + 1];
    return next === undefined || !equalBytes(key, next[0]);
  });
}

class TrieUpdate {
  readonly insertions = new Map<string, Uint8Array>();
  readonly #reader: NodeReader;
  readonly #changes: readonly TrieChange[];

  constructor(reader: NodeReader, changes: readonly TrieChange[]) {
    this.#reader = reader;
    this.#changes = changes;
  }

  run(root: Hash): Hash {
    if (this.#changes.length === 0) return root;
    const before = isEmptyRoot(root) ? null : toSubtree(root);
    const whole = { nibble: 0, depth: 0, next: 0, end: this.#changes.length };
    const open = [this.#openJunction(before, whole)];
    for (;;) {
      const junction = open.at(-1)!;
      if (junction.next < junction.end) {
        open.push(this.#openChild(junction));
        continue;
      }
      open.pop();
      const after = this.#closeJunction(junction);
      const parent = open.at(-1);
      if (parent === undefined) return after === null ? HASH_ZERO : this.#seal(after);
      this.#replaceChild(parent, junction, after);
    }
  }

  /** Goes on with the changes that share the next nibble. */
  #openChild(junction: Junction): Junction {
    const next = junction.next;
    const nibble = nibbleAt(this.#keyOf(next), junction.depth);
    let end = next + 1;
    while (end < junction.end && nibbleAt(this.#keyOf(end), junction.depth) === nibble) end++;
    junction.next = end;
    return this.#openJunction(childOf(junction, nibble), {
      nibble,
      depth: junction.depth + 1,
      next,
      end,
    });
  }

  #openJunction(
    before: Subtree | null,
    at: { nibble: number; depth: number; next: number; end: number },
  ): Junction {
    const firstKey = this.#keyOf(at.next);
    const lastKey = this.#keyOf(at.end - 1);
    const node = before === null ? null : this.#load(before);
    const path = node === null ? keyToNibbles(firstKey, at.depth) : pathOf(node);
    const shared = Math.min(
      countSharedNibbles(path, firstKey, at.depth),
      countSharedNibbles(path, lastKey, at.depth),
    );
    const junction: Junction = {
      before,
      nibble: at.nibble,
      prefix: path.subarray(0, shared),
      depth: at.depth + shared,
      branch: null,
      children: new Array(BRANCH_WIDTH).fill(undefined),
      childrenMemory: 0,
      value: null,
      isChanged: false,
      next: at.next,
      end: at.end,
    };
    if (node !== null) this.#fillJunction(junction, node, shared);
    // In byte order a key that ends here comes before those that go on.
    if (2 * firstKey.length === junction.depth)
      this.#changeValue(junction, this.#changes[junction.next++]![1]);
    return junction;
  }

  /** Takes a node apart at the junction, `shared` nibbles into its path. */
  #fillJunction(junction: Junction, node: TrieNode, shared: number): void {
    if (node.kind !== 'branch' && shared < node.path.length) splitPath(junction, node, shared);
    else if (node.kind === 'leaf') junction.value = node.value;
    else fillFromBranch(junction, this.#branchAt(node));
  }

  #branchAt(node: BranchNode | ExtensionNode): BranchNode {
    if (node.kind === 'branch') return node;
    const child = this.#load(toSubtree(node.child));
    assert(child.kind === 'branch', 'an extension leads to a branch');
    return child;
  }

  #changeValue(junction: Junction, bytes: Uint8Array | null): void {
    if (bytes === null) {
      if (junction.value === null) return;
      junction.value = null;
    } else {
      const valueHash = sha256(bytes);
      if (junction.value !== null && equalBytes(junction.value.valueHash, valueHash)) return;
      this.insertions.set(bytesKey(valueHash), bytes);
      junction.value = { valueHash, valueLength: bytes.length };
    }
    junction.isChanged = true;
  }

  #replaceChild(parent: Junction, { nibble, before }: Junction, after: Subtree | null): void {
    if (after === before) return;
    if (before !== null) parent.childrenMemory -= this.#load(before).memoryUsage;
    if (after !== null) parent.childrenMemory += this.#load(after).memoryUsage;
    parent.children[nibble] = after;
    parent.isChanged = true;
  }

  /** Makes the canonical node of what the junction has become. */
  #closeJunction(junction: Junction): Subtree | null {
    if (!junction.isChanged) return junction.before;
    const { value, prefix } = junction;
    const childMask = childMaskOf(junction);
    const childCount = countBits(childMask);
    if (childCount === 0) {
      return value === null ? null : { hash: null, node: createLeaf(prefix, value) };
    }
    if (childCount === 1 && value === null) {
      const nibble = Math.log2(childMask);
      return this.#prependPath(
        concatBytes(prefix, Uint8Array.of(nibble)),
        childOf(junction, nibble)!,
      );
    }
    const childHashes = this.#sealChildren(junction, childCount);
    const branch = createBranch({ childMask, childHashes }, junction.childrenMemory, value);
    return this.#prependPath(prefix, { hash: null, node: branch });
  }

  #sealChildren({ branch, children }: Junction, childCount: number): Uint8Array {
    const hashes = new Uint8Array(childCount * HASH_LENGTH);
    let next = 0;
    for (let nibble = 0; nibble < BRANCH_WIDTH; nibble++) {
      const child = children[nibble];
      if (child === null) continue;
      const hash = child === undefined ? branch && childAt(branch, nibble) : this.#seal(child);
      if (hash === null) continue;
      hashes.set(hash, next);
      next += HASH_LENGTH;
    }
    return hashes;
  }

  #prependPath(path: Nibbles, subtree: Subtree): Subtree {
    if (path.length === 0) return subtree;
    const node = this.#load(subtree);
    if (node.kind === 'branch') {
      const extension = createExtension(path, this.#seal(subtree), node.memoryUsage);
      return { hash: null, node: extension };
    }
    return { hash: null, node: replacePath(node, concatBytes(path, node.path)) };
  }

  #load(subtree: Subtree): TrieNode {
    if (subtree.node === null) {
      assert(subtree.hash !== null, 'a subtree is stored or new');
      subtree.node = decodeNode(this.#reader.read(subtree.hash));
    }
    return subtree.node;
  }

  /** Hashes a new node that nothing above can change any more. */
  #seal(subtree: Subtree): Hash {
    if (subtree.hash === null) {
      assert(subtree.node !== null, 'a subtree is stored or new');
      const bytes = encodeNode(subtree.node);
      subtree.hash = sha256(bytes);
      this.insertions.set(bytesKey(subtree.hash), bytes);
    }
    return subtree.hash;
  }

  #keyOf(index: number): Uint8Array {
    return this.#changes[index]![0];
  }
}

function pathOf(node: TrieNode): Nibbles {
  return node.kind === 'branch' ? NO_NIBBLES : node.path;
}
