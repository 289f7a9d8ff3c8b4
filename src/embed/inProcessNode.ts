// The implementation of `createNode`: a node of this process, which can be stopped.

import { formatSnapshot, takeSnapshot } from '../node/gasReport/gasSnapshot.ts';
import type { RunningNode } from '../node/startNode.ts';
import type { GasReportView } from '../rpc/core/gasReportView.ts';
import { createLocalPort } from './localPort.ts';
import { NodeHandle } from './nodeHandle.ts';
import type { PerigeeNode } from './perigeeNode.ts';

export class InProcessNode extends NodeHandle implements PerigeeNode {
  readonly #running: RunningNode;

  constructor(running: RunningNode) {
    super(createLocalPort(running));
    this.#running = running;
  }

  gasReport(): GasReportView {
    return this.#running.controls.gasReport();
  }

  gasSnapshot(): string {
    return formatSnapshot(takeSnapshot(this.gasReport()));
  }

  async stop(): Promise<void> {
    await this.#running.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
