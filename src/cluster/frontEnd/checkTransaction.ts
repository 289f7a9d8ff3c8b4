// A front end's check whether a transaction could enter the chain: the checks of the chain itself,
// on the state after the head of the cluster.

import { Column } from '../../chain/columns/columns.ts';
import { type AdmittingChain, refuseTransaction } from '../../chain/mempool/admission.ts';
import { isWithinValidity } from '../../chain/mempool/transactionValidity.ts';
import type { Admission } from '../../chain/production/producer.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import { requireRow } from '../../store/requireRow.ts';
import { blockShardKey } from '../../store/storeKeys.ts';
import type { Trie } from '../../trie/trie.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';

interface AdmissionParts {
  readonly chain: ChainReader;
  readonly epochs: EpochReader;
  readonly trie: Trie;
  readonly genesis: GenesisConfig;
}

/** A reader of the cluster: the check may be run again. */
export function checkTransaction(parts: AdmissionParts, signed: HashedTransaction): Admission {
  const error = refuseTransaction(readAdmittingChain(parts), signed);
  return error === null ? { kind: 'admitted' } : { kind: 'invalid', error };
}

function readAdmittingChain({ chain, epochs, trie, genesis }: AdmissionParts): AdmittingChain {
  const { hash, height } = chain.head();
  const block = requireRow(chain.block(hash), Column.block, hash);
  const next = epochs.epoch(epochs.epochIdAfter(hash));
  const shards = shardIds(next.shardLayout).map((shardId) => {
    const found = chain.chunkExtra(hash, shardId);
    const extra = requireRow(found, Column.chunkExtra, blockShardKey(hash, shardId));
    return { extra };
  });
  const blocks = {
    heightOf: (base: Uint8Array) => chain.block(base)?.header.lite.height ?? null,
    validityPeriod: genesis.transactionValidityPeriod,
  };
  return {
    stored: chain,
    trie,
    genesis,
    head: { block, shards },
    layoutAfterHead: () => next.shardLayout,
    protocolAfterHead: () => next.protocol,
    isValidTransaction: ({ transaction }) =>
      isWithinValidity(blocks, transaction.blockHash, height),
  };
}
