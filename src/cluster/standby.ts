// A second writer on standby: it copies the cluster into its own store, block by block, and takes
// over when the writer is gone. Once the term has changed, the old writer cannot move the head any
// more, so the copy that follows is complete, and the chain continues from there.

import { equalBytes } from '../base/bytes/bytes.ts';
import { Caches } from '../base/collections/caches.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { readBlockRows } from '../chain/blocks/blockRows.ts';
import { writeTip } from '../chain/blocks/writeBlock.ts';
import { genesisFingerprint } from '../chain/blocks/writeGenesis.ts';
import { Column } from '../chain/columns/columns.ts';
import { StoredChain } from '../chain/stored/storedChain.ts';
import { writeRules } from '../chain/stored/storedRules.ts';
import { sourceClock } from '../follow/sources/sourceClock.ts';
import { readHome } from '../home/homeFolder.ts';
import { lockHome } from '../home/lockFile.ts';
import { type ProtocolRules, SNAPSHOT_RULES } from '../params/protocolRules.ts';
import { openStore } from '../store/openStore.ts';
import { Batch, type Store } from '../store/store.ts';
import { metaKey } from '../store/storeKeys.ts';
import { runSuspended } from '../store/suspendedRead.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createClusterError, formatCassandraAddress, parseCassandraAddress } from './cassandra.ts';
import { Cluster, type ClusterState, type ClusterTips } from './cluster.ts';
import { ClusterReader } from './clusterReader.ts';
import { ClusterView } from './clusterView.ts';
import { copyState } from './copyRows.ts';
import { listFirstKeys, stateRootsAfter } from './rowsOfBlock.ts';
import { verifyRow } from './verifyRow.ts';
import { isClusterRefusal } from './writer/clusterWriter.ts';
import { clusterWriterName } from './writer/writerThread.ts';
import { parseNodeNote } from './writerNote.ts';

const POLL_MS = 500;

interface StandbyOptions {
  readonly cluster: string;
  readonly home: string;
  readonly logger: Logger;
}

interface Candidate {
  readonly name: string;
  readonly leaseSeconds: number;
  readonly logger: Logger;
}

/** Resolves with true when this node holds the cluster and its store has all blocks. */
export async function standBy(options: StandbyOptions, signal: AbortSignal): Promise<boolean> {
  const unlock = lockHome(options.home);
  try {
    const { genesis, storePath } = readHome(options.home);
    const store = await openStore({
      path: storePath,
      report: (line) => options.logger.warn(line),
    });
    try {
      return await watch(new ChainCopy(store, genesisFingerprint(genesis)), options, signal);
    } finally {
      await store.close();
    }
  } finally {
    unlock();
  }
}

async function watch(
  copy: ChainCopy,
  { home, logger, cluster: text }: StandbyOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const address = parseCassandraAddress(text);
  const candidate = { name: clusterWriterName(home), leaseSeconds: address.leaseSeconds, logger };
  let cluster: Cluster | null = null;
  let isAway = false;
  logger.info(`standing by for ${formatCassandraAddress(address)}`);
  try {
    while (!signal.aborted) {
      try {
        cluster ??= await Cluster.open(address, { create: false });
        if (await takeOver(cluster, copy, candidate)) return true;
        isAway = false;
      } catch (error) {
        if (isClusterRefusal(error)) throw error;
        if (!isAway) logger.warn((error as Error).message);
        isAway = true;
      }
      await sourceClock.sleep(POLL_MS, signal);
    }
    return false;
  } finally {
    await cluster?.close().catch(() => {});
  }
}

/** Polls the cluster once: copies new blocks, and claims it if there is no writer. */
async function takeOver(cluster: Cluster, copy: ChainCopy, candidate: Candidate): Promise<boolean> {
  const { name, leaseSeconds, logger } = candidate;
  const state = await cluster.settledState();
  await copy.follow(cluster, state);
  if (state.writer !== null) return false;
  const term = await cluster.claim(state, name, leaseSeconds);
  if (term === null) return false;
  await copy.follow(cluster, await cluster.settledState());
  logger.info(`taking over the cluster, in term ${term}`);
  return true;
}

