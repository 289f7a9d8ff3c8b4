/**
 * The nodes of the trie. Each knows the memory usage of its subtree, a number the protocol puts
 * into the node's hash; only this file computes it. It stays below 2^53.
 */

import { HASH_LENGTH, type Hash } from '../base/crypto/hash.ts';
import { hexPrefixLength, type Nibbles } from './nibbles.ts';

/** A value is stored separately from the nodes, under its own hash. */
export type ValueRef = { readonly valueHash: Hash; readonly valueLength: number };

export type LeafNode = {
  readonly kind: 'leaf';
  readonly path: Nibbles;
  readonly value: ValueRef;
  readonly memoryUsage: number;
};

export type ExtensionNode = {
  readonly kind: 'extension';
  readonly path: Nibbles;
  readonly child: Hash;
  readonly memoryUsage: number;
};

export type BranchNode = {
  readonly kind: 'branch';
  /** Bit n is set when there is a child at nibble n. */
  readonly childMask: number;
  /** The hashes of the children in the order of their nibbles, one after the other. */
  readonly childHashes: Uint8Array;
  readonly value: ValueRef | null;
  readonly memoryUsage: number;
};

export type TrieNode = LeafNode | ExtensionNode | BranchNode;

export const BRANCH_WIDTH = 16;

const NODE_MEMORY = 50;
const KEY_BYTE_MEMORY = 2;

export function createLeaf(path: Nibbles, value: ValueRef): LeafNode {
  const memoryUsage = pathMemory(path) + valueMemory(value);
  return { kind: 'leaf', path, value, memoryUsage };
}

export function createExtension(path: Nibbles, child: Hash, childMemory: number): ExtensionNode {
  return { kind: 'extension', path, child, memoryUsage: pathMemory(path) + childMemory };
}

export function createBranch(
  children: Pick<BranchNode, 'childMask' | 'childHashes'>,
  childrenMemory: number,
  value: ValueRef | null,
): BranchNode {
  const { childMask, childHashes } = children;
  const memoryUsage = NODE_MEMORY + childrenMemory + valueMemory(value);
  return { kind: 'branch', childMask, childHashes, value, memoryUsage };
}

export function childAt(branch: BranchNode, nibble: number): Hash | null {
  const offset = childOffset(branch.childMask, nibble);
  return offset === null ? null : branch.childHashes.subarray(offset, offset + HASH_LENGTH);
}

/** The offset of a child's hash among those of its branch, or null without such a child. */
export function childOffset(childMask: number, nibble: number): number | null {
  const bit = 1 << nibble;
  return (childMask & bit) === 0 ? null : countBits(childMask & (bit - 1)) * HASH_LENGTH;
}

export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The memory usage of all children, so that a change need not read the siblings. */
export function childrenMemory(node: ExtensionNode | BranchNode): number {
  if (node.kind === 'extension') return node.memoryUsage - pathMemory(node.path);
  return node.memoryUsage - NODE_MEMORY - valueMemory(node.value);
}

function pathMemory(path: Nibbles): number {
  return NODE_MEMORY + KEY_BYTE_MEMORY * hexPrefixLength(path.length);
}

/** A value counts as a node of its own. */
function valueMemory(value: ValueRef | null): number {
  return value === null ? 0 : NODE_MEMORY + value.valueLength;
}
