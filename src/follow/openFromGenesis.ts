// The store of a chain that is followed from its genesis: a new one gets the genesis block and the
// whole state of its records, an existing one must belong to the same genesis.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import type { Caches } from '../base/collections/caches.ts';
import { verifyGenesis } from '../chain/blocks/verifyGenesis.ts';
import { genesisFingerprint, writeGenesis } from '../chain/blocks/writeGenesis.ts';
import { Column } from '../chain/columns/columns.ts';
import { ForeignStore } from '../chain/openChain.ts';
import { markComplete, writeFlatRow } from '../chain/stored/flatState.ts';
import { chooseRules } from '../chain/stored/storedRules.ts';
import { protocolAt } from '../params/protocol.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import { createGenesisState } from '../state/genesisState.ts';
import { Batch, type Store } from '../store/store.ts';
import { metaKey } from '../store/storeKeys.ts';
import { iterateTrie } from '../trie/trieIterate.ts';
import type { Genesis } from '../types/genesis.ts';
import { ComputedEpochs } from './epochs/computedEpochs.ts';

/** Epochs can be computed, and blocks executed, by the rules of one version. */
export function verifyFollowedGenesis(genesis: Genesis): void {
  const { chainId } = genesis.config;
  verifyGenesis(genesis, `; follow ${chainId} from a later block with --checkpoint`);
}

interface GenesisStart {
  readonly rules?: Partial<ProtocolRules> | undefined;
  readonly caches?: Caches | undefined;
}

export function openFromGenesis(
  store: Store,
  genesis: Genesis,
  { rules, caches }: GenesisStart = {},
): ComputedEpochs {
  verifyFollowedGenesis(genesis);
  const known = store.get(Column.meta, metaKey('chain'));
  const isNew = known === undefined;
  if (!isNew && !equalBytes(known, genesisFingerprint(genesis))) throw new ForeignStore();
  const chosen = chooseRules(store, rules, genesis.config);
  const guide = new ComputedEpochs(store, genesis.config, caches, chosen);
  if (isNew) store.commit(createBatch(genesis, guide));
  return guide;
}

function createBatch(genesis: Genesis, { epochs }: ComputedEpochs): Batch {
  const batch = new Batch();
  writeGenesis(batch, genesis, epochs);
  const { genesisHeight, protocolVersion } = genesis.config;
  const protocol = protocolAt(protocolVersion, epochs.rules.dialect);
  const layout = epochs.configs.genesisLayout;
  for (const { root, nodes } of createGenesisState(genesis, protocol.storage, layout)) {
    const reader = { read: (hash: Uint8Array) => nodes.get(bytesKey(hash)) as Uint8Array };
    for (const { key, valueHash } of iterateTrie(reader, root, { prefix: new Uint8Array() })) {
      writeFlatRow(batch, genesisHeight, key, reader.read(valueHash));
    }
  }
  markComplete(batch, genesisHeight, null);
  return batch;
}
