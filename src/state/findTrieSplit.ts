// The account at which a shard's state falls into two parts of about the same weight. The four
// largest columns are walked down in step, towards the middle of their common weight; each place
// on the way that is an account id is a candidate. Follows core/store/src/trie/split.rs of the
// reference exactly, as its result is part of chunk headers. It reads at most 64 nodes for each
// nibble of an account id.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { nibblesToKey } from '../trie/nibbles.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { openCursor, type TrieCursor } from '../trie/trieCursor.ts';
import { BRANCH_WIDTH } from '../trie/trieNode.ts';
import { isEmptyRoot } from '../trie/trieRead.ts';
import { isAccountId } from '../types/accountId.ts';
import type { TrieSplit } from '../types/trieSplit.ts';
import { ACCESS_KEY_SEPARATOR, SEPARATOR, TRIE_COLUMN } from './trieKey.ts';

/** Null if the state has no place where it can be split. */
export function findTrieSplit(nodes: NodeReader, root: Hash): TrieSplit | null {
  return isEmptyRoot(root) ? null : new SplitSearch(nodes, root).run();
}

/** The smallest id after an account's own, before those of all longer names that begin like it. */
const SUFFIX = '-0';

class SplitSearch {
  #accounts: TrieCursor;
  #code: TrieCursor;
  #accessKeys: TrieCursor;
  #data: TrieCursor;
  readonly #path: number[] = [];
  /** The memory usage before the path, after it, and below it; their sum never changes. */
  #left = 0;
  #right = 0;
  #middle: number;
  #best: TrieSplit | null = null;

  constructor(nodes: NodeReader, root: Hash) {
    const openColumn = (column: number) =>
      nibblesOf(column).reduce((cursor, nibble) => cursor.descend(nibble), openCursor(nodes, root));
    this.#accounts = openColumn(TRIE_COLUMN.account);
    this.#code = openColumn(TRIE_COLUMN.contractCode);
    this.#accessKeys = openColumn(TRIE_COLUMN.accessKey);
    this.#data = openColumn(TRIE_COLUMN.contractData);
    this.#middle = this.#sum((cursor) => cursor.memory);
  }

  run(): TrieSplit | null {
    for (let nibble = this.#nextNibble(); nibble !== null; nibble = this.#nextNibble()) {
      this.#step(nibble);
      this.#consider();
    }
    if (this.#path.length % 2 === 1) {
      // Half a byte is no account id.
      const nibble = this.#accounts.firstNibble;
      this.#childMemories();
      if (nibble === null) return null;
      this.#step(nibble);
      this.#consider();
    }
    return this.#best;
  }

  /** The nibble that leads towards the middle, or null at the end of the search. */
  #nextNibble(): number | null {
    if (this.#accounts.firstNibble === null) return null;
    const left = this.#left + this.#ownMemory();
    const half = Math.floor((this.#left + this.#right + this.#middle) / 2);
    if (left > half) return null;
    const nibble = findMiddle(this.#childMemories(), half - left);
    return nibble !== null && this.#accounts.canDescend(nibble) ? nibble : null;
  }

  #step(nibble: number): void {
    const memories = this.#childMemories();
    const below = memories[nibble]!;
    const before = memories.slice(0, nibble).reduce((sum, memory) => sum + memory, 0);
    const left = before + this.#ownMemory();
    this.#left += left;
    this.#right += this.#middle - left - below;
    this.#middle = below;
    this.#accounts = this.#accounts.descend(nibble);
    this.#code = this.#code.descend(nibble);
    this.#accessKeys = this.#accessKeys.descend(nibble);
    this.#data = this.#data.descend(nibble);
    this.#path.push(nibble);
  }

  /** Compares the splits at the path with the best so far; on a tie the earlier one stays. */
  #consider(): void {
    if (this.#path.length % 2 === 1) return;
    const account = bytesToUtf8(nibblesToKey(this.#path));
    const isAccount = isAccountId(account);
    if (isAccount) {
      this.#propose({
        boundaryAccount: account,
        leftMemory: this.#left,
        rightMemory: this.#right + this.#middle,
      });
    }
    if (!isAccountId(account + SUFFIX)) return;
    const kept = this.#ownMemory() + (isAccount ? this.#attachedMemory() : 0);
    this.#propose({
      boundaryAccount: account + SUFFIX,
      leftMemory: this.#left + kept,
      rightMemory: this.#right + this.#middle - kept,
    });
  }

  #propose(split: TrieSplit): void {
    if (this.#best === null || imbalance(split) < imbalance(this.#best)) this.#best = split;
  }

  /** The memory usage of the account's rows whose keys go on after its name. */
  #attachedMemory(): number {
    return (
      this.#accessKeys.memoryBelow(nibblesOf(ACCESS_KEY_SEPARATOR)) +
      this.#data.memoryBelow(nibblesOf(SEPARATOR))
    );
  }

  #ownMemory(): number {
    return this.#sum((cursor) => cursor.ownMemory);
  }

  #childMemories(): number[] {
    return Array.from({ length: BRANCH_WIDTH }, (_, nibble) =>
      this.#sum((cursor) => cursor.childMemories[nibble]!),
    );
  }

  #sum(weigh: (cursor: TrieCursor) => number): number {
    return weigh(this.#accounts) + weigh(this.#code) + weigh(this.#accessKeys) + weigh(this.#data);
  }
}

/**
 * The first nibble with which the sum exceeds `threshold`; if there is none, the last one with
 * anything below it.
 */
function findMiddle(memories: readonly number[], threshold: number): number | null {
  let sum = 0;
  const middle = memories.findIndex((memory) => {
    sum += memory;
    return sum > threshold;
  });
  const nibble = middle === -1 ? memories.findLastIndex((memory) => memory > 0) : middle;
  return nibble === -1 ? null : nibble;
}

function imbalance({ leftMemory, rightMemory }: TrieSplit): number {
  return Math.abs(leftMemory - rightMemory);
}

function nibblesOf(byte: number): [number, number] {
  return [byte >> 4, byte & 0x0f];
}
