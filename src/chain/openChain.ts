// Opening a chain: a new store gets the genesis block, an old one must belong to the same genesis
// and goes on where it was.

import { equalBytes } from '../base/bytes/bytes.ts';
import { Caches } from '../base/collections/caches.ts';
import { PerigeeError } from '../base/errors.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import type { ApplyChunkInput } from '../runtime/applyChunk.ts';
import { Batch, readRow, type Store } from '../store/store.ts';
import type { Trie } from '../trie/trie.ts';
import type { Genesis } from '../types/genesis.ts';
import { genesisFingerprint, writeGenesis } from './blocks/writeGenesis.ts';
import { Chain } from './chain.ts';
import { Column } from './columns/columns.ts';
import { finishReset, isResetting } from './controls/resetStore.ts';
import { clearUndo } from './controls/undo.ts';
import { Epochs } from './stored/epochs.ts';
import type { Head } from './stored/head.ts';
import { loadHead } from './stored/loadHead.ts';
import { StoredChain } from './stored/storedChain.ts';
import { createEpochStore } from './stored/storedEpochs.ts';
import { chooseRules } from './stored/storedRules.ts';
import { upgradeStore } from './stored/upgradeStore.ts';

export class ForeignStore extends PerigeeError<{ readonly code: 'foreign_store' }> {
  constructor() {
    super(
      { code: 'foreign_store' },
      'the stored chain was made from another genesis.json; put that file back, or start over ' +
        'with --reset',
    );
  }
}

/** The newest blocks cannot be read or do not fit together; older ones may. */
export class UnusableHead extends PerigeeError<{ readonly code: 'unusable_head' }> {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super({ code: 'unusable_head' }, `the newest block cannot be used: ${reason}`, { cause });
  }
}

interface OpeningOptions {
  /** Called when an older store is upgraded, which can take a while. */
  readonly onUpgrade?: (blocks: number) => void;
  /** Puts a state around that of the store. */
  readonly wrapTrie?: ((own: Trie) => Trie) | undefined;
  readonly caches?: Caches | undefined;
  /** What a new chain follows, and an existing one must follow (storedRules.ts). */
  readonly rules?: Partial<ProtocolRules> | undefined;
}

export function openChain(
  store: Store,
  genesis: Genesis,
  contracts: ApplyChunkInput['contracts'],
  options: OpeningOptions = {},
): Chain {
  const { onUpgrade = () => {}, wrapTrie, caches = new Caches() } = options;
  const known = readRow(store, Column.meta, 'chain');
  if (known !== null && !equalBytes(known, genesisFingerprint(genesis))) throw new ForeignStore();
  const rules = chooseRules(store, options.rules, genesis.config);
  const stored = new StoredChain(store, caches);
  const epochs = new Epochs(createEpochStore(store, rules), genesis.config, caches);
  const parts = { store, stored, epochs, genesis: genesis.config, contracts, wrapTrie, caches };
  if (known === null) {
    const batch = new Batch();
    const head = writeGenesis(batch, genesis, epochs);
    store.commit(batch);
    return new Chain(parts, head);
  }
  if (isResetting(store)) {
    const rows = new Batch();
    writeGenesis(rows, genesis, epochs);
    finishReset(store, rows);
  }
  upgradeStore(store, stored, onUpgrade);
  // Snapshots end with the process that took them.
  clearUndo(store);
  return new Chain(parts, loadUsableHead(stored, epochs));
}

function loadUsableHead(stored: StoredChain, epochs: Epochs): Head {
  try {
    return loadHead(stored, epochs);
  } catch (error) {
    throw new UnusableHead(error);
  }
}
