// The reports of contract calls on their way out of the chain thread: those of a block are one
// message, since a message takes longer than many calls. Bound: reports that wait for their block.

import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';

const WAITING_MAX = 1_024;

export class CallReports {
  readonly #send: (reports: readonly FunctionCallReport[]) => void;
  #waiting: FunctionCallReport[] = [];

  constructor(send: (reports: readonly FunctionCallReport[]) => void) {
    this.#send = send;
  }

  add(report: FunctionCallReport): void {
    this.#waiting.push(report);
    if (this.#waiting.length >= WAITING_MAX) this.flush();
  }

  /** To be called before a message about their block, or about a block that cannot be made. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const reports = this.#waiting;
    this.#waiting = [];
    this.#send(reports);
  }
}
