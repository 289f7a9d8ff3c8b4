// What every section of the benchmark gets: what to measure, for how long, and how to report it.

import type { GenerateLoad } from './loadGenerator.ts';
import type { Measurement } from './measurement.ts';
import type { Target } from './target.ts';

export interface Bench {
  /** The script that takes the command line of this program. */
  readonly program: string;
  /** Another node, measured in turn with this one. */
  readonly other: Target | null;
  /** Worker processes of the measured node besides the main process. */
  readonly workers: number;
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
