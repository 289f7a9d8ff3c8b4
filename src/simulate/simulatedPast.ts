// A simulated chain as one whose blocks can be executed again, to trace them.

import type { Chain } from '../chain/chain.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import type { TraceSource } from '../trace/storedHistory.ts';
import type { UnsignedTransactions } from './givenTransaction.ts';

export function createSimulatedPast(
  { stored, epochs, trie, genesis }: Chain,
  contracts: ContractRunner,
  unsigned: UnsignedTransactions,
): TraceSource {
  return {
    chainId: genesis.chainId,
    stored,
    epochs,
    trie,
    contracts,
    authorisationOf: (signed) => unsigned.authorisationOf(signed),
  };
}
