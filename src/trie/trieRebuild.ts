/**
 * Making the new nodes of a trie in which keys have changed, in the canonical Patricia form: what a
 * deletion leaves of a path is merged. Each node is read once, and hashed once when nothing above
 * can change it any more.
 */

import { assert } from '../base/assert.ts';
import { bytesKey, concatBytes } from '../base/bytes/bytes.ts';
import { HASH_LENGTH, HASH_ZERO, type Hash, sha256 } from '../base/crypto/hash.ts';
import type { Nibbles } from './nibbles.ts';
import { NO_NIBBLES } from './nibbles.ts';
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

export type TrieChanges = {
  readonly root: Hash;
  /** The new nodes and values, by `bytesKey` of their hash. Old ones stay stored. */
  readonly insertions: Map<string, Uint8Array>;
};

export function rootSubtree(root: Hash): Subtree | null {
  return isEmptyRoot(root) ? null : toSubtree(root);
}

export function pathOf(node: TrieNode): Nibbles {
  return node.kind === 'branch' ? NO_NIBBLES : node.path;
}

export class TrieRebuild {
  readonly insertions = new Map<string, Uint8Array>();
  readonly #reader: NodeReader;

  constructor(reader: NodeReader) {
    this.#reader = reader;
  }

  /** The trie that is left when the root has become `after`. */
  finish(after: Subtree | null): TrieChanges {
    const root = after === null ? HASH_ZERO : this.#seal(after);
    return { root, insertions: this.insertions };
  }

  /** Takes a node apart at the junction, `shared` nibbles into its path. */
  fillJunction(junction: Junction, node: TrieNode, shared: number): void {
    if (node.kind !== 'branch' && shared < node.path.length) splitPath(junction, node, shared);
    else if (node.kind === 'leaf') junction.value = node.value;
    else fillFromBranch(junction, this.#branchAt(node));
  }

  #branchAt(node: BranchNode | ExtensionNode): BranchNode {
    if (node.kind === 'branch') return node;
    const child = this.load(toSubtree(node.child));
    assert(child.kind === 'branch', 'an extension leads to a branch');
    return child;
  }

  replaceChild(
    parent: Junction,
    { nibble, before }: Pick<Junction, 'nibble' | 'before'>,
    after: Subtree | null,
  ): void {
    if (after === before) return;
    if (before !== null) parent.childrenMemory -= this.load(before).memoryUsage;
    if (after !== null) parent.childrenMemory += this.load(after).memoryUsage;
    parent.children[nibble] = after;
    parent.isChanged = true;
  }

  /** Makes the canonical node of what the junction has become. */
  closeJunction(junction: Junction): Subtree | null {
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
    const node = this.load(subtree);
    if (node.kind === 'branch') {
      const extension = createExtension(path, this.#seal(subtree), node.memoryUsage);
      return { hash: null, node: extension };
    }
    return { hash: null, node: replacePath(node, concatBytes(path, node.path)) };
  }

  load(subtree: Subtree): TrieNode {
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
}
