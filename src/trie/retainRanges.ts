/**
 * The part of a trie whose keys lie in some ranges. Subtrees that are wholly inside are kept as
 * they are and those outside are dropped, so only the paths of the bounds are read and rebuilt:
 * the cost depends on the number and length of the bounds, not on the size of the trie.
 */

import type { Hash } from '../base/crypto/hash.ts';
import { keyToNibbles, type Nibbles } from './nibbles.ts';
import type { NodeReader } from './nodeReader.ts';
import { childMaskOf, childOf, createJunction, type Subtree } from './trieJunction.ts';
import { BRANCH_WIDTH } from './trieNode.ts';
import { pathOf, rootSubtree, type TrieChanges, TrieRebuild } from './trieRebuild.ts';

/** Keys from `start` on, before `end`. */
export type KeyRange = { readonly start: Uint8Array; readonly end: Uint8Array };

/** Ranges that touch each other should be one, or the path between them is read in vain. */
export function retainRanges(
  reader: NodeReader,
  root: Hash,
  ranges: readonly KeyRange[],
): TrieChanges {
  return new Retention(reader, ranges).run(root);
}

type NibbleRange = { readonly start: Nibbles; readonly end: Nibbles };

class Retention {
  readonly #rebuild: TrieRebuild;
  readonly #ranges: readonly NibbleRange[];

  constructor(reader: NodeReader, ranges: readonly KeyRange[]) {
    this.#rebuild = new TrieRebuild(reader);
    this.#ranges = ranges.map(({ start, end }) => ({
      start: keyToNibbles(start),
      end: keyToNibbles(end),
    }));
  }

  run(root: Hash): TrieChanges {
    const before = rootSubtree(root);
    return this.#rebuild.finish(before === null ? null : this.#retain(before, []));
  }

  /** Recurses along bounds only, so the depth is limited by their length. */
  #retain(before: Subtree, path: readonly number[]): Subtree | null {
    const coverage = this.#coverageOf(path);
    if (coverage !== 'partial') return coverage === 'all' ? before : null;
    const node = this.#rebuild.load(before);
    const prefix = pathOf(node);
    const place = [...path, ...prefix];
    if (node.kind === 'leaf') return this.#holds(place) ? before : null;
    const placeCoverage = this.#coverageOf(place);
    if (placeCoverage !== 'partial') return placeCoverage === 'all' ? before : null;
    const junction = createJunction(before, path.at(-1) ?? 0, prefix);
    this.#rebuild.fillJunction(junction, node, prefix.length);
    if (junction.value !== null && !this.#holds(place)) {
      junction.value = null;
      junction.isChanged = true;
    }
    const mask = childMaskOf(junction);
    for (let nibble = 0; nibble < BRANCH_WIDTH; nibble++) {
      if ((mask & (1 << nibble)) === 0) continue;
      const child = childOf(junction, nibble)!;
      const after = this.#retain(child, [...place, nibble]);
      this.#rebuild.replaceChild(junction, { nibble, before: child }, after);
    }
    return this.#rebuild.closeJunction(junction);
  }

  /** How many of the keys that begin with `path` lie in a range. */
  #coverageOf(path: readonly number[]): 'all' | 'partial' | 'none' {
    let coverage: 'partial' | 'none' = 'none';
    for (const { start, end } of this.#ranges) {
      const isBeforeEnd = compare(path, end) < 0;
      if (!isBeforeEnd || isBelow(path, start)) continue;
      if (compare(path, start) >= 0 && isBelow(path, end)) return 'all';
      coverage = 'partial';
    }
    return coverage;
  }

  /** Whether the key that ends at `path` lies in a range. */
  #holds(path: readonly number[]): boolean {
    return this.#ranges.some(
      ({ start, end }) => compare(path, start) >= 0 && compare(path, end) < 0,
    );
  }
}

/** Where two paths differ, or the length of the shorter one. */
function sharedLength(a: readonly number[], b: Nibbles): number {
  const limit = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < limit && a[shared] === b[shared]) shared++;
  return shared;
}

function compare(a: readonly number[], b: Nibbles): number {
  const shared = sharedLength(a, b);
  if (shared === a.length || shared === b.length) return a.length - b.length;
  return a[shared]! - b[shared]!;
}

/** Whether every key that begins with `path` comes before `bound`. */
function isBelow(path: readonly number[], bound: Nibbles): boolean {
  const shared = sharedLength(path, bound);
  return shared < path.length && shared < bound.length && path[shared]! < bound[shared]!;
}
