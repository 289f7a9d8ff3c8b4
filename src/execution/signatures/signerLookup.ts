// Whether a transaction could be admitted if its signature were right, by the state after the head
// that this process reads: its account and key exist, and its nonce was not used. The read is
// cheap, and decides only how urgent an expensive signature is; the chain still decides alone.

import type { EpochReader } from '../../chain/epoch/epochReader.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import { readSignerRows } from '../../runtime/transactions/signerRows.ts';
import type { KeptStates, StateView } from '../../state/stateView.ts';
import { shardIdOfAccount } from '../../types/shardLayout.ts';
import type { Transaction } from '../../types/transaction.ts';

interface LookupParts {
  readonly chain: Pick<ChainReader, 'head'>;
  readonly epochs: Pick<EpochReader, 'epoch' | 'epochIdAfter'>;
  readonly states: KeptStates;
}

export function hasUsableSigner(parts: LookupParts, transaction: Transaction): boolean {
  try {
    const state = findState(parts, transaction.signerId);
    if (state === null) return false;
    const { account, accessKey, gasKeyNonce } = readSignerRows(state, transaction);
    if (account === null || accessKey === null) return false;
    return transaction.nonce.value.nonce > (gasKeyNonce ?? accessKey.nonce);
  } catch {
    // A row of a fork's origin that was not fetched yet, or one that cannot be read: not known.
    return false;
  }
}

function findState({ chain, epochs, states }: LookupParts, accountId: string): StateView | null {
  const { hash: blockHash, height: blockHeight } = chain.head();
  const { shardLayout } = epochs.epoch(epochs.epochIdAfter(blockHash));
  return states.after({ blockHash, blockHeight }, shardIdOfAccount(shardLayout, accountId));
}
