// Which parts of the compiled sources have run so far, by V8's own block coverage. A new part means
// that an input did something no input did before.

import { Session } from 'node:inspector';

export class Coverage {
  readonly #session = new Session();
  readonly #watched: RegExp;
  readonly #seen = new Set<string>();

  /** Starts counting; only scripts whose URL matches are looked at. */
  constructor(watched: RegExp) {
    this.#watched = watched;
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many parts have run since the start. */
  get size(): number {
    return this.#seen.size;
  }

  /** The parts that ran since the last look. */
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

  /** As `look`, only the parts that never ran before. */
  lookForNew(): Set<string> {
    const fresh = new Set([...this.look()].filter((part) => !this.#seen.has(part)));
    for (const part of fresh) this.#seen.add(part);
    return fresh;
  }

  stop(): void {
    this.#post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** The inspector answers its own thread before `post` returns. */
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
