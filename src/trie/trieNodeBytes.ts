/**
 * The stored bytes of a trie node: RawTrieNode in borsh, followed by the memory usage of the
 * subtree as u64. The node's hash is the SHA-256 of all of them.
 */

import { HASH_LENGTH, type Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { ByteSlab } from './byteSlab.ts';
import {
  hexPrefixLength,
  hexPrefixStart,
  isHexPrefix,
  keyToNibbles,
  nibbleAt,
  writeHexPrefix,
} from './nibbles.ts';
import { childOffset, countBits, type TrieNode, type ValueRef } from './trieNode.ts';

type TrieNodeError = { readonly code: 'trie_node' };

const LEAF_TAG = 0;
const BRANCH_TAG = 1;
const BRANCH_WITH_VALUE_TAG = 2;
const EXTENSION_TAG = 3;

const VALUE_REF_BYTES = 4 + HASH_LENGTH;
const MEMORY_USAGE_BYTES = 8;

/** In a leaf or extension the path follows the tag and its own length. */
const PATH_OFFSET = 5;

const slab = new ByteSlab();

export function encodeNode(node: TrieNode): Uint8Array {
  const bytes = slab.allocate(encodedLength(node));
  if (node.kind === 'branch') {
    const hasValue = node.value !== null;
    bytes[0] = hasValue ? BRANCH_WITH_VALUE_TAG : BRANCH_TAG;
    if (hasValue) writeValueRef(bytes, 1, node.value);
    const offset = hasValue ? 1 + VALUE_REF_BYTES : 1;
    bytes[offset] = node.childMask & 0xff;
    bytes[offset + 1] = node.childMask >> 8;
    bytes.set(node.childHashes, offset + 2);
  } else {
    const isLeaf = node.kind === 'leaf';
    const pathLength = hexPrefixLength(node.path.length);
    bytes[0] = isLeaf ? LEAF_TAG : EXTENSION_TAG;
    writeU32(bytes, 1, pathLength);
    writeHexPrefix(bytes, PATH_OFFSET, node.path, isLeaf);
    if (isLeaf) writeValueRef(bytes, PATH_OFFSET + pathLength, node.value);
    else bytes.set(node.child, PATH_OFFSET + pathLength);
  }
  const memoryOffset = bytes.length - MEMORY_USAGE_BYTES;
  writeU32(bytes, memoryOffset, node.memoryUsage % 2 ** 32);
  writeU32(bytes, memoryOffset + 4, Math.floor(node.memoryUsage / 2 ** 32));
  return bytes;
}

function encodedLength(node: TrieNode): number {
  if (node.kind !== 'branch') {
    const targetLength = node.kind === 'leaf' ? VALUE_REF_BYTES : HASH_LENGTH;
    return PATH_OFFSET + hexPrefixLength(node.path.length) + targetLength + MEMORY_USAGE_BYTES;
  }
  const valueLength = node.value === null ? 0 : VALUE_REF_BYTES;
  return 1 + valueLength + 2 + node.childHashes.length + MEMORY_USAGE_BYTES;
}

function writeValueRef(bytes: Uint8Array, offset: number, value: ValueRef): void {
  writeU32(bytes, offset, value.valueLength);
  bytes.set(value.valueHash, offset + 4);
}

/** The result shares the memory of `bytes`. Throws a PerigeeError of code `trie_node`. */
export function decodeNode(bytes: Uint8Array): TrieNode {
  const memoryUsage = readMemoryUsage(bytes);
  const end = bytes.length - MEMORY_USAGE_BYTES;
  const tag = bytes[0];
  if (tag === LEAF_TAG || tag === EXTENSION_TAG) {
    const isLeaf = tag === LEAF_TAG;
    const offset = readPathEnd(bytes, end, isLeaf);
    const start = hexPrefixStart(bytes[PATH_OFFSET]!);
    const path = keyToNibbles(bytes.subarray(PATH_OFFSET, offset), start);
    requireEnd(offset + (isLeaf ? VALUE_REF_BYTES : HASH_LENGTH), end);
    if (isLeaf) return { kind: 'leaf', path, value: readValueRef(bytes, offset), memoryUsage };
    return { kind: 'extension', path, child: readHash(bytes, offset), memoryUsage };
  }
  if (tag !== BRANCH_TAG && tag !== BRANCH_WITH_VALUE_TAG) throw malformed('unknown tag');
  const hasValue = tag === BRANCH_WITH_VALUE_TAG;
  const maskOffset = hasValue ? 1 + VALUE_REF_BYTES : 1;
  if (maskOffset + 2 > end) throw malformed('too short');
  const value = hasValue ? readValueRef(bytes, 1) : null;
  const childMask = readMask(bytes, maskOffset);
  const childHashes = bytes.subarray(maskOffset + 2, end);
  if (childHashes.length !== countBits(childMask) * HASH_LENGTH) throw malformed('wrong children');
  return { kind: 'branch', childMask, childHashes, value, memoryUsage };
}

/** Where a walk along a key goes from a node: on to a child, or to its end. */
type Step = { readonly child: Hash; readonly depth: number } | { readonly value: ValueRef | null };

const ABSENT: Step = { value: null };

/**
 * Follows `key` from a node, with `depth` nibbles already consumed. It reads only what it needs
 * from the bytes of a well-formed node, because a lookup passes many wide branches.
 */
export function stepAlong(bytes: Uint8Array, key: Uint8Array, depth: number): Step {
  const tag = bytes[0];
  if (tag === LEAF_TAG || tag === EXTENSION_TAG) {
    const pathEnd = PATH_OFFSET + readU32(bytes, 1);
    const next = matchPath(bytes, pathEnd, key, depth);
    if (next === null) return ABSENT;
    if (tag === EXTENSION_TAG) return { child: readHash(bytes, pathEnd), depth: next };
    return next === 2 * key.length ? { value: readValueRef(bytes, pathEnd) } : ABSENT;
  }
  const hasValue = tag === BRANCH_WITH_VALUE_TAG;
  if (depth === 2 * key.length) return hasValue ? { value: readValueRef(bytes, 1) } : ABSENT;
  const maskOffset = hasValue ? 1 + VALUE_REF_BYTES : 1;
  const childMask = readMask(bytes, maskOffset);
  const offset = childOffset(childMask, nibbleAt(key, depth));
  if (offset === null) return ABSENT;
  return { child: readHash(bytes, maskOffset + 2 + offset), depth: depth + 1 };
}

/** The depth after the node's path, or null when `key` leaves it. */
function matchPath(
  bytes: Uint8Array,
  pathEnd: number,
  key: Uint8Array,
  depth: number,
): number | null {
  const keyEnd = 2 * key.length;
  for (let i = 2 * PATH_OFFSET + hexPrefixStart(bytes[PATH_OFFSET]!); i < 2 * pathEnd; i++) {
    if (depth === keyEnd || nibbleAt(bytes, i) !== nibbleAt(key, depth)) return null;
    depth++;
  }
  return depth;
}

function readPathEnd(bytes: Uint8Array, end: number, isLeaf: boolean): number {
  if (end <= PATH_OFFSET) throw malformed('too short');
  const pathEnd = PATH_OFFSET + readU32(bytes, 1);
  if (pathEnd <= PATH_OFFSET || pathEnd > end) throw malformed('wrong path length');
  if (!isHexPrefix(bytes[PATH_OFFSET]!, isLeaf)) throw malformed('wrong path prefix');
  return pathEnd;
}

function readMemoryUsage(bytes: Uint8Array): number {
  const offset = bytes.length - MEMORY_USAGE_BYTES;
  if (offset < 1) throw malformed('too short');
  const memoryUsage = readU32(bytes, offset) + readU32(bytes, offset + 4) * 2 ** 32;
  if (!Number.isSafeInteger(memoryUsage)) throw malformed('memory usage too large');
  return memoryUsage;
}

function readValueRef(bytes: Uint8Array, offset: number): ValueRef {
  return { valueLength: readU32(bytes, offset), valueHash: readHash(bytes, offset + 4) };
}

function readHash(bytes: Uint8Array, offset: number): Hash {
  return bytes.subarray(offset, offset + HASH_LENGTH);
}

function readMask(bytes: Uint8Array, offset: number): number {
  return bytes[offset]! | (bytes[offset + 1]! << 8);
}

function readU32(bytes: Uint8Array, offset: number): number {
  const low = bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16);
  return low + bytes[offset + 3]! * 2 ** 24;
}

function writeU32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value & 0xff;
  bytes[offset + 1] = (value >>> 8) & 0xff;
  bytes[offset + 2] = (value >>> 16) & 0xff;
  bytes[offset + 3] = value >>> 24;
}

function requireEnd(offset: number, end: number): void {
  if (offset !== end) throw malformed(offset < end ? 'trailing bytes' : 'too short');
}

function malformed(reason: string): PerigeeError<TrieNodeError> {
  return new PerigeeError<TrieNodeError>({ code: 'trie_node' }, `malformed trie node: ${reason}`);
}
