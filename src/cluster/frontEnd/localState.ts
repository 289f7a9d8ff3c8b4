// A local copy of the current state for a front end: contracts are called on a store on this
// machine and never on the cluster. The copy starts with the newest final block, takes in each
// later block before readers see it, and is discarded on exit.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CachePlan } from '../../base/collections/cachePlan.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { writeRules } from '../../chain/stored/storedRules.ts';
import { createViews } from '../../execution/views/createViews.ts';
import { openStoredStates } from '../../execution/views/storedStates.ts';
import type { ViewCache } from '../../execution/views/viewCache.ts';
import { ViewPool } from '../../execution/views/viewPool.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { ConfigFile } from '../../rpc/config/configFile.ts';
import { type GivenLimits, resolveLimits } from '../../rpc/config/limits.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import { openStore } from '../../store/openStore.ts';
import { Batch, type Store } from '../../store/store.ts';
import { blockShardKey } from '../../store/storeKeys.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { Cluster, ClusterTips } from '../cluster.ts';
import { ClusterReader } from '../clusterReader.ts';
import { ClusterView } from '../clusterView.ts';
import { copyState } from '../copyRows.ts';
import { stateRootsAfter } from '../rowsOfBlock.ts';
import { verifyRow } from '../verifyRow.ts';

/** The copy starts when the front end does. */
const STATE_ABSENT =
  'This front end has the state of newer blocks only, to call contracts on; ask the node that ' +
  'writes to the cluster, or a front end without --state that has it as its --upstream';

interface StateCopyParts {
  readonly cluster: Cluster;
  readonly genesis: GenesisConfig;
  readonly rules: ProtocolRules;
  readonly config: ConfigFile;
  readonly limits: GivenLimits | undefined;
  readonly caches: Caches;
  readonly cachePlan: CachePlan;
}

export class StateCopy {
  readonly #folder: string;
  readonly #store: Store;
  readonly #source: ClusterView;
  readonly #pool: ViewPool;
  readonly #views: ViewCache;
  /** The newest block in the copy. */
  #last: Hash | null = null;

  private constructor(folder: string, store: Store, parts: StateCopyParts) {
    const { cluster, genesis, rules, config, limits, caches, cachePlan } = parts;
    this.#folder = folder;
    this.#store = store;
    // Small, since the copy reads each row of the cluster once.
    const copied = new Caches(['copy'], cachePlan);
    const reader = new ClusterReader(cluster, { caches: copied, verify: verifyRow });
    this.#source = new ClusterView(reader, rules, copied);
    caches.include(copied);
    this.#pool = new ViewPool({
      storePath: folder,
      chainId: genesis.chainId,
      threads: config.viewClientThreads,
      limits: resolveLimits(config, limits),
      cachePlan,
    });
    const viewed = openStoredStates(store, { chainId: genesis.chainId }, caches);
    this.#views = createViews({ ...viewed, pool: this.#pool, caches });
  }

  static async open(parts: StateCopyParts): Promise<StateCopy> {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-serve-'));
    const store = await openStore({ path: folder, temporary: true });
    // The threads that call contracts find them there.
    const batch = new Batch();
    writeRules(batch, parts.rules);
    store.commit(batch);
    return new StateCopy(folder, store, parts);
  }

  /** Rows in the copy need not be read from the cluster. */
  get store(): Store {
    return this.#store;
  }

  async moveTo(tips: ClusterTips): Promise<void> {
    await this.#source.moveTo(tips);
    const { chain } = this.#source;
    if (this.#last === null) await this.#copyBlock(tips.finalHead.hash, true);
    for (;;) {
      const last = this.#last as Hash | null;
      const next = last && (await runSuspended(() => chain.nextHash(last)));
      if (next === null) return;
      await this.#copyBlock(next, false);
    }
  }

  async callFunction(call: ViewCall): Promise<ViewCallResult> {
    if (this.#store.get(Column.block, call.blockHash) === undefined) {
      return { kind: 'unavailable', message: STATE_ABSENT };
    }
    return this.#views.callFunction(call);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What a contract call reads: the block, its epoch, and the state of every shard. */
  async #copyBlock(hash: Hash, isFirst: boolean): Promise<void> {
    const { reader } = this.#source;
    const batch = new Batch();
    const roots = await runSuspended(() => {
      const roots = stateRootsAfter(reader, hash);
      const block = new StoredChain(reader).block(hash);
      const epochId = block?.header.lite.epochId as Hash;
      this.#copyRow(batch, Column.block, hash);
      this.#copyRow(batch, Column.epochInfo, epochId);
      for (const shardId of roots.keys()) {
        this.#copyRow(batch, Column.chunkExtra, blockShardKey(hash, shardId));
      }
      return roots;
    });
    const store = this.#store;
    const rest = await copyState(batch, {
      reader,
      store,
      roots: roots.values(),
      inPieces: isFirst,
    });
    store.commit(rest);
    this.#last = hash;
  }

  #copyRow(batch: Batch, column: Column, key: Uint8Array): void {
    const value = this.#source.reader.get(column, key);
    if (value !== undefined) batch.putBytes(column, key, value);
  }
}
