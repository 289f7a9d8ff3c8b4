// How much work a piece of our code does, as a number that is the same on every machine: how often
// its functions, branches and loops run, according to V8's coverage. A call of a native function
// counts as one.

import { type Profiler, Session } from 'node:inspector';

/** The scripts whose work is counted. */
const OWN_SCRIPT = /\/\.build\/src\//;

export class WorkCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  async count(run: () => unknown): Promise<number> {
    this.#take();
    await run();
    return this.#take();
  }

  close(): void {
    this.#session.disconnect();
  }

  /** The work since the last call. */
  #take(): number {
    let work = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      for (const { url, functions } of coverage.result) {
        if (OWN_SCRIPT.test(url)) work += countRuns(functions);
      }
    });
    return work;
  }
}

function countRuns(functions: readonly Profiler.FunctionCoverage[]): number {
  let runs = 0;
  for (const { ranges } of functions) for (const { count } of ranges) runs += count;
  return runs;
}
