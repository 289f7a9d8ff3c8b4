// Writes the blocks of a local store to a cluster, after the chain and without delaying it: it
// reads what is committed, so a slow or unreachable cluster only falls behind. Rows named by their
// own hash are written first, then those under heights and ids, then the head; writing a row again
// has no effect. One node writes at a time: it holds the cluster's term, and stops when another
// node has started the next term.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { Caches } from '../../base/collections/caches.ts';
import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import { Column } from '../../chain/columns/columns.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { ColumnRow } from '../../store/store.ts';
import type { RowBundle } from '../bundleRows.ts';
import { listBundles } from '../bundles.ts';
import { type CassandraError, createClusterError } from '../cassandra.ts';
import type { Cluster, ClusterState, ClusterTip, ClusterTips, NoteName } from '../cluster.ts';
import { placementOf } from '../clusterTables.ts';
import { RING_ROWS, type StateKind } from '../rowsOfBlock.ts';
import { type RefreshedStore, StepRows } from './stepRows.ts';

/** How much is read ahead of the cluster; the head moves once for all of it. */
const BLOCKS_PER_STEP = 64;
const BYTES_PER_STEP = 2 * 1024 * 1024;
/** The rows of one block, most of all of a genesis, are sent in pieces of this size. */
const BYTES_PER_WRITE = 4 * 1024 * 1024;
const RENEWALS_PER_LEASE = 4;

interface ClusterWriterParts {
  readonly cluster: Cluster;
  readonly store: RefreshedStore;
  /** The name of the writer, unique among nodes. */
  readonly writer: string;
  /** How long the cluster waits for its writer to renew the lease before another may take over. */
  readonly leaseSeconds: number;
  readonly state: StateKind;
  /** What front ends must know. */
  readonly notes: Readonly<Partial<Record<NoteName, string>>>;
  /** Milliseconds of any monotonic clock. */
  now(): number;
}

export class ClusterWriter {
  readonly #parts: ClusterWriterParts;
  readonly #rows: StepRows;
  readonly #chain: StoredChain;
  #term = 0;
  #head: ClusterTip | null = null;
  /** Whether the newest published blocks may lack their bundles. */
  #hasUnbundled = true;
  #renewedMs = 0;

  constructor(parts: ClusterWriterParts) {
    this.#parts = parts;
    const caches = new Caches(['writer']);
    this.#rows = new StepRows(parts.store, caches);
    this.#chain = new StoredChain(this.#rows, caches);
  }

  /** The height that the cluster has reached; null before its first block. */
  get height(): number | null {
    return this.#head?.height ?? null;
  }

  /** Starts a term. Rejects if another node holds the cluster. */
  async claim(): Promise<void> {
    const { cluster, writer, leaseSeconds, notes, now } = this.#parts;
    const state = await cluster.settledState();
    if (state.writer !== null && state.writer !== writer)
      throw heldByAnother(state.writer, state.term);
    const term = await cluster.claim(state, writer, leaseSeconds);
    if (term === null) throw heldByAnother('another node', state.term + 1);
    this.#term = term;
    this.#renewedMs = now();
    this.#head = state.tips?.head ?? null;
    for (const [name, text] of Object.entries(notes)) await cluster.putNote(name as NoteName, text);
  }

