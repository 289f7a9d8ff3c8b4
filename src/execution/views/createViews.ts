// View calls as a process serves them: short ones in the thread that calls this, others in the
// pool.

import type { Caches } from '../../base/collections/caches.ts';
import type { Epochs } from '../../chain/epoch/epochs.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { KeptStates } from '../../state/stateView.ts';
import { ShortViews } from './shortViews.ts';
import type { ViewPool } from './viewPool.ts';

interface ViewParts {
  readonly pool: ViewPool;
  readonly caches: Caches;
  readonly chainId: string;
  readonly chain: StoredChain;
  readonly epochs: Epochs;
  readonly states: KeptStates;
  /** False if reading a row may suspend the request, as in a fork. */
  readonly hasAllRows: boolean;
}

export function createViews(parts: ViewParts): (call: ViewCall) => Promise<ViewCallResult> {
  const { pool, hasAllRows, epochs, ...viewed } = parts;
  if (!hasAllRows) return (call) => pool.callFunction(call);
  const short = new ShortViews({
    ...viewed,
    pool,
    epoch: (id) => epochs.epoch(id),
    dialect: () => epochs.rules.dialect,
  });
  return (call) => short.callFunction(call);
}
