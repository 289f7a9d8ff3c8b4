// A follower whose source lies and fails, on a disk that loses what was not flushed. Whenever it
// stops, it is restarted. What it stores and the chain binds must equal what an honest source would
// have sent, and with an honest source it must reach the end.

import { PerigeeError } from '../../../src/base/errors.ts';
import type { SourceClock } from '../../../src/follow/sources/blockSource.ts';
import { createNeardataSource } from '../../../src/follow/sources/neardataSource.ts';
import { createFollower } from '../../follow/followedChain.ts';
import { SimulatedDisk, type SimulatedStore } from '../simulatedDisk.ts';
import { SimulatedProcess, type World } from '../world.ts';
import { type HonestChain, honestChain } from './honestChain.ts';
import { verifyHonest } from './honestRows.ts';
import { LyingServer, type SourceFaults } from './lyingServer.ts';

const FAULTY_US = 5_000_000;
const CALM_US = 600_000_000;
const FLUSH_EVERY_US = 100_000;
/** How many blocks a run follows. */
const BLOCKS = 5;
/** A follower holds back no more blocks than these; here no shard misses a chunk. */
const HELD_MAX = 3;

interface FollowerFaults extends SourceFaults {
  readonly crashInCommit: number;
  readonly flushUsMax: number;
  readonly crashEveryUs: number;
  /** The number of blocks at the start, and in between. */
  readonly first: number;
  readonly count: number;
}

export async function runFollowerWorld(world: World): Promise<void> {
  const chain = await honestChain();
  const faults = chooseFaults(world, chain);
  const disk = new SimulatedDisk(world, chain.batches.slice(0, faults.first + 1), faults);
  const server = new LyingServer(world, chain, faults, faults.first + 2);
  globalThis.fetch = server.fetch as unknown as typeof fetch;
  const follower = new FollowerProcess(world, disk, chain);
  let isCalm = false;
  const isStopped = () => isCalm;
  disk.onCrash = (kind) => follower.end(kind);
  disk.onCommit = (batch) => verifyHonest(world, chain, batch);
  follower.start();
  injectFaults(world, { follower, server, faults, isStopped });
  await world.run(FAULTY_US);

  isCalm = true;
  disk.isFaulty = false;
  server.isFaulty = false;
  server.known = faults.first + faults.count;
  world.note('the source is honest');
  follower.end('kill');
  follower.start();
  // The newest block is held back.
  const goal = server.newestHeight - 1;
  await world.run(world.nowUs + CALM_US, () => follower.height >= goal);
  world.check(follower.height >= goal, `it reaches ${goal}: ${follower.height}`);
}

function chooseFaults({ random }: World, { blocks }: HonestChain): FollowerFaults {
  const some = (value: number) => (random.chance(0.5) ? value : 0);
  const count = BLOCKS;
  return {
    lie: some(0.3),
    fail: some(0.2),
    delayUsMax: random.pick([1_000, 100_000, 1_000_000]),
    crashInCommit: some(0.1),
    flushUsMax: random.pick([0, 150_000]),
    crashEveryUs: random.pick([1_000_000, Number.POSITIVE_INFINITY]),
    first: random.below(blocks.length - count),
    count,
  };
}

class FollowerProcess {
  height = 0;
  readonly #world: World;
  readonly #disk: SimulatedDisk;
  readonly #chain: HonestChain;
  #process: SimulatedProcess | null = null;
  #stop = new AbortController();

  constructor(world: World, disk: SimulatedDisk, chain: HonestChain) {
    this.#world = world;
    this.#disk = disk;
    this.#chain = chain;
  }

  get isUp(): boolean {
    return this.#process !== null;
  }

  start(): void {
    const process = new SimulatedProcess('follower');
    this.#process = process;
    this.#world.current = process;
    this.#stop = new AbortController();
    const store = this.#disk.mount(process);
    const flush = () => {
      void store.flush();
      this.#world.after(FLUSH_EVERY_US, flush, process);
    };
    this.#world.after(FLUSH_EVERY_US, flush, process);
    void this.#follow(store, process);
    this.#world.current = null;
  }

  end(kind: 'kill' | 'power cut'): void {
    const process = this.#process;
    if (process === null) return;
    process.isAlive = false;
    this.#process = null;
    this.#stop.abort();
    this.#disk.crash(kind);
    this.#world.note(`${kind}: ${this.#disk.commitCount} commits are left`);
  }

  async #follow(store: SimulatedStore, process: SimulatedProcess) {
    const world = this.#world;
    const follower = createFollower(this.#chain.genesis, store);
    const source = createNeardataSource({
      url: new URL('http://source.test'),
      clock: createClock(world, process),
      report: (trouble) => world.note(trouble),
    });
    const { signal } = this.#stop;
    world.note(`start at ${follower.nextHeight}`);
    try {
      for await (const message of source.blocks(follower.nextHeight, signal)) {
        if (signal.aborted) return;
        await follower.take(message);
        world.check(follower.heldCount <= HELD_MAX, `${follower.heldCount} blocks are held`);
        if (process.isAlive) this.height = follower.chain.head().height;
        world.note(`at ${this.height}, ${follower.heldCount} held`);
      }
    } catch (error) {
      if (!process.isAlive) return;
      if (!(error instanceof PerigeeError)) return world.fail(error);
      world.note(`stops: ${error.message.slice(0, 120)}`);
      this.end('kill');
    }
  }
}

function createClock(world: World, process: SimulatedProcess): SourceClock {
  return {
    nowMs: () => world.nowUs / 1_000,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          cancel();
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const cancel = world.after(ms * 1_000, wake, process);
        signal.addEventListener('abort', wake);
      }),
  };
}

interface FaultyParts {
  readonly follower: FollowerProcess;
  readonly server: LyingServer;
  readonly faults: FollowerFaults;
  readonly isStopped: () => boolean;
}

function injectFaults(world: World, { follower, server, faults, isStopped }: FaultyParts): void {
  const { random } = world;
  const often = (everyUs: number, task: () => void) => world.often(everyUs, task, isStopped);
  often(faults.crashEveryUs, () => follower.end(random.chance(0.5) ? 'kill' : 'power cut'));
  often(300_000, () => {
    if (!follower.isUp) follower.start();
  });
  often(800_000, () => {
    server.known = Math.min(server.known + 1, faults.first + faults.count);
  });
}
