// A node that writes its chain to a cluster, and a front end that serves from it. Replicas of the
// cluster miss writes, responses are lost, the writer is killed and may have other blocks
// afterwards. The front end always shows one complete chain, and finally reaches the writer's head.
import { isDeepStrictEqual } from 'node:util';

import { equalBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { ChunkExtra } from '../../../src/chain/records/chunkExtra.ts';
import { decodeBundle } from '../../../src/cluster/bundleRows.ts';
import { Cassandra } from '../../../src/cluster/cassandra.ts';
import { Cluster } from '../../../src/cluster/cluster.ts';
import { ClusterReader } from '../../../src/cluster/clusterReader.ts';
import { CLUSTER_LAYOUT } from '../../../src/cluster/clusterTables.ts';
import { ClusterView } from '../../../src/cluster/clusterView.ts';
import { HeadFollower } from '../../../src/cluster/frontEnd/headPoller.ts';
import { verifyRow } from '../../../src/cluster/verifyRow.ts';
import { ClusterWriter } from '../../../src/cluster/writer/clusterWriter.ts';
import { ClusterTail } from '../../../src/cluster/writer/writerTail.ts';
import { encode } from '../../../src/codec/codec.ts';
import { RELEASE_RULES } from '../../../src/params/protocolRules.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { keyToNumber } from '../../../src/store/storeKeys.ts';
import { runSuspended } from '../../../src/store/suspendedRead.ts';
import { SizedCaches } from '../../support/sizedCaches.ts';
import { SimulatedProcess, type World } from '../world.ts';
import { BLOCKS, type Branch, type BranchedChain, branchedChain } from './branchedChain.ts';
import {
  type ClusterFaults,
  type ClusterSabotage,
  CONSISTENCIES,
  SimulatedCassandra,
  type SimulatedDriver,
} from './simulatedCassandra.ts';

const FAULTY_US = 12_000_000;
const CALM_US = 120_000_000;
const LEASE_SECONDS = 3;

interface WorldFaults extends ClusterFaults {
  readonly killEveryUs: number;
}

export async function runClusterWorld(
  world: World,
  sabotage: ClusterSabotage = null,
): Promise<void> {
  const { random } = world;
  const some = (value: number) => (random.chance(0.5) ? value : 0);
  const faults: WorldFaults = {
    miss: some(0.04),
    fail: some(0.005),
    delayUsMax: random.pick([10_000, 500_000, 3_000_000]),
    killEveryUs: random.pick([1_500_000, 4_000_000]),
  };
  const cassandra = new SimulatedCassandra(world, faults);
  cassandra.sabotage = sabotage;
  const chain = branchedChain();
  const published = new PublishedChain(world, chain);
  cassandra.onPublish = (height, hash) => published.move(height, hash);
  cassandra.onBundle = (bundle) => published.verifyBundle(bundle);
  const writer = new WriterProcess(world, cassandra, chain, published);
  const front = new FrontEnd(world, cassandra, chain, published);
  let isCalm = false;
  writer.start();
  const repeat = (everyUs: number, task: () => void): void => {
    const again = () => {
      if (isCalm) return;
      task();
      world.after(random.below(2 * everyUs), again, null);
    };
    world.after(random.below(2 * everyUs), again, null);
  };
  repeat(faults.killEveryUs, () => writer.kill());
  repeat(500_000, () => writer.start());
  repeat(400_000, () => writer.grow());
  void front.run(() => isCalm && front.height === published.height && published.height === BLOCKS);
  await world.run(FAULTY_US);

  isCalm = true;
  cassandra.repair();
  world.note('the faults stop');
  writer.start();
  writer.finish();
  await world.run(world.nowUs + CALM_US, () => front.isDone);
  world.check(front.isDone, `the front end reaches ${BLOCKS}: ${front.height}`);
}

/** The chain as far as the cluster's head has been moved. */
class PublishedChain {
  height = -1;
  branch: Branch;
  readonly #world: World;
  readonly #chain: BranchedChain;

  constructor(world: World, chain: BranchedChain) {
    this.#world = world;
    this.#chain = chain;
    this.branch = chain.first;
  }

  /** Whether a branch continues what is published. */
  allows(branch: Branch): boolean {
    return this.height <= this.#chain.forkHeight || branch === this.branch;
  }

  move(height: number, hash: Uint8Array): void {
    this.#world.check(height > this.height, `the head goes from ${this.height} to ${height}`);
    const { first, second } = this.#chain;
    const branch = [first, second].find(({ blocks }) => {
      return equalBytes(blocks[height]?.hash as Uint8Array, hash);
    });
    const found = this.#world.require(branch, `block ${height} is one of the writer's`);
    this.#world.check(this.allows(found), `block ${height} follows what is published`);
    this.height = height;
    this.branch = found;
    this.#world.note(`published ${height} ${formatHash(hash)}`);
  }

  /** A bundle places only published blocks, and has no rows of others. */
  verifyBundle(bundle: Uint8Array): void {
    const rows = decodeBundle(bundle);
    const placed = rows.filter(({ column }) => column === Column.blockAt);
    for (const { key, value } of placed) this.#verifyPublished(keyToNumber(key), value);
    for (const { column, value } of rows.filter(({ column }) => column === Column.outcome)) {
      const { blockHash } = Column.outcome.value.decode(value);
      const isPlaced = placed.some((row) => equalBytes(row.value, blockHash));
      this.#world.check(isPlaced, `a bundle places the block of its row of ${column}`);
    }
  }

  #verifyPublished(height: number, hash: Uint8Array): void {
    const isKnown = equalBytes(this.branch.blocks[height]?.hash as Uint8Array, hash);
    this.#world.check(height <= this.height && isKnown, `a bundle has block ${height}`);
  }
}

