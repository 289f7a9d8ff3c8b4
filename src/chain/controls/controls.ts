// A developer's control over a local chain: runs actions between two blocks, one after the other.
// Actions that take many blocks run in slices, so that transactions and requests are served
// meanwhile.

import { PerigeeError } from '../../base/errors.ts';
import type { Genesis } from '../../types/genesis.ts';
import { HEIGHT_MAX } from '../blocks/verifyGenesis.ts';
import type { StatePatch } from '../patch/statePatch.ts';
import type { MovableClock } from '../production/clock.ts';
import { heightsToSkip } from '../production/fastForward.ts';
import { ChainHalted } from '../production/halt.ts';
import type { Miner, Scheduler } from '../production/mining.ts';
import type { Producer } from '../production/producer.ts';
import { planUpgrade } from '../production/stageUpgrade.ts';
import type { ControlAction, ControlResult, ControlResults } from './controlActions.ts';
import { Impersonator } from './impersonation.ts';
import { Snapshots } from './snapshots.ts';
import { stageSplit } from './stageSplit.ts';
import { dumpState, parseStateDump, StateDump } from './stateDump.ts';

type ControlErrorInfo = {
  readonly code: /** A block already has that time, or a later one. */
    | 'time_passed'
    /** Above the maximum of heights or times. */
    | 'too_far'
    /** Receipts keep creating receipts. */
    | 'never_settles'
    | 'stopping';
};

function controlError(
  code: ControlErrorInfo['code'],
  message: string,
): PerigeeError<ControlErrorInfo> {
  return new PerigeeError({ code }, message);
}

/** The year 2262: later nanoseconds do not fit into a signed 64-bit integer. */
const TIMESTAMP_MAX = (1n << 63n) - 1n;
/** Receipts that still create receipts after this many blocks are assumed to do so forever. */
const SETTLING_BLOCKS_MAX = 1_000;
/** Epochs with fewer blocks are passed by producing all of them. */
const SKIPPED_EPOCH_MIN = 1_000;

interface ControlParts {
  readonly producer: Producer;
  readonly miner: Miner;
  readonly clock: MovableClock;
  readonly scheduler: Scheduler;
  readonly genesis: Genesis;
  /** Whether the chain may be upgraded to versions that are not released. */
  readonly nightly?: boolean | undefined;
  /** How much time each skipped height accounts for. */
  readonly skippedHeightNs: bigint;
  /** Called after blocks were reverted. */
  onRevert(): void;
}

type Handlers = {
  readonly [K in ControlAction['kind']]: (
    action: Extract<ControlAction, { kind: K }>,
  ) => ControlResults[K] | Promise<ControlResults[K]>;
};

