// Exports the state of a stored chain as the genesis of a new chain, which continues from its
// height. Follows the dump of the reference's tools/state-viewer: validators are those of the
// current epoch, with their stakes locked; pending receipts and global contracts cannot be part of
// a genesis.

import { closeSync, copyFileSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Column } from '../../chain/columns/columns.ts';
import { readStateRecords } from '../../chain/patch/shardState.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { COPIED_FILES, readHome, writeDialect } from '../../home/homeFolder.ts';
import { openStore } from '../../store/openStore.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import { blockShardKey } from '../../store/storeKeys.ts';
import { GenesisConfig, StateRecord } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';

/** Writes `output.json`, or a folder `output` with the records in a separate file. */
export async function dumpGenesis(directory: string, form: 'file' | 'folder'): Promise<string> {
  const home = readHome(directory);
  const store = await openStore({ path: home.storePath, readOnly: true });
  const snapshot = store.snapshot();
  try {
    const state = new DumpedState(snapshot, home.genesis.config);
    return form === 'file' ? writeFile(directory, state) : writeFolder(directory, state);
  } finally {
    snapshot.close();
    await store.close();
  }
}

function writeFile(directory: string, state: DumpedState): string {
  const path = join(directory, 'output.json');
  const config = GenesisConfig.json(state.config());
  const file = openSync(path, 'w');
  writeSync(file, `${config.slice(0, -1)},"records":`);
  writeRecords(file, state);
  writeSync(file, '}\n');
  closeSync(file);
  return path;
}

function writeFolder(directory: string, state: DumpedState): string {
  const folder = join(directory, 'output');
  mkdirSync(folder, { recursive: true });
  const config = GenesisConfig.json(state.config());
  writeFileSync(join(folder, 'genesis.json'), `${config.slice(0, -1)},"records":[]}\n`);
  const file = openSync(join(folder, 'records.json'), 'w');
  writeRecords(file, state);
  closeSync(file);
  writeDialect(folder, state.dialect);
  for (const name of COPIED_FILES) copyFileSync(join(directory, name), join(folder, name));
  return folder;
}

function writeRecords(file: number, state: DumpedState): void {
  let separator = '[';
  for (const record of state.records()) {
    writeSync(file, `${separator}${StateRecord.json(record)}`);
    separator = ',\n';
  }
  writeSync(file, separator === '[' ? '[]' : ']');
}

/** The state after the head. */
class DumpedState {
  readonly #chain: StoredChain;
  readonly #epochs: Epochs;
  readonly #nodes: StoreNodeReader;
  readonly #genesis: GenesisConfig;
  readonly #stakes: ReadonlyMap<string, bigint>;

  constructor(store: StoreReader, genesis: GenesisConfig) {
    this.#chain = new StoredChain(store);
    this.#epochs = new Epochs(createEpochStore(store), genesis);
    this.#nodes = new StoreNodeReader(store);
    this.#genesis = genesis;
    this.#stakes = new Map(this.#validators.map(({ accountId, stake }) => [accountId, stake]));
  }

  get dialect() {
    return this.#epochs.rules.dialect;
  }

  config(): GenesisConfig {
    return {
      ...this.#genesis,
      genesisHeight: this.#chain.head().height + 1,
      validators: this.#validators.map(({ accountId, publicKey, stake: amount }) => ({
        accountId,
        publicKey,
        amount,
      })),
      totalSupply: this.#sumBalances(),
      shardLayout: this.#epoch.shardLayout,
      protocolVersion: this.#epoch.info.protocolVersion,
    };
  }

  *records(): Generator<StateRecord> {
    const { hash } = this.#chain.head();
    for (const shardId of shardIds(this.#epoch.shardLayout)) {
      const found = this.#chain.chunkExtra(hash, shardId);
      const extra = requireRow(found, Column.chunkExtra, blockShardKey(hash, shardId));
      for (const record of readStateRecords(this.#nodes, extra.stateRoot)) {
        yield this.#withStake(record);
      }
    }
  }

  get #epoch() {
    return this.#epochs.epoch(this.#epochs.epochIdAfter(this.#chain.head().hash));
  }

  get #validators() {
    return this.#epoch.blockProducers;
  }

  /** In a genesis, only validators have a locked balance. */
  #withStake(record: StateRecord): StateRecord {
    if (record.kind !== 'Account') return record;
    const { accountId, account } = record.value;
    const locked = this.#stakes.get(accountId) ?? 0n;
    const amount = account.amount + account.locked - locked;
    return { kind: 'Account', value: { accountId, account: { ...account, amount, locked } } };
  }

  #sumBalances(): bigint {
    let sum = 0n;
    for (const record of this.records()) {
      if (record.kind !== 'Account') continue;
      sum += record.value.account.amount + record.value.account.locked;
    }
    return sum;
  }
}