function openCluster(client: SimulatedDriver): Cluster {
  // The caller creates the driver here, which only the program itself does otherwise.
  const connection = Reflect.construct(Cassandra, [
    client,
    'simulated',
    { types: { consistencies: CONSISTENCIES } },
  ]) as Cassandra;
  return Reflect.construct(Cluster, [connection, CLUSTER_LAYOUT]) as Cluster;
}

class WriterProcess {
  readonly #world: World;
  readonly #cassandra: SimulatedCassandra;
  readonly #chain: BranchedChain;
  readonly #published: PublishedChain;
  #process: SimulatedProcess | null = null;
  #tail: ClusterTail | null = null;
  #store = new MemoryStore();
  #branch: Branch;
  #height = 0;

  constructor(
    world: World,
    cassandra: SimulatedCassandra,
    chain: BranchedChain,
    published: PublishedChain,
  ) {
    this.#world = world;
    this.#cassandra = cassandra;
    this.#chain = chain;
    this.#published = published;
    this.#branch = chain.first;
  }

  /**
   * Starts with what its disk has: blocks that were not published may be gone and replaced by
   * others.
   */
  start(): void {
    if (this.#process !== null) return;
    const world = this.#world;
    const process = new SimulatedProcess('writer');
    this.#process = process;
    const { first, second, template, forkHeight } = this.#chain;
    const other = this.#branch === first ? second : first;
    if (this.#height > forkHeight && this.#published.allows(other) && world.random.chance(0.5)) {
      this.#branch = other;
      this.#height = Math.max(forkHeight, this.#published.height);
    }
    this.#store = new MemoryStore();
    for (const batch of template.batches) this.#store.commit(batch);
    for (let i = 0; i < this.#height; i++) this.#commit(i);
    world.note(`writer starts at ${this.#height}`);
    world.current = process;
    this.#tail = new ClusterTail({
      open: async () => ({ writer: this.#createWriter(process), close: async () => {} }),
      leaseSeconds: LEASE_SECONDS,
      timer: (callback, delayMs) => world.after(delayMs * 1_000, callback, process),
      onClaimed: () => world.note('claimed'),
      onAway: ({ message }) => world.note(`away: ${message}`),
      onWritten: (height) => world.note(`written ${height}`),
      onRefused: (error) => this.#refuse(error, process),
    });
    void this.#tail.claim().then(
      () => this.#tail?.start(),
      (error: Error) => this.#refuse(error, process),
    );
    world.current = null;
  }

  kill(): void {
    if (this.#process === null) return;
    this.#process.isAlive = false;
    this.#process = null;
    this.#world.note('writer is killed');
  }

  /** The chain has one more block. */
  grow(): void {
    if (this.#process === null || this.#height === BLOCKS) return;
    this.#commit(this.#height++);
    this.#tail?.wake();
  }

  finish(): void {
    while (this.#height < BLOCKS) this.grow();
  }

  /** Branches share their first blocks. */
  #commit(index: number): void {
    const { first, second, forkHeight } = this.#chain;
    const isSecond = this.#branch === second && index >= forkHeight;
    const batch = isSecond ? second.batches[index] : first.batches[index];
    this.#store.commit(this.#world.require(batch, `block ${index + 1} was made`));
  }

  #createWriter(process: SimulatedProcess): ClusterWriter {
    const world = this.#world;
    return new ClusterWriter({
      cluster: openCluster(this.#cassandra.connect(process)),
      store: this.#store,
      writer: 'the writer',
      leaseSeconds: LEASE_SECONDS,
      state: 'trie',
      notes: {},
      now: () => world.nowUs / 1_000,
    });
  }

  #refuse(error: Error, process: SimulatedProcess): void {
    if (!process.isAlive) return;
    this.#world.fail(error);
  }
}

class FrontEnd {
  isDone = false;
  readonly #world: World;
  readonly #view: ClusterView;
  readonly #follower: HeadFollower;
  readonly #chain: BranchedChain;
  readonly #published: PublishedChain;

  constructor(
    world: World,
    cassandra: SimulatedCassandra,
    chain: BranchedChain,
    published: PublishedChain,
  ) {
    const cluster = openCluster(cassandra.connect(null));
    this.#world = world;
    this.#chain = chain;
    this.#published = published;
    const caches = new SizedCaches({
      cluster_rows: 2_800_000,
      cluster_lists: 600_000,
      cluster_pages: 600_000,
      cluster_heights: 100_000,
    });
    const reader = new ClusterReader(cluster, { caches, verify: verifyRow });
    this.#view = new ClusterView(reader, RELEASE_RULES, caches);
    this.#follower = new HeadFollower(cluster, this.#view, null, (error) => this.#allow(error));
  }

  get height(): number {
    return this.#follower.tips?.head.height ?? -1;
  }

  async run(isLast: () => boolean): Promise<void> {
    const world = this.#world;
    await this.#start();
    for (;;) {
      await world.sleep(world.random.below(400_000), null);
      const isEnd = isLast();
      try {
        await this.#look(isEnd);
      } catch (error) {
        this.#allow(error);
        continue;
      }
      if (!isEnd) continue;
      this.isDone = true;
      await this.#follower.stop();
      return;
    }
  }

  /** It is restarted until the cluster responds. */
  async #start(): Promise<void> {
    for (;;) {
      try {
        return await this.#follower.start();
      } catch (error) {
        this.#allow(error);
        await this.#world.sleep(500_000, null);
      }
    }
  }

  /** A cluster that does not respond is not the front end's fault; everything else is. */
  #allow(error: unknown): void {
    const isAway = error instanceof PerigeeError && error.code === 'cluster_unreachable';
    if (isAway) this.#world.note(`front end: ${error.message}`);
    else this.#world.fail(error);
  }

