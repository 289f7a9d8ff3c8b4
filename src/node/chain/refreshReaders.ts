// Refreshes a thread's view of the store whenever the chain thread has written to it. This must be
// the first listener: the others have to read the current store.

import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Store } from '../../store/store.ts';
import type { GasReport } from '../gasReport/gasReport.ts';
import type { ChainLink } from './chainLink.ts';

interface FollowingParts {
  readonly store: Pick<Store, 'refresh'>;
  readonly chain: Pick<StoredChain, 'forgetBlocks' | 'forgetCollected'>;
  readonly report: Pick<GasReport, 'restart'>;
}

export function followChain(thread: ChainLink, { store, chain, report }: FollowingParts): void {
  thread.onBlock(() => {
    store.refresh();
    chain.forgetCollected();
  });
  thread.onRevert(() => {
    store.refresh();
    chain.forgetBlocks();
    report.restart();
  });
}
