// Which parts of the compiled sources have run so far, by V8's own block coverage. A new part means
// that an input did something that no earlier input did.

import { Session } from 'node:inspector';

export class Coverage {
  readonly #session = new Session();
  readonly #watched: RegExp;
  readonly #seen = new Set<string>();

  /** Starts counting, only for scripts whose URL matches. */
  constructor(watched: RegExp) {
    this.#watched = watched;
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The number of parts that have run since the start. */
  get size(): number {
    return this.#seen.size;
  }

  /** The parts that ran since the last call. */
  look(): Set<string> {
    const reached = new Set<string>();
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: ScriptCoverage[] };
    for (const { url, functions } of result) {
      if (!this.#watched.test(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count > 0) reached.add(`${url} ${startOffset} ${endOffset}`);
        }
      }
    }
    return reached;
  }

  /** Like `look`, but only the parts that never ran before. */
  lookForNew(): Set<string> {
    const fresh = new Set([...this.look()].filter((part) => !this.#seen.has(part)));
    for (const part of fresh) this.#seen.add(part);
    return fresh;
  }

  stop(): void {
    this.#post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** The inspector responds to its own thread before `post` returns. */
  #post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  }
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}
