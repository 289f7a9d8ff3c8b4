// What every section of the benchmark gets: what to measure, for how long, and how to report it.

import type { KeyFile } from '../home/homeFolder.ts';
import type { GenerateLoad } from './loadGenerator.ts';
import type { Measurement } from './measurement.ts';
import type { Target } from './target.ts';

export interface Bench {
  /** The script that takes the command line of this program. */
  readonly program: string;
  /** Another node, measured in turn with this one. */
  readonly other: Target | null;
  /** A funded account of the other node; without one, it never receives a transaction. */
  readonly otherKey: KeyFile | null;
  /** Worker processes of the measured node besides the main process. */
  readonly workers: number;
  /** Processes of the node in `distinct` and `mixed`, on as many cores; each number is measured. */
  readonly processes: readonly number[];
  /** How often each thing is measured: the median counts. */
  readonly runs: number;
  /** The size of the chains of `distinct` and `mixed` in percent. */
  readonly scale: number;
  /** How many shards the node has in `transactions`; each number is measured. */
  readonly shards: readonly number[];
  /** Keeps the chains of `distinct` and `mixed`; without a folder, each run builds them. */
  readonly chains: string | null;
  /** Only rows whose names contain one of these are measured. */
  readonly wantedRows: readonly string[];
  /** How many connections send requests concurrently; each number is measured. */
  readonly connections: readonly number[];
  /** How long each kind of request is sent. */
  readonly loadMs: number;
  readonly generateLoad: GenerateLoad;
  /** The folder of a recording to replay. */
  readonly recording: string | null;
  report(measurement: Measurement): void;
  /** Reports what takes long, and why something is left out. */
  say(sentence: string): void;
}

/**
 * The mean block interval of public networks' test builds: reads are measured while blocks are
 * produced.
 */
export const BLOCK_EVERY_MS = 120;

/** What the measured node is started with. */
export function workerArgs({ workers }: Bench): string[] {
  return workers === 0 ? [] : ['--workers', String(workers)];
}

/** Whether the user wants a row. */
export function isWanted({ wantedRows }: Bench, what: string): boolean {
  return wantedRows.some((part) => what.includes(part));
}

/** `1 process`, `2 processes`. */
export function countOf(count: number, noun: 'connection' | 'process' | 'shard'): string {
  const plural = noun === 'process' ? 'processes' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