  /** Renews the lease now and then. Rejects if another node has taken over. */
  async renew(): Promise<void> {
    const { cluster, writer, leaseSeconds, now } = this.#parts;
    if (now() - this.#renewedMs < (leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE) return;
    this.#renewedMs = now();
    if (!(await cluster.renew(this.#term, writer, leaseSeconds))) await this.#explainLoss();
  }

  async release(): Promise<void> {
    await this.#parts.cluster.release(this.#term);
  }

  /** Writes blocks until the cluster has all, and moves its head with each step. */
  async catchUp(
    onStep: (height: number) => void,
    isStopped: () => boolean = () => false,
  ): Promise<void> {
    this.#rows.refresh();
    if (!this.#hasHead()) return;
    if (this.#hasUnbundled) await this.#bundle(this.#lastStep());
    for (let step = this.#nextStep(); step.length > 0 && !isStopped(); step = this.#nextStep()) {
      const { written, tips } = await this.#write(step);
      await this.#publish(tips);
      onStep(tips.head.height);
      await this.#bundle(written);
      await this.renew();
      this.#rows.refresh();
    }
  }

  /**
   * The local chain must be the one on the cluster. A follower reaches the cluster's head in time;
   * false until then.
   */
  #hasHead(): boolean {
    const head = this.#head;
    if (head === null || this.#chain.block(head.hash) !== null) return true;
    const isFlat = this.#parts.state === 'flat';
    if (isFlat && this.#chain.head().height < head.height) return false;
    throw createClusterError(
      'cluster_refused',
      `the cluster ends with block ${formatHash(head.hash)} at height ${head.height}, which this ` +
        (isFlat
          ? 'node does not have: it began after it, or follows another chain; begin at or before ' +
            'that block, or name another keyspace'
          : 'chain does not have: another writer has gone on without this node, or it is another ' +
            'chain; remove the data folder and start with --standby, or name another keyspace'),
    );
  }

  /** The hashes of the next blocks, from the one after the cluster's head. */
  #nextStep(): Hash[] {
    const hashes: Hash[] = [];
    const head = this.#chain.head().hash;
    let hash =
      this.#head === null ? this.#chain.genesis().hash : this.#chain.nextHash(this.#head.hash);
    while (hash !== null && hashes.length < BLOCKS_PER_STEP) {
      hashes.push(hash);
      hash = equalBytes(hash, head) ? null : this.#chain.nextHash(hash);
    }
    return hashes;
  }

  /** The newest published blocks, as many as a step may have. */
  #lastStep(): Hash[] {
    const hashes: Hash[] = [];
    let hash = this.#head?.hash;
    while (hash !== undefined && hashes.length < BLOCKS_PER_STEP) {
      const block = this.#chain.block(hash);
      if (block === null) break;
      hashes.push(hash);
      hash = block.header.prevHash;
    }
    return hashes;
  }

  /** Writes as many of the blocks as fit in a step, and returns the tips after them. */
  async #write(
    hashes: readonly Hash[],
  ): Promise<{ readonly written: readonly Hash[]; readonly tips: ClusterTips }> {
    const { cluster, state } = this.#parts;
    const outbox = new Outbox<ColumnRow>(rowBytes, (rows) => cluster.putRows(rows, this.#term));
    const placed: ColumnRow[] = [];
    const written: Hash[] = [];
    for (const hash of hashes) {
      for (const row of RING_ROWS[state](this.#rows, hash)) {
        if (placementOf(row.column).isSelfNamed) await outbox.put(row);
        else placed.push(row);
      }
      written.push(hash);
      if (outbox.bytes > BYTES_PER_STEP) break;
    }
    await outbox.flush();
    for (const row of placed) await outbox.put(row);
    await outbox.flush();
    return { written, tips: this.#tipsAfter(written.at(-1) as Hash) };
  }

  /**
   * Writes the bundles of published blocks. If this node stops before it has, it writes them after
   * its next claim.
   */
  async #bundle(hashes: readonly Hash[]): Promise<void> {
    const { cluster, state } = this.#parts;
    this.#hasUnbundled = true;
    const outbox = new Outbox<RowBundle>(bundleBytes, (bundles) =>
      cluster.putBundles(bundles, this.#term),
    );
    const from = { store: this.#rows, state, chain: this.#chain };
    for (const hash of hashes) {
      for (const bundle of listBundles(from, hash)) await outbox.put(bundle);
    }
    await outbox.flush();
    this.#hasUnbundled = false;
  }

  #tipsAfter(hash: Hash): ClusterTips {
    const block = requireRow(this.#chain.block(hash), Column.block, hash);
    const tail = this.#chain.genesis();
    const { lastFinalBlock } = block.header.rest;
    const final = this.#chain.block(lastFinalBlock);
    return {
      head: { hash, height: block.header.lite.height },
      finalHead: final === null ? tail : { hash: lastFinalBlock, height: final.header.lite.height },
      tail,
    };
  }

  /** A compare-and-set whose response was lost may still have moved the head. */
  async #publish(tips: ClusterTips): Promise<void> {
    const { cluster } = this.#parts;
    if (!(await cluster.publish(this.#term, this.#head, tips))) {
      const state = await this.#explainLoss();
      if (state.tips?.head.height !== tips.head.height) {
        throw createClusterError(
          'cluster_refused',
          'the head of the cluster was moved by another node',
        );
      }
    }
    this.#head = tips.head;
  }

  /** After a failure: reads the head of the cluster. Rejects if the term is over. */
  async recover(): Promise<void> {
    const state = await this.#explainLoss();
    this.#head = state.tips?.head ?? null;
  }

  async #explainLoss(): Promise<ClusterState> {
    const state = await this.#parts.cluster.settledState();
    if (state.term === this.#term) return state;
    const by = state.writer ?? 'another node';
    throw createClusterError(
      'cluster_refused',
      `${by} has taken over the cluster (term ${state.term}, this node had ${this.#term})`,
    );
  }
}

/** Whether a retry is pointless. */
export function isClusterRefusal(error: unknown): boolean {
  if (!(error instanceof PerigeeError)) return true;
  const { code } = error as PerigeeError<CassandraError>;
  return code !== 'cluster_unreachable' && code !== 'cluster_busy';
}

function heldByAnother(writer: string, term: number): PerigeeError<CassandraError> {
  return createClusterError(
    'cluster_refused',
    `the cluster is written by ${writer} (term ${term}); a cluster has one writer: stop that ` +
      'one, or start this one with --standby',
  );
}

function rowBytes({ key, value }: ColumnRow): number {
  return key.length + value.length;
}

function bundleBytes({ rows }: RowBundle): number {
  return rows.reduce((sum, row) => sum + rowBytes(row), 0);
}

/** Rows or bundles to be sent, in pieces of bounded size. */
class Outbox<T> {
  readonly #bytesOf: (item: T) => number;
  readonly #send: (items: readonly T[]) => Promise<void>;
  #items: T[] = [];
  #waiting = 0;
  bytes = 0;

  constructor(bytesOf: (item: T) => number, send: (items: readonly T[]) => Promise<void>) {
    this.#bytesOf = bytesOf;
    this.#send = send;
  }

  async put(item: T): Promise<void> {
    const bytes = this.#bytesOf(item);
    this.#items.push(item);
    this.#waiting += bytes;
    this.bytes += bytes;
    if (this.#waiting >= BYTES_PER_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    const items = this.#items;
    this.#items = [];
    this.#waiting = 0;
    await this.#send(items);
  }
}
