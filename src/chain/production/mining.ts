// When blocks are made. `auto` makes them back to back while there is work, and otherwise one a
// minute; an interval makes them at its pace; `manual` makes them on request. Turns are given by a
// scheduler, so that requests are heard after two blocks at most. A block that cannot be made halts
// the chain (halt.ts).

import { RowUnavailable } from '../../store/rowUnavailable.ts';
import type { ExtendedBlock } from '../chain.ts';
import { PatchFault } from '../patch/statePatch.ts';
import { NoProducer } from './duties.ts';
import { ChainHalted, createHalt, type Halt } from './halt.ts';
import type { BlockWishes, Producer } from './producer.ts';

export type MiningMode =
  | 'auto'
  | 'manual'
  | { readonly intervalMs: number }
  /**
   * Like `auto`, with a block at each interval when the chain is idle. With `paced`, blocks that
   * only make others final come at this pace as well, unless a client waits for them.
   */
  | { readonly heartbeatMs: number; readonly finality?: 'paced' };

/** The bounds of a mode's milliseconds. */
const MODE_MS_MAX = 3_600_000;

/** `auto`, `auto:MS`, `interval:MS` or `manual`; null for anything else. */
export function parseMiningMode(text: string): MiningMode | null {
  if (text === 'auto' || text === 'manual') return text;
  const [, kind, digits] = /^(auto|interval):(\d{1,7})$/.exec(text) ?? [];
  const ms = Number(digits);
  if (kind === undefined || ms < 1 || ms > MODE_MS_MAX) return null;
  return kind === 'auto' ? { heartbeatMs: ms } : { intervalMs: ms };
}

/** What `parseMiningMode` reads. */
export function formatMiningMode(mode: MiningMode): string {
  if (typeof mode === 'string') return mode;
  return 'heartbeatMs' in mode ? `auto:${mode.heartbeatMs}` : `interval:${mode.intervalMs}`;
}

/** How long after a block that could not be made it is tried again. */
const DELAY_MS = 2_000;

/**
 * The pace of an idle chain in `auto` mode. A day of such blocks takes a few megabytes, and clients
 * that look at the time of the newest block still see a chain that is alive.
 */
const IDLE_MS = 60_000;

/** The pace in `auto` mode while something counts blocks, such as a yielded promise. */
const COUNTED_MS = 2_000;

/**
 * A block has a fixed cost, so while many clients send transactions, it pays to collect them. After
 * a block with at least this many, the next one waits until `COLLECTED` others have arrived, but
 * not longer than the last block took, and never longer than `COLLECTION_MS_MAX`.
 */
const CROWD_MIN = 8;
const COLLECTED = 64;
const COLLECTION_MS_MAX = 8;

export interface Scheduler {
  /** Runs a task after everything that is already waiting. */
  soon(task: () => void): void;
  /** Runs a task once after a time; answers how to call it off. */
  after(ms: number, task: () => void): () => void;
}

interface MinerParts {
  readonly producer: Producer;
  readonly mode: MiningMode;
  readonly scheduler: Scheduler;
  readonly onBlock: (block: ExtendedBlock) => void;
  /** How long the newest block took; without it, transactions are not collected. */
  readonly blockMs?: () => number;
  /** Called with the reason when rows that the next block needs cannot be had now. */
  readonly onDelay?: (reason: RowUnavailable) => void;
  /** Called when the chain has halted, and with null when it continues. */
  readonly onHalt?: (halt: Halt | null) => void;
  /** Called when transactions were dropped because no block could be produced with them. */
  readonly onDrop?: (count: number, reason: unknown) => void;
}

export class Miner {
  readonly #producer: Producer;
  readonly #scheduler: Scheduler;
  readonly #onBlock: (block: ExtendedBlock) => void;
  readonly #blockMs: () => number;
  readonly #onDelay: (reason: RowUnavailable) => void;
  readonly #onHalt: (halt: Halt | null) => void;
  readonly #onDrop: (count: number, reason: unknown) => void;
  #halt: Halt | null = null;
  /** Whether a halted chain has waited long enough to be tried again. */
  #isRetryDue = false;
  #mode: MiningMode;
  #isStopped = false;
  #isScheduled = false;
  /** How long to wait for company before the next block. */
  #collectionMs = 0;
  /** Ends the wait; null if there is none. */
  #endCollection: (() => void) | null = null;
  #isAwaited = false;
  #cancelTimer: () => void = () => {};
  #cancelRetry: () => void = () => {};

