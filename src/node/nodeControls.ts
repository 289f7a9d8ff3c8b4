// The controls of a running node: actions go to the chain thread, the gas report is created here.

import { formatSecretKey, secretToPublic } from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import type { ControlAction, ControlResult } from '../chain/controls/controlActions.ts';
import type { MiningMode } from '../chain/production/mining.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import type { ControlsPort } from '../rpc/core/context.ts';
import type { GasReportView } from '../rpc/core/gasReportView.ts';
import type { KnownAccountView } from '../rpc/core/knownAccountView.ts';
import type { ChainLink } from './chain/chainLink.ts';
import type { GasReport } from './gasReport/gasReport.ts';

interface ControlParts {
  readonly thread: ChainLink;
  readonly report: GasReport;
  /** The accounts that are printed at startup. */
  readonly accounts: readonly KeyFile[];
  /** The mining mode at startup. */
  readonly mining: MiningMode;
  /** Whether the blocks are also on a cluster, so that none can be reverted. */
  readonly isShared: boolean;
}

class SharedChain extends PerigeeError<{ readonly code: 'shared_chain' }> {
  constructor() {
    super(
      { code: 'shared_chain' },
      'the blocks of this chain are on a shared cluster and cannot be reverted; start the node ' +
        'without --cluster',
    );
  }
}

const TAKING_BACK: ReadonlySet<ControlAction['kind']> = new Set([
  'revert',
  'revertTo',
  'reset',
] as const);

export class NodeControls implements ControlsPort {
  readonly #thread: ChainLink;
  readonly #report: GasReport;
  readonly #accounts: readonly KeyFile[];
  #accountViews: readonly KnownAccountView[] | null = null;
  readonly #isShared: boolean;
  readonly #firstMining: MiningMode;

  constructor({ thread, report, accounts, mining, isShared }: ControlParts) {
    this.#isShared = isShared;
    this.#thread = thread;
    this.#report = report;
    this.#accounts = accounts;
    this.#firstMining = mining;
  }

  get mining(): MiningMode {
    return this.#thread.mining ?? this.#firstMining;
  }

  /** Whether blocks are produced without being requested. */
  get makesBlocks(): boolean {
    return this.mining !== 'manual';
  }

  async run<A extends ControlAction>(action: A): Promise<ControlResult<A>> {
    if (this.#isShared && TAKING_BACK.has(action.kind)) throw new SharedChain();
    return this.#thread.control(action);
  }

  gasReport(): GasReportView {
    return this.#report.view();
  }

  /** They do not change, and pages ask for them when they are opened. */
  accounts(): readonly KnownAccountView[] {
    this.#accountViews ??= this.#accounts.map(({ accountId, secretKey }) => ({
      accountId,
      publicKey: secretToPublic(secretKey),
      secretKey: formatSecretKey(secretKey),
    }));
    return this.#accountViews;
  }
}
