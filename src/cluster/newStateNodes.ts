/**
 * The nodes and values of a state that the previous state did not have at the same place. Both
 * tries are walked side by side along the keys that differ; the same hash at the same place means
 * that everything below is the same, too. Depth costs no call stack.
 */

import { equalBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { NO_NIBBLES } from '../trie/nibbles.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { BRANCH_WIDTH, childAt, type TrieNode } from '../trie/trieNode.ts';
import { decodeNode } from '../trie/trieNodeBytes.ts';
import { isEmptyRoot } from '../trie/trieRead.ts';

interface StateRow {
  readonly hash: Hash;
  readonly bytes: Uint8Array;
}

/** A place in the former trie: a node, and how many nibbles of its path have been consumed. */
interface Place {
  readonly hash: Hash;
  readonly depth: number;
  /** Read and decoded when it is first needed: most places are only compared by their hash. */
  node: TrieNode | null;
}

export function* newStateRows(
  reader: NodeReader,
  root: Hash,
  formerRoot: Hash | null,
): Generator<StateRow> {
  if (isEmptyRoot(root)) return;
  const hasFormer = formerRoot !== null && !isEmptyRoot(formerRoot);
  const pending: { readonly hash: Hash; readonly former: Place | null }[] = [
    { hash: root, former: hasFormer ? { hash: formerRoot, depth: 0, node: null } : null },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { hash, former } = next;
    if (former?.depth === 0 && equalBytes(former.hash, hash)) continue;
    const bytes = reader.read(hash);
    yield { hash, bytes };
    const node = decodeNode(bytes);
    const path = node.kind === 'branch' ? NO_NIBBLES : node.path;
    let place = former;
    for (const nibble of path) place = step(reader, place, nibble);
    const valueHash = valueHashOf(node);
    if (valueHash !== null) {
      const formerValue = place === null ? null : valueAt(reader, place);
      if (formerValue === null || !equalBytes(formerValue, valueHash)) {
        yield { hash: valueHash, bytes: reader.read(valueHash) };
      }
    }
    if (node.kind === 'extension') pending.push({ hash: node.child, former: place });
    if (node.kind !== 'branch') continue;
    for (let nibble = 0; nibble < BRANCH_WIDTH; nibble++) {
      const child = childAt(node, nibble);
      if (child !== null) pending.push({ hash: child, former: step(reader, place, nibble) });
    }
  }
}

/** The hashes that a node refers to: those of nodes, and that of a value. */
export function hashesBelow(bytes: Uint8Array): {
  readonly nodes: Hash[];
  readonly value: Hash | null;
} {
  const node = decodeNode(bytes);
  if (node.kind === 'leaf') return { nodes: [], value: node.value.valueHash };
  if (node.kind === 'extension') return { nodes: [node.child], value: null };
  const nodes = Array.from({ length: BRANCH_WIDTH }, (_, nibble) => childAt(node, nibble));
  return { nodes: nodes.filter((child) => child !== null), value: valueHashOf(node) };
}

function nodeAt(reader: NodeReader, place: Place): TrieNode {
  place.node ??= decodeNode(reader.read(place.hash));
  return place.node;
}

function step(reader: NodeReader, at: Place | null, nibble: number): Place | null {
  if (at === null) return null;
  const node = nodeAt(reader, at);
  if (node.kind === 'branch') {
    const child = childAt(node, nibble);
    return child === null ? null : { hash: child, depth: 0, node: null };
  }
  if (node.path[at.depth] !== nibble) return null;
  const depth = at.depth + 1;
  const isThrough = node.kind === 'extension' && depth === node.path.length;
  return isThrough ? { hash: node.child, depth: 0, node: null } : { hash: at.hash, depth, node };
}

function valueAt(reader: NodeReader, place: Place): Hash | null {
  const node = nodeAt(reader, place);
  if (node.kind === 'leaf') return place.depth === node.path.length ? node.value.valueHash : null;
  return node.kind === 'branch' ? valueHashOf(node) : null;
}

function valueHashOf(node: TrieNode): Hash | null {
  return node.kind === 'extension' ? null : (node.value?.valueHash ?? null);
}
