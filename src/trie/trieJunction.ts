/**
 * The working form of a trie that is being changed (trieRebuild.ts): subtrees that may not be read
 * or not be hashed yet, and junctions, into which the nodes on the way of a change are taken apart.
 */

import type { Hash } from '../base/crypto/hash.ts';
import type { Nibbles } from './nibbles.ts';
import {
  BRANCH_WIDTH,
  type BranchNode,
  childAt,
  childrenMemory,
  createExtension,
  createLeaf,
  type ExtensionNode,
  type LeafNode,
  type TrieNode,
  type ValueRef,
} from './trieNode.ts';

/** A node with all below it: stored and perhaps not read yet, or new and not hashed yet. */
export type Subtree = { hash: Hash | null; node: TrieNode | null };

/** A place where keys part, while the changes below it are applied. */
export type Junction = {
  /** The original subtree, prefix included; it is the result if nothing changes. */
  readonly before: Subtree | null;
  /** The nibble by which the junction above leads here. */
  readonly nibble: number;
  /** The nibbles between the junction above and this one. */
  readonly prefix: Nibbles;
  /** Where the children come from that no change touches. */
  branch: BranchNode | null;
  /** By nibble, those that may have changed; the others are as in `branch`. */
  readonly children: (Subtree | null | undefined)[];
  childrenMemory: number;
  value: ValueRef | null;
  isChanged: boolean;
};

/** A junction without children or value; what is below `before` is filled in by the caller. */
export function createJunction(before: Subtree | null, nibble: number, prefix: Nibbles): Junction {
  return {
    before,
    nibble,
    prefix,
    branch: null,
    children: new Array(BRANCH_WIDTH).fill(undefined),
    childrenMemory: 0,
    value: null,
    isChanged: false,
  };
}

export function toSubtree(hash: Hash): Subtree {
  return { hash, node: null };
}

export function fillFromBranch(junction: Junction, branch: BranchNode): void {
  junction.branch = branch;
  junction.childrenMemory = childrenMemory(branch);
  junction.value = branch.value;
}

export function childOf(junction: Junction, nibble: number): Subtree | null {
  const child = junction.children[nibble];
  if (child !== undefined) return child;
  const hash = junction.branch === null ? null : childAt(junction.branch, nibble);
  return hash === null ? null : toSubtree(hash);
}

export function childMaskOf(junction: Junction): number {
  let mask = junction.branch === null ? 0 : junction.branch.childMask;
  for (let nibble = 0; nibble < BRANCH_WIDTH; nibble++) {
    const child = junction.children[nibble];
    if (child === null) mask &= ~(1 << nibble);
    else if (child !== undefined) mask |= 1 << nibble;
  }
  return mask;
}

/**
 * Puts what follows the first `shared` nibbles of the node's path into the junction, as its child.
 */
export function splitPath(
  junction: Junction,
  node: LeafNode | ExtensionNode,
  shared: number,
): void {
  const nibble = node.path[shared]!;
  const rest = node.path.subarray(shared + 1);
  if (node.kind === 'extension' && rest.length === 0) {
    junction.children[nibble] = toSubtree(node.child);
    junction.childrenMemory = childrenMemory(node);
  } else {
    const shorter = replacePath(node, rest);
    junction.children[nibble] = { hash: null, node: shorter };
    junction.childrenMemory = shorter.memoryUsage;
  }
}

export function replacePath(node: LeafNode | ExtensionNode, path: Nibbles): TrieNode {
  if (node.kind === 'leaf') return createLeaf(path, node.value);
  return createExtension(path, node.child, childrenMemory(node));
}