export class Controls {
  readonly #parts: ControlParts;
  readonly #impersonator: Impersonator;
  readonly #snapshots: Snapshots;
  readonly #handlers: Handlers;
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    const { producer, clock } = parts;
    this.#impersonator = new Impersonator(producer);
    this.#snapshots = new Snapshots({ producer, clock, impersonator: this.#impersonator });
    this.#handlers = this.#createHandlers();
  }

  /** Rejects with a PerigeeError if the action fails. */
  run<A extends ControlAction>(action: A): Promise<ControlResult<A>> {
    const handle = this.#handlers[action.kind] as unknown as (action: A) => ControlResult<A>;
    const result = this.#last.then(() => {
      this.#verifyRunning();
      return handle(action);
    });
    this.#last = result.catch(() => {});
    return result;
  }

  /** Running actions end before their next block. */
  stop(): void {
    this.#isStopped = true;
  }

  #createHandlers(): Handlers {
    const { clock, miner, producer } = this.#parts;
    return {
      describe: () => ({
        mining: miner.mode,
        halted: miner.halted,
        timestamp: clock.now(),
        staged: producer.staging.changes,
        snapshots: this.#snapshots.list(),
      }),
      mine: ({ blocks }) => this.#mine(blocks),
      mineEpochs: ({ epochs }) => this.#mineEpochs(epochs),
      setProtocol: ({ version }) => this.#setProtocol(version),
      splitShard: ({ kind: _, ...wish }) => stageSplit(producer, wish),
      setMining: ({ mode }) => {
        miner.setMode(mode);
        return this.#atHeight();
      },
      patchState: ({ patches }) => this.#patchState(patches),
      fastForward: ({ deltaHeight }) => this.#fastForward(deltaHeight),
      advanceClock: ({ nanoseconds }) => this.#setClock(clock.now() + nanoseconds),
      setClock: ({ timestamp }) => this.#setClock(timestamp),
      setNextTimestamp: ({ timestamp }) => {
        this.#verifyTime(timestamp);
        clock.setNext(timestamp);
        return { timestamp };
      },
      snapshot: () => ({ id: this.#snapshots.take() }),
      revert: ({ id }) => this.#takeBack(() => this.#snapshots.revert(id)),
      dropSnapshot: ({ id }) => {
        this.#snapshots.drop(id);
        return this.#atHeight();
      },
      revertTo: ({ height }) => this.#takeBack(() => this.#revertTo(height)),
      reset: () => this.#takeBack(() => this.#reset()),
      dumpState: async () => {
        await this.#settle();
        return { dump: StateDump.json(dumpState(producer.chain)) };
      },
      loadState: ({ dump }) => this.#loadState(dump),
      impersonate: ({ kind: _, ...parts }) => {
        if (miner.halted !== null) throw new ChainHalted(miner.halted);
        const sent = this.#impersonator.submit(parts);
        miner.wake();
        return sent;
      },
    };
  }

  async #mine(blocks: number): Promise<ControlResults['mine']> {
    for (let i = 0; i < blocks; i++) {
      this.#parts.miner.mine();
      await this.#pause();
    }
    return this.#atHeight();
  }

  /** Long epochs are passed as `fastForward` does it. */
  async #mineEpochs(epochs: number): Promise<ControlResults['mineEpochs']> {
    const { clock, genesis, miner, producer, skippedHeightNs } = this.#parts;
    const { epochLength } = genesis.config;
    for (let begun = 0; begun < epochs; ) {
      const { chain } = producer;
      const isStart = chain.epochs.isEpochStart(chain.head.hash);
      const { height } = this.#atHeight();
      const skip =
        epochLength < SKIPPED_EPOCH_MIN
          ? 0
          : heightsToSkip(height, height + epochLength, epochLength);
      clock.advance(BigInt(skip) * skippedHeightNs);
      miner.mine({ skip });
      if (isStart) begun += 1;
      await this.#pause();
    }
    return this.#atHeight();
  }

  #setProtocol(version: number): ControlResults['setProtocol'] {
    const { nightly, producer } = this.#parts;
    const steps = planUpgrade(producer.chain, version, nightly === true);
    producer.staging.set({ ...producer.staging.changes, protocolVersion: version });
    return { steps };
  }

  #patchState(patches: readonly StatePatch[]): ControlResults['patchState'] {
    const { miner, producer, genesis } = this.#parts;
    // The first block after genesis has no chunks that could take a patch.
    if (producer.chain.head.block.header.lite.height === genesis.config.genesisHeight) miner.mine();
    miner.mine({ patch: patches });
    // Where blocks are made by themselves, those that make the change final follow.
    miner.wake();
    return this.#atHeight();
  }

  async #fastForward(deltaHeight: number): Promise<ControlResults['fastForward']> {
    const { clock, miner, genesis, skippedHeightNs } = this.#parts;
    const target = this.#atHeight().height + deltaHeight;
    const end = clock.now() + BigInt(deltaHeight) * skippedHeightNs;
    if (target > HEIGHT_MAX || end > TIMESTAMP_MAX) {
      throw controlError('too_far', `height ${target} is above the maximum`);
    }
    while (this.#atHeight().height < target) {
      const skip = heightsToSkip(this.#atHeight().height, target, genesis.config.epochLength);
      clock.advance(BigInt(skip) * skippedHeightNs);
      miner.mine({ skip });
      await this.#pause();
    }
    return this.#atHeight();
  }

  #setClock(timestamp: bigint): ControlResults['setClock'] {
    this.#verifyTime(timestamp);
    this.#parts.clock.set(timestamp);
    return { timestamp };
  }

  #verifyTime(timestamp: bigint): void {
    const { lite } = this.#parts.producer.chain.head.block.header;
    if (timestamp > TIMESTAMP_MAX) throw controlError('too_far', `${timestamp} is after 2262`);
    if (timestamp > lite.timestamp) return;
    throw controlError('time_passed', `the newest block has the later time ${lite.timestamp}`);
  }

  #takeBack(how: () => void): ControlResults['revert'] {
    const { miner, onRevert } = this.#parts;
    how();
    onRevert();
    miner.resume();
    miner.wake();
    return this.#atHeight();
  }

  /** Also drops the mempool and what is staged, as the cause of a halt may be in them. */
  #revertTo(target: number): void {
    const { producer } = this.#parts;
    producer.chain.takeBackTo(target);
    const { height } = this.#atHeight();
    this.#snapshots.dropAbove(height);
    producer.staging.clear();
    producer.restore({ ...producer.moment, waiting: [], busyHeight: height });
    this.#impersonator.restart();
  }

  #reset(): void {
    const { clock, genesis, producer } = this.#parts;
    this.#snapshots.dropAll();
    producer.chain.reset(genesis);
    const { genesisHeight } = genesis.config;
    producer.staging.clear();
    producer.restore({ ...producer.moment, waiting: [], busyHeight: genesisHeight });
    this.#impersonator.restart();
    clock.reset();
  }

  async #loadState(text: string): Promise<ControlResults['loadState']> {
    const { clock, producer } = this.#parts;
    const dump = parseStateDump(text, producer.chain);
    // Nonces depend on the height, and contracts may store times.
    await this.#fastForward(Math.max(0, dump.height - this.#atHeight().height));
    if (clock.now() < dump.timestamp) clock.set(dump.timestamp);
    await this.#settle();
    return this.#patchState(dump.shards.map((value) => ({ kind: 'ReplaceState', value })));
  }

  /** Produces blocks until no receipts are pending. */
  async #settle(): Promise<void> {
    const { miner, producer } = this.#parts;
    for (let blocks = 0; producer.hasReceiptsOnTheirWay(); blocks++) {
      if (blocks === SETTLING_BLOCKS_MAX) {
        throw controlError(
          'never_settles',
          `receipts still create receipts after ${blocks} blocks`,
        );
      }
      miner.mine();
      await this.#pause();
    }
  }

  /** Yields to other tasks. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.scheduler.soon(resolve));
    this.#verifyRunning();
  }

  #verifyRunning(): void {
    if (this.#isStopped) throw controlError('stopping', 'the node is stopping');
  }

  #atHeight(): { readonly height: number } {
    return { height: this.#parts.producer.chain.head.block.header.lite.height };
  }
}
