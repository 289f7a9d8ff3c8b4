// When blocks are made. `auto` makes them back to back while there is work and otherwise one now
// and then; an interval makes them at its pace; `manual` waits to be asked. Turns are given by a
// scheduler, so that requests are heard after two blocks at most.

import { RowUnavailable } from '../trie/nodeReader.ts';
import type { ExtendedBlock } from './chain.ts';
import type { BlockWishes, Producer } from './producer.ts';

export type MiningMode =
  | 'auto'
  | 'manual'
  | { readonly intervalMs: number }
  /**
   * As `auto`, with a block of an idle chain each time. With `paced`, blocks that only make others
   * final come with these, unless somebody waits for them.
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

/** Blocks of an idle chain in `auto` mode; they also let yielded promises time out. */
const HEARTBEAT_MS = 2_000;

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
  /** Is told why a block of a fork cannot be made yet. */
  readonly onDelay?: (reason: RowUnavailable) => void;
}

export class Miner {
  readonly #producer: Producer;
  readonly #scheduler: Scheduler;
  readonly #onBlock: (block: ExtendedBlock) => void;
  readonly #onDelay: (reason: RowUnavailable) => void;
  #mode: MiningMode;
  #isStopped = false;
  #isScheduled = false;
  #isAwaited = false;
  #cancelTimer: () => void = () => {};

  constructor({ producer, mode, scheduler, onBlock, onDelay = () => {} }: MinerParts) {
    this.#producer = producer;
    this.#mode = mode;
    this.#scheduler = scheduler;
    this.#onBlock = onBlock;
    this.#onDelay = onDelay;
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
  }

  setMode(mode: MiningMode): void {
    this.#mode = mode;
    this.#cancelTimer();
    this.start();
  }

  /** Something may have to be done: a transaction came in, or the node has just started. */
  wake(): void {
    if (!isAutomatic(this.#mode) || this.#isScheduled || this.#isStopped) return;
    if (!this.#producer.hasWork()) return;
    const isPaced = hasPacedFinality(this.#mode) && !this.#isAwaited;
    if (isPaced && !this.#producer.hasExecutionAhead()) return;
    this.#isScheduled = true;
    this.#scheduler.soon(() => {
      this.#isScheduled = false;
      if (this.#isStopped || !isAutomatic(this.#mode)) return;
      this.#mineOrWait();
    });
  }

  /** Whether somebody waits for blocks that only make others final: then they come at once. */
  setAwaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    this.wake();
  }

  /** Makes one block now, in any mode. */
  mine(wishes: BlockWishes = {}): ExtendedBlock {
    const block = this.#producer.produceBlock(wishes);
    this.#armTimer();
    this.#onBlock(block);
    return block;
  }

  #armTimer(): void {
    this.#cancelTimer();
    const ms = idleMs(this.#mode);
    if (this.#isStopped || ms === null) return;
    this.#cancelTimer = this.#scheduler.after(ms, () => this.#mineOrWait());
  }

  /**
   * A block that cannot be made now changes nothing, and is tried again. The receipts that a block
   * sends are executed in the same turn: somebody waits for them, and nobody for a turn in between.
   */
  #mineOrWait(): void {
    try {
      this.mine();
      if (isAutomatic(this.#mode) && this.#producer.hasOnlyReceiptsAhead()) this.mine();
    } catch (error) {
      if (!(error instanceof RowUnavailable)) throw error;
      this.#onDelay(error);
      this.#cancelTimer();
      this.#cancelTimer = this.#scheduler.after(DELAY_MS, () => this.#mineOrWait());
      return;
    }
    this.wake();
  }
}

/** Whether blocks are made as soon as there is work. */
function isAutomatic(mode: MiningMode): boolean {
  return mode === 'auto' || (typeof mode === 'object' && 'heartbeatMs' in mode);
}

/** Whether nobody gets final blocks early who does not wait for them. */
export function hasPacedFinality(mode: MiningMode): boolean {
  return typeof mode === 'object' && 'heartbeatMs' in mode && mode.finality === 'paced';
}

/** How long after a block the next one is made, with or without work; null for never. */
function idleMs(mode: MiningMode): number | null {
  if (mode === 'manual') return null;
  if (mode === 'auto') return HEARTBEAT_MS;
  return 'intervalMs' in mode ? mode.intervalMs : mode.heartbeatMs;
}
