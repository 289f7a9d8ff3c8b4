// Runs random transactions on a network, with missing chunks and heights.

import { shardIds } from '../../src/types/shardLayout.ts';
import type { TestNetwork } from '../support/testNetwork.ts';
import { Workload } from './workload.ts';

interface WorkloadRun {
  readonly seed: number;
  /** The height at which it ends. */
  readonly until: number;
  /** Opens the chain again after this number of blocks. */
  readonly reopenEvery?: number;
}

export function runWorkload(
  network: TestNetwork,
  { seed, until, reopenEvery = Number.MAX_SAFE_INTEGER }: WorkloadRun,
): void {
  const work = new Workload(network, seed);
  let isPrepared = false;
  for (let blocks = 1; network.height < until; blocks++) {
    if (blocks % reopenEvery === 0) network.reopen();
    const { chain } = network;
    const canPrepare: boolean = !isPrepared && chain.protocolAfterHead().features.gasKeys;
    isPrepared ||= canPrepare;
    const transactions = Array.from({ length: work.below(4) }, () => work.next());
    network.extend({
      transactions: [...(canPrepare ? work.prepare() : []), ...transactions],
      skip: work.below(12) === 0 ? 1 + work.below(3) : 0,
      missing: shardIds(chain.layoutAfterHead()).filter(() => work.below(10) === 0),
    });
  }
}
