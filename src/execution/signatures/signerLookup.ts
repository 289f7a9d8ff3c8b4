// Whether a transaction could be admitted if its signature were valid, judged by this process's
// view of the state after the head: its account and key exist, and its nonce is unused. The read is
// cheap, and only decides how urgent an expensive signature is; admission is still up to the chain.

import type { ChainReader } from '../../chain/stored/chainReader.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
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
    // Unknown: a row of a fork's origin that was not fetched yet, or one that cannot be read.
    return false;
  }
}

function findState({ chain, epochs, states }: LookupParts, accountId: string): StateView | null {
  const { hash: blockHash, height: blockHeight } = chain.head();
  const { shardLayout } = epochs.epoch(epochs.epochIdAfter(blockHash));
  return states.after({ blockHash, blockHeight }, shardIdOfAccount(shardLayout, accountId));
}