  /** Reads a block that it shows, and requests what it must not show; at the end, all of them. */
  async #look(isAll: boolean): Promise<void> {
    const { head } = this.#follower.tips ?? {};
    if (head === undefined) return;
    const { random } = this.#world;
    const heights = isAll ? [...Array(head.height + 1).keys()] : [random.below(head.height + 1)];
    for (const height of heights) await this.#verifyBlock(height, head.height);
    await this.#verifyAbsent();
    this.#world.note(`front end shows ${heights.length} of ${head.height}`);
  }

  async #verifyBlock(height: number, headHeight: number): Promise<void> {
    const world = this.#world;
    const { branch } = this.#published;
    const { chain } = this.#view;
    const { hash, transactions } = branch.blocks[height] as Branch['blocks'][number];
    const what = `block ${height} below ${headHeight}`;
    const shown = await runSuspended(() => chain.hashAt(height));
    world.check(shown !== null && equalBytes(shown, hash), `${what} has its hash`);
    const block = await runSuspended(() => chain.block(hash));
    const { body } = world.require(block, `${what} is there`);
    for (const { inner } of body.chunks) {
      const { shardId } = inner.value;
      const extra = await runSuspended(() => chain.chunkExtra(hash, shardId));
      const own = encode(ChunkExtra, world.require(extra, `${what} has its results`));
      const expected = branch.chain.chunkExtra(hash, shardId) as ChunkExtra;
      world.check(equalBytes(own, encode(ChunkExtra, expected)), `${what} has its own results`);
    }
    for (const id of transactions) {
      const included = await runSuspended(() => chain.transaction(id));
      const isHere = included !== null && equalBytes(included.blockHash, hash);
      world.check(isHere, `${what} has the transaction ${formatHash(id)}`);
      const outcome = await runSuspended(() => chain.outcome(id));
      const own = world.require(outcome, `${what} has its outcomes`);
      const isOwn = isDeepStrictEqual(own, branch.chain.outcome(id));
      world.check(isOwn, `${what} has its own outcomes`);
    }
    if (height === headHeight) return;
    const next = await runSuspended(() => chain.nextHash(hash));
    const expected = branch.blocks[height + 1]?.hash as Uint8Array;
    world.check(next !== null && equalBytes(next, expected), `${what} has the next one`);
  }

  /** Blocks that are written but not published are not shown. */
  async #verifyAbsent(): Promise<void> {
    const { first, second, forkHeight } = this.#chain;
    for (const branch of [first, second]) {
      for (const [height, { hash }] of branch.blocks.entries()) {
        if (height <= forkHeight) continue;
        const block = await runSuspended(() => this.#view.chain.block(hash));
        const { branch: own, height: last } = this.#published;
        const isPublished = branch === own && height <= last;
        this.#world.check(block === null || isPublished, `block ${height} is not published`);
      }
    }
  }
}
