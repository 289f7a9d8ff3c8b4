// The state that a receipt of another network was executed on: rows after the block before, which
// are asked for one by one, under the changes that its own block had made before it. Trie nodes are
// not known; what contracts paid for them is charged as planned.

import { HASH_ZERO, type Hash, sha256 } from '../base/crypto/hash.ts';
import { RecordedTrie } from '../state/recordedTrie.ts';
import type { TrieNodeCounts } from '../state/seenNodes.ts';
import { TRIE_COLUMN } from '../state/trieKey.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { EMPTY_TRIE, type ListedRow, type Trie } from '../trie/trie.ts';
import type { ValueRef } from '../trie/trieNode.ts';
import type { TrieChanges } from '../trie/trieRebuild.ts';

/** Rows before a receipt. */
export interface RowsBefore {
  get(key: Uint8Array): Uint8Array | null;
  /** Of access keys with a prefix, in order. */
  keys(prefix: Uint8Array): readonly Uint8Array[];
  /** Whether its own block has written the row before: its trie nodes are free then. */
  isPending(key: Uint8Array): boolean;
}

/** Rows that nodes show to anybody. */
const SHOWN: ReadonlySet<number | undefined> = new Set([
  TRIE_COLUMN.account,
  TRIE_COLUMN.contractCode,
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
  TRIE_COLUMN.globalContractCode,
]);

class PastValue implements ValueRef {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get valueLength(): number {
    return this.bytes.length;
  }

  get valueHash(): Hash {
    return sha256(this.bytes);
  }
}

/** Whether a contract is waiting to be resumed is not shown to anybody, so it is assumed. */
export type YieldAssumption = Uint8Array | null;

export class PastTrie implements Trie {
  readonly canProve = false;
  readonly nodes: NodeReader = EMPTY_TRIE.nodes;
  readonly #rows: RowsBefore;
  readonly #yieldStatus: YieldAssumption;
  readsHidden = false;

  constructor(rows: RowsBefore, yieldStatus: YieldAssumption) {
    this.#rows = rows;
    this.#yieldStatus = yieldStatus;
  }

  find(_root: Hash, key: Uint8Array): ValueRef | null {
    const value = SHOWN.has(key[0]) ? this.#rows.get(key) : this.#assume(key);
    return value === null ? null : new PastValue(value);
  }

  read(ref: ValueRef): Uint8Array {
    return (ref as PastValue).bytes;
  }

  /** The deletion of an account lists its rows; what it burns depends on its keys alone. */
  keys(_root: Hash, prefix: Uint8Array): Uint8Array[] {
    return prefix[0] === TRIE_COLUMN.accessKey ? [...this.#rows.keys(prefix)] : [];
  }

  *rows(): Generator<ListedRow> {}

  update(): TrieChanges {
    return { root: HASH_ZERO, insertions: new Map() };
  }

  #assume(key: Uint8Array): Uint8Array | null {
    this.readsHidden = true;
    if (key[0] === TRIE_COLUMN.yieldIdToDataId) return this.#yieldStatus && HASH_ZERO;
    return key[0] === TRIE_COLUMN.promiseYieldStatus ? this.#yieldStatus : null;
  }
}

/** What all lookups of a receipt for writes have cost together. */
export interface NodeTotals {
  readonly touched: number;
  readonly cached: number;
  /** How many lookups there were. */
  readonly lookups: number;
}

export class PastState extends RecordedTrie {
  readonly #past: PastTrie;
  readonly #rows: RowsBefore;
  readonly #totals: NodeTotals;
  #lookups = 0;

  constructor(rows: RowsBefore, totals: NodeTotals, yieldStatus: YieldAssumption) {
    const past = new PastTrie(rows, yieldStatus);
    super(past, HASH_ZERO);
    this.#past = past;
    this.#rows = rows;
    this.#totals = totals;
  }

  /** Lookups that were charged. */
  get lookups(): number {
    return this.#lookups;
  }

  /** Whether anything was read that nobody shows. */
  get readsHidden(): boolean {
    return this.#past.readsHidden;
  }

  /** Every lookup costs an equal part of the whole. */
  override findCounted(key: Uint8Array, counts: TrieNodeCounts): ValueRef | null {
    const found = this.find(key);
    if (this.#rows.isPending(key)) return found;
    const { touched, cached, lookups } = this.#totals;
    const turn = this.#lookups++;
    counts.touched += partOf(touched, turn, lookups);
    counts.cached += partOf(cached, turn, lookups);
    return found;
  }

  /** The value is one of the nodes that the lookup has counted. */
  override readCounted(ref: ValueRef): Uint8Array {
    return this.read(ref);
  }
}

function partOf(total: number, turn: number, turns: number): number {
  if (turn >= turns) return 0;
  return Math.floor((total * (turn + 1)) / turns) - Math.floor((total * turn) / turns);
}
