// The controls of a running node: actions go to the chain's thread, the report is made here.

import { formatSecretKey, secretToPublic } from '../base/keys.ts';
import type { ControlAction, ControlResult } from '../chain/controlActions.ts';
import type { MiningMode } from '../chain/mining.ts';
import type { ControlsPort } from '../rpc/context.ts';
import type { GasReportView } from '../rpc/gasReportView.ts';
import type { KnownAccountView } from '../rpc/knownAccountView.ts';
import type { ChainThread } from './chainThread.ts';
import type { GasReport } from './gasReport.ts';
import type { KeyFile } from './homeFolder.ts';

export interface ControlParts {
  readonly thread: ChainThread;
  readonly report: GasReport;
  /** Those that are printed at the start. */
  readonly accounts: readonly KeyFile[];
  readonly mining: MiningMode;
}

export class NodeControls implements ControlsPort {
  readonly #thread: ChainThread;
  readonly #report: GasReport;
  readonly #accounts: readonly KeyFile[];
  #mining: MiningMode;

  constructor({ thread, report, accounts, mining }: ControlParts) {
    this.#thread = thread;
    this.#report = report;
    this.#accounts = accounts;
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

  accounts(): readonly KnownAccountView[] {
    return this.#accounts.map(({ accountId, secretKey }) => ({
      accountId,
      publicKey: secretToPublic(secretKey),
      secretKey: formatSecretKey(secretKey),
    }));
  }
}
