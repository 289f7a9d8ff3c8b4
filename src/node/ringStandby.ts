// A second writer that waits: it copies the ring into a store of its own, block by block, and takes
// over when the writer is gone. The old writer cannot move the head any more once the term has
// changed, so the copy that is made after that is whole, and the chain goes on from there.

import { equalBytes } from '../base/bytes.ts';
import { formatHash, type Hash } from '../base/hash.ts';
import { readBlockRows } from '../chain/blockRows.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { writeTip } from '../chain/writeBlock.ts';
import { genesisFingerprint } from '../chain/writeGenesis.ts';
import {
  createRingError,
  formatCassandraAddress,
  parseCassandraAddress,
} from '../store/cassandra.ts';
import { Column } from '../store/columns.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { Ring, type RingState, type RingTips } from '../store/ring.ts';
import { RingReader } from '../store/ringReader.ts';
import { Batch, type Store } from '../store/store.ts';
import { metaKey } from '../store/storeKeys.ts';
import { readHome } from './homeFolder.ts';
import { lockHome } from './lockFile.ts';
import type { Logger } from './logger.ts';
import { copyState } from './ringCopy.ts';
import { listFirstKeys, stateRootsAfter } from './ringRows.ts';
import { ringWriterName } from './ringThread.ts';
import { verifyRow } from './ringVerify.ts';
import { RingView } from './ringView.ts';
import { isRingRefusal } from './ringWriter.ts';
import { sourceClock } from './sourceClock.ts';

const POLL_MS = 500;
const CACHE_BYTES = 64 * 1024 * 1024;

interface StandbyOptions {
  readonly ring: string;
  readonly home: string;
  readonly logger: Logger;
}

interface Candidate {
  readonly name: string;
  readonly leaseSeconds: number;
  readonly logger: Logger;
}

/** Resolves with true when the ring is this node's and its store has all blocks. */
export async function standBy(options: StandbyOptions, signal: AbortSignal): Promise<boolean> {
  const unlock = lockHome(options.home);
  try {
    const { genesis, storePath } = readHome(options.home);
    const store = await LmdbStore.open({
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
  { home, logger, ring: text }: StandbyOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const address = parseCassandraAddress(text);
  const candidate = { name: ringWriterName(home), leaseSeconds: address.leaseSeconds, logger };
  let ring: Ring | null = null;
  let isAway = false;
  logger.info(`stands by for ${formatCassandraAddress(address)}`);
  try {
    while (!signal.aborted) {
      try {
        ring ??= await Ring.open(address, { create: false });
        if (await takeOver(ring, copy, candidate)) return true;
        isAway = false;
      } catch (error) {
        if (isRingRefusal(error)) throw error;
        if (!isAway) logger.warn((error as Error).message);
        isAway = true;
      }
      await sourceClock.sleep(POLL_MS, signal);
    }
    return false;
  } finally {
    await ring?.close().catch(() => {});
  }
}

/** One look at the ring: copies what is new, and claims it when nobody writes. */
async function takeOver(ring: Ring, copy: ChainCopy, candidate: Candidate): Promise<boolean> {
  const { name, leaseSeconds, logger } = candidate;
  const state = await ring.settledState();
  await copy.follow(ring, state);
  if (state.writer !== null) return false;
  const term = await ring.claim(state, name, leaseSeconds);
  if (term === null) return false;
  await copy.follow(ring, await ring.settledState());
  logger.info(`takes over the ring, in term ${term}`);
  return true;
}

/** A chain in a store, as far as a ring has it. Each block is one commit. */
class ChainCopy {
  readonly #store: Store;
  readonly #fingerprint: Hash;
  #view: RingView | null = null;

  constructor(store: Store, fingerprint: Hash) {
    this.#store = store;
    this.#fingerprint = fingerprint;
  }

  async follow(ring: Ring, { tips }: RingState): Promise<void> {
    if (tips === null) return;
    this.#view ??= new RingView(
      new RingReader(ring, { cacheBytesMax: CACHE_BYTES, verify: verifyRow }),
    );
    const view = this.#view;
    await view.moveTo(tips);
    for (;;) {
      const next = await this.#next(view, tips);
      if (next === null) return;
      await this.#copy(view, next, tips);
    }
  }

  async #next(view: RingView, tips: RingTips): Promise<Hash | null> {
    if (this.#store.get(Column.meta, metaKey('chain')) === undefined) return tips.tail.hash;
    const stored = new StoredChain(this.#store);
    const head = stored.head();
    const isOfRing = await this.#isOfRing(head.hash, stored.genesis().hash, tips);
    if (!isOfRing) throw foreign(head.hash);
    return view.load(() => view.chain.nextHash(head.hash));
  }

  async #isOfRing(head: Hash, genesis: Hash, tips: RingTips): Promise<boolean> {
    if (!equalBytes(genesis, tips.tail.hash)) return false;
    const view = this.#view as RingView;
    return (await view.load(() => view.chain.block(head))) !== null;
  }

  async #copy(view: RingView, hash: Hash, tips: RingTips): Promise<void> {
    const { reader } = view;
    const { block, rows } = await view.load(() => readBlockRows(reader, hash));
    const batch = new Batch();
    for (const { column, key, value } of rows) batch.put(column, key, value);
    const { height } = block.header.lite;
    writeTip(batch, 'head', { hash, height });
    const isFirst = equalBytes(hash, tips.tail.hash);
    const { lastFinalBlock } = block.header.rest;
    const final = isFirst ? null : await view.load(() => view.chain.block(lastFinalBlock));
    if (isFirst) {
      batch.put(Column.meta, metaKey('chain'), this.#fingerprint);
      writeTip(batch, 'tail', tips.tail);
    }
    const finalHeight = final?.header.lite.height;
    if (finalHeight !== undefined) {
      writeTip(batch, 'finalHead', { hash: lastFinalBlock, height: finalHeight });
    } else if (isFirst) {
      writeTip(batch, 'finalHead', tips.tail);
    }
    const roots = await view.load(() => [...stateRootsAfter(reader, hash).values()]);
    const store = this.#store;
    if (isFirst) await this.#copyFirstKeys(reader, roots);
    store.commit(await copyState(batch, { reader, store, roots, inPieces: false }));
  }

  /** Who had which key at first follows from the state, which is copied before the block is. */
  async #copyFirstKeys(reader: RingReader, roots: readonly Hash[]): Promise<void> {
    const store = this.#store;
    store.commit(await copyState(new Batch(), { reader, store, roots, inPieces: true }));
    const batch = new Batch();
    for (const { column, key, value } of listFirstKeys(store, roots)) batch.put(column, key, value);
    store.commit(batch);
  }
}

function foreign(head: Hash): Error {
  return createRingError(
    'ring_refused',
    `the store ends with block ${formatHash(head)}, which the ring does not have: it has gone on ` +
      'without the ring, or is another chain; remove the data folder and start again',
  );
}