  constructor(parts: MinerParts) {
    this.#producer = parts.producer;
    this.#mode = parts.mode;
    this.#scheduler = parts.scheduler;
    this.#onBlock = parts.onBlock;
    this.#blockMs = parts.blockMs ?? (() => 0);
    this.#onDelay = parts.onDelay ?? (() => {});
    this.#onHalt = parts.onHalt ?? (() => {});
    this.#onDrop = parts.onDrop ?? (() => {});
  }

  /** Why no block is made; null while blocks are made. */
  get halted(): Halt | null {
    return this.#halt;
  }

  get mode(): MiningMode {
    return this.#mode;
  }

  start(): void {
    this.wake();
    this.#armTimer();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#cancelRetry();
  }

  setMode(mode: MiningMode): void {
    this.#mode = mode;
    this.#cancelTimer();
    this.start();
  }

  /** Something may have to be done: a transaction came in, or the node has just started. */
  wake(): void {
    if (this.#producer.waiting >= COLLECTED) this.#endCollection?.();
    if (!isAutomatic(this.#mode) || this.#isScheduled || this.#isStopped) return;
    if (this.#halt !== null) return;
    if (!this.#producer.hasWork()) return;
    const isPaced = hasPacedFinality(this.#mode) && !this.#isAwaited;
    if (isPaced && !this.#producer.hasExecutionAhead()) return;
    this.#isScheduled = true;
    if (this.#collectionMs > 0 && this.#producer.waiting < COLLECTED) this.#collect();
    else this.#mineSoon();
  }

  #mineSoon(): void {
    this.#scheduler.soon(() => {
      this.#isScheduled = false;
      if (this.#isStopped || !isAutomatic(this.#mode)) return;
      this.#mineAndGoOn();
    });
  }

  /** Waits for further transactions. */
  #collect(): void {
    const end = () => {
      cancel();
      this.#endCollection = null;
      this.#mineSoon();
    };
    const cancel = this.#scheduler.after(this.#collectionMs, end);
    this.#endCollection = end;
  }

  /** Whether a client waits for blocks that only make others final: then they come at once. */
  setAwaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    this.wake();
  }

  /** Makes one block now, in any mode. Throws `ChainHalted` if that cannot be done. */
  mine(wishes: BlockWishes = {}): ExtendedBlock {
    if (this.#halt !== null) throw new ChainHalted(this.#halt);
    const block = this.#produce(wishes);
    this.#armTimer();
    this.#onBlock(block);
    return block;
  }

  /** Makes no further block, because of a failure here or in what surrounds the chain. */
  halt(error: unknown): Halt {
    const halt = createHalt(error, this.#producer.chain.head.block.header.lite.height);
    const isKnown = this.#halt?.code === halt.code && this.#halt.message === halt.message;
    this.#halt = halt;
    this.#isRetryDue = false;
    this.#cancelTimer();
    this.#cancelRetry();
    if (halt.isRetried) {
      this.#cancelRetry = this.#scheduler.after(DELAY_MS, () => {
        this.#isRetryDue = true;
      });
    } else {
      // What made the block impossible may be among them.
      this.#producer.dropWaiting();
    }
    if (!isKnown) this.#onHalt(halt);
    return halt;
  }

  /** To be called when the store can be written: tries again what the disk had refused. */
  retry(): void {
    if (this.#halt?.isRetried !== true || !this.#isRetryDue || this.#isStopped) return;
    if (idleMs(this.#mode) !== null && !this.#tryBlock()) return;
    this.resume();
  }

  /** Continues after blocks were reverted, or when the disk has room again. */
  resume(): void {
    if (this.#halt === null) return;
    this.#halt = null;
    this.#onHalt(null);
    this.start();
  }

  /** Whether a halted chain can make a block again; it stays halted if not. */
  #tryBlock(): boolean {
    try {
      this.#onBlock(this.#produce({}));
      return true;
    } catch (error) {
      if (error instanceof ChainHalted || error instanceof RowUnavailable) return false;
      throw error;
    }
  }

  /** A refused patch and a row that cannot be had change nothing; other failures halt the chain. */
  #produce(wishes: BlockWishes): ExtendedBlock {
    try {
      return this.#producer.produceBlock(wishes);
    } catch (error) {
      if (error instanceof RowUnavailable || error instanceof PatchFault) throw error;
      if (wishes.patch !== undefined) throw new PatchFault(describe(error), error);
      return this.#produceWithoutWaiting(wishes, error);
    }
  }

  /** Without the waiting transactions, if the failure may be theirs. */
  #produceWithoutWaiting(wishes: BlockWishes, failure: unknown): ExtendedBlock {
    let error = failure;
    const isElsewhere = createHalt(error, 0).isRetried || error instanceof NoProducer;
    const dropped = isElsewhere ? 0 : this.#producer.dropWaiting();
    if (dropped > 0) {
      this.#onDrop(dropped, error);
      try {
        return this.#producer.produceBlock(wishes);
      } catch (second) {
        if (second instanceof RowUnavailable) throw second;
        error = second;
      }
    }
    throw new ChainHalted(this.halt(error), error);
  }

  #armTimer(): void {
    this.#cancelTimer();
    const ms = idleMs(this.#mode);
    if (this.#isStopped || this.#halt !== null || ms === null) return;
    if (this.#mode === 'auto') this.#armIdleTimer(ms);
    else this.#cancelTimer = this.#scheduler.after(ms, () => this.#mineAndGoOn());
  }

  /** Looks now and then whether something counts blocks: that takes reads of the state. */
  #armIdleTimer(leftMs: number): void {
    this.#cancelTimer = this.#scheduler.after(COUNTED_MS, () => {
      if (leftMs <= COUNTED_MS || this.#producer.areBlocksCounted()) this.#mineAndGoOn();
      else this.#armIdleTimer(leftMs - COUNTED_MS);
    });
  }

  /**
   * A block whose rows are unavailable changes nothing, and is retried. The receipts that a block
   * sends are executed in the same turn, because clients wait for them, unless transactions are
   * collected for the block that executes them.
   */
  #mineAndGoOn(): void {
    if (this.#halt !== null) return;
    try {
      const isCrowded = countTransactions(this.mine()) >= CROWD_MIN;
      this.#collectionMs = isCrowded ? Math.min(this.#blockMs(), COLLECTION_MS_MAX) : 0;
      const isAtOnce = isAutomatic(this.#mode) && this.#collectionMs === 0;
      if (isAtOnce && this.#producer.hasOnlyReceiptsAhead()) this.mine();
    } catch (error) {
      if (error instanceof ChainHalted) return;
      if (!(error instanceof RowUnavailable)) throw error;
      this.#onDelay(error);
      this.#cancelTimer();
      this.#cancelTimer = this.#scheduler.after(DELAY_MS, () => this.#mineAndGoOn());
      return;
    }
    this.wake();
  }
}

function countTransactions({ built }: ExtendedBlock): number {
  return built.newChunks.reduce((sum, chunk) => sum + (chunk?.transactions.length ?? 0), 0);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether blocks are made as soon as there is work. */
function isAutomatic(mode: MiningMode): boolean {
  return mode === 'auto' || (typeof mode === 'object' && 'heartbeatMs' in mode);
}

/** Whether final blocks come early only for clients that wait for them. */
export function hasPacedFinality(mode: MiningMode): boolean {
  return typeof mode === 'object' && 'heartbeatMs' in mode && mode.finality === 'paced';
}

/** Whether everything that is executed becomes final at once. */
export function hasPromptFinality(mode: MiningMode): boolean {
  return isAutomatic(mode) && !hasPacedFinality(mode);
}

/** How long after a block the next one is made at the latest, without work; null for never. */
export function idleMs(mode: MiningMode): number | null {
  if (mode === 'manual') return null;
  if (mode === 'auto') return IDLE_MS;
  return 'intervalMs' in mode ? mode.intervalMs : mode.heartbeatMs;
}
