// `perigee replay`: replays a recording, shows progress, and says on its last line that all
// matches, or where the first difference is.

import { Worker } from 'node:worker_threads';
import { CONTRACT_STACK_MB } from '../process/threads.ts';
import type { ReplayOptions } from './replayOptions.ts';
import type { ReplayReport } from './replayWorker.ts';

/** For new objects: with the usual 48 it takes more memory, and no less time. */
const YOUNG_MB = 8;

/** The exit code: zero when everything matches. With `serve` it runs until it is stopped. */
export function replay(options: ReplayOptions): Promise<number> {
  const worker = new Worker(new URL('./replayWorker.js', import.meta.url), {
    workerData: options,
    execArgv: [],
    resourceLimits: { stackSizeMb: CONTRACT_STACK_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', ({ line, code }: ReplayReport) => {
      process.stdout.write(`${line}\n`);
      if (code !== null) resolve(code);
    });
  });
}
