// The controls of a running node: actions go to the chain's thread, the report is made here.

import type { ControlAction, ControlResult } from '../chain/controlActions.ts';
import type { MiningMode } from '../chain/mining.ts';
import type { ControlsPort } from '../rpc/context.ts';
import type { GasReportView } from '../rpc/gasReportView.ts';
import type { ChainThread } from './chainThread.ts';
import type { GasReport } from './gasReport.ts';

export class NodeControls implements ControlsPort {
  readonly #thread: ChainThread;
  readonly #report: GasReport;
  #mining: MiningMode;

  constructor(thread: ChainThread, report: GasReport, mining: MiningMode) {
    this.#thread = thread;
    this.#report = report;
    this.#mining = mining;
  }

  /** Whether blocks are made without being asked for. */
  get makesBlocks(): boolean {
    return this.#mining !== 'manual';
  }

  async run<A extends ControlAction>(action: A): Promise<ControlResult<A>> {
    const result = await this.#thread.control(action);
    if (action.kind === 'setMining') this.#mining = action.mode;
    return result;
  }

  gasReport(): GasReportView {
    return this.#report.view();
  }
}