/** A chain in a local store, as far as a cluster has it. Each block is one commit. */
class ChainCopy {
  readonly #store: Store;
  readonly #fingerprint: Hash;
  #view: ClusterView | null = null;
  #rules: ProtocolRules = SNAPSHOT_RULES;

  constructor(store: Store, fingerprint: Hash) {
    this.#store = store;
    this.#fingerprint = fingerprint;
  }

  async follow(cluster: Cluster, { tips }: ClusterState): Promise<void> {
    if (tips === null) return;
    this.#view ??= createView(cluster, await this.#findRules(cluster));
    const view = this.#view;
    await view.moveTo(tips);
    for (;;) {
      const next = await this.#next(view, tips);
      if (next === null) return;
      await this.#copy(view, next, tips);
    }
  }

  /** Those of the writer's note; a cluster with blocks has one. */
  async #findRules(cluster: Cluster): Promise<ProtocolRules> {
    const note = await cluster.note('node');
    if (note !== null) this.#rules = parseNodeNote(note).rules;
    return this.#rules;
  }

  async #next(view: ClusterView, tips: ClusterTips): Promise<Hash | null> {
    if (this.#store.get(Column.meta, metaKey('chain')) === undefined) return tips.tail.hash;
    const stored = new StoredChain(this.#store);
    const head = stored.head();
    const isOfCluster = await this.#isOfCluster(head.hash, stored.genesis().hash, tips);
    if (!isOfCluster) throw foreign(head.hash);
    return runSuspended(() => view.chain.nextHash(head.hash));
  }

  async #isOfCluster(head: Hash, genesis: Hash, tips: ClusterTips): Promise<boolean> {
    if (!equalBytes(genesis, tips.tail.hash)) return false;
    const view = this.#view as ClusterView;
    return (await runSuspended(() => view.chain.block(head))) !== null;
  }

  async #copy(view: ClusterView, hash: Hash, tips: ClusterTips): Promise<void> {
    const { reader } = view;
    const { block, rows } = await runSuspended(() => readBlockRows(reader, hash));
    const batch = new Batch();
    for (const { column, key, value } of rows) batch.putBytes(column, key, value);
    const { height } = block.header.lite;
    writeTip(batch, 'head', { hash, height });
    const isFirst = equalBytes(hash, tips.tail.hash);
    const { lastFinalBlock } = block.header.rest;
    const final = isFirst ? null : await runSuspended(() => view.chain.block(lastFinalBlock));
    if (isFirst) {
      batch.put(Column.meta, 'chain', this.#fingerprint);
      writeRules(batch, this.#rules);
      writeTip(batch, 'tail', tips.tail);
    }
    const finalHeight = final?.header.lite.height;
    if (finalHeight !== undefined) {
      writeTip(batch, 'finalHead', { hash: lastFinalBlock, height: finalHeight });
    } else if (isFirst) {
      writeTip(batch, 'finalHead', tips.tail);
    }
    const roots = await runSuspended(() => [...stateRootsAfter(reader, hash).values()]);
    const store = this.#store;
    if (isFirst) await this.#copyFirstKeys(reader, roots);
    store.commit(await copyState(batch, { reader, store, roots, inPieces: false }));
  }

  /** The initial keys follow from the state, which is copied before the block. */
  async #copyFirstKeys(reader: ClusterReader, roots: readonly Hash[]): Promise<void> {
    const store = this.#store;
    store.commit(await copyState(new Batch(), { reader, store, roots, inPieces: true }));
    const batch = new Batch();
    for (const { column, key, value } of listFirstKeys(store, roots))
      batch.putBytes(column, key, value);
    store.commit(batch);
  }
}

function createView(cluster: Cluster, rules: ProtocolRules): ClusterView {
  const caches = new Caches(['copy']);
  return new ClusterView(new ClusterReader(cluster, { caches, verify: verifyRow }), rules, caches);
}

function foreign(head: Hash): Error {
  return createClusterError(
    'cluster_refused',
    `the store ends with block ${formatHash(head)}, which the cluster does not have: it has gone ` +
      'on without the cluster, or is another chain; remove the data folder and start again',
  );
}
