/**
 * A place on a path through a trie, and what the subtree below it weighs. Unlike a node, a cursor
 * can be in the middle of a path that a leaf or an extension has in one piece. Weights are read
 * from the children, which therefore count as visited.
 */

import type { Hash } from '../base/crypto/hash.ts';
import type { Nibbles } from './nibbles.ts';
import type { NodeReader } from './nodeReader.ts';
import { BRANCH_WIDTH, type BranchNode, childAt } from './trieNode.ts';
import { decodeNode } from './trieNodeBytes.ts';

type Place =
  /** No key begins with the path. */
  | { readonly kind: 'cut'; readonly memory: 0 }
  /** The path is the key of a leaf. */
  | { readonly kind: 'leaf'; readonly memory: number }
  /** The node goes on for `rest`, which is not empty; the path of a leaf leads to no child. */
  | {
      readonly kind: 'path';
      readonly memory: number;
      readonly rest: Nibbles;
      readonly child: Hash | null;
    }
  | { readonly kind: 'branch'; readonly memory: number; readonly node: BranchNode };

const CUT: Place = { kind: 'cut', memory: 0 };

export class TrieCursor {
  readonly #reader: NodeReader;
  readonly #place: Place;
  #childMemories: readonly number[] | null = null;

  constructor(reader: NodeReader, place: Place) {
    this.#reader = reader;
    this.#place = place;
  }

  /** The memory usage of the node and of everything below it. */
  get memory(): number {
    return this.#place.memory;
  }

  /** The memory usage of the node without its children; nothing while its path goes on. */
  get ownMemory(): number {
    const place = this.#place;
    if (place.kind === 'leaf') return place.memory;
    const isEnding = place.kind === 'branch' || isLastStep(place);
    return isEnding ? place.memory - sum(this.childMemories) : 0;
  }

  /** The memory usage below each nibble. */
  get childMemories(): readonly number[] {
    this.#childMemories ??= this.#readChildMemories();
    return this.#childMemories;
  }

  /** The smallest nibble by which a key goes on, or null. */
  get firstNibble(): number | null {
    const place = this.#place;
    if (place.kind === 'path') return place.rest[0]!;
    if (place.kind !== 'branch') return null;
    return Math.log2(place.node.childMask & -place.node.childMask);
  }

  canDescend(nibble: number): boolean {
    const place = this.#place;
    if (place.kind === 'path') return place.rest[0] === nibble;
    return place.kind === 'branch' && childAt(place.node, nibble) !== null;
  }

  descend(nibble: number): TrieCursor {
    if (!this.canDescend(nibble)) return new TrieCursor(this.#reader, CUT);
    const place = this.#place;
    if (place.kind === 'branch') return openCursor(this.#reader, childAt(place.node, nibble)!);
    if (place.kind !== 'path') return new TrieCursor(this.#reader, CUT);
    const { memory, child } = place;
    const rest = place.rest.subarray(1);
    if (rest.length > 0) return new TrieCursor(this.#reader, { ...place, rest });
    if (child !== null) return openCursor(this.#reader, child);
    return new TrieCursor(this.#reader, { kind: 'leaf', memory });
  }

  /**
   * The memory usage below `nibbles`. A path that ends before all of them are used up counts as
   * nothing, even if its child goes on with the others: the reference does not look further.
   */
  memoryBelow(nibbles: readonly number[]): number {
    const [first, ...others] = nibbles;
    if (first === undefined) return this.memory;
    const place = this.#place;
    if (place.kind === 'path') {
      return nibbles.every((nibble, i) => place.rest[i] === nibble) ? place.memory : 0;
    }
    if (place.kind !== 'branch' || !this.canDescend(first)) return 0;
    return this.descend(first).memoryBelow(others);
  }

  #readChildMemories(): number[] {
    const place = this.#place;
    const memories = new Array<number>(BRANCH_WIDTH).fill(0);
    if (place.kind === 'path') {
      memories[place.rest[0]!] = isLastStep(place) ? this.#memoryOf(place.child) : place.memory;
    } else if (place.kind === 'branch') {
      for (let nibble = 0; nibble < BRANCH_WIDTH; nibble++) {
        const child = childAt(place.node, nibble);
        if (child !== null) memories[nibble] = this.#memoryOf(child);
      }
    }
    return memories;
  }

  #memoryOf(hash: Hash): number {
    return decodeNode(this.#reader.read(hash)).memoryUsage;
  }
}

/** A cursor at a node. */
export function openCursor(reader: NodeReader, hash: Hash): TrieCursor {
  const node = decodeNode(reader.read(hash));
  const { memoryUsage: memory } = node;
  if (node.kind === 'branch') return new TrieCursor(reader, { kind: 'branch', memory, node });
  if (node.path.length === 0) return new TrieCursor(reader, { kind: 'leaf', memory });
  const child = node.kind === 'extension' ? node.child : null;
  return new TrieCursor(reader, { kind: 'path', memory, rest: node.path, child });
}

/** Whether the next nibble leads to another node. */
function isLastStep(place: Place): place is Place & { kind: 'path'; child: Hash } {
  return place.kind === 'path' && place.rest.length === 1 && place.child !== null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
