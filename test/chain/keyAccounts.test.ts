// The accounts of a key: on a network where accounts come and go, all accounts that ever had a key
// are found, page by page, and a store of the previous version gets the rows for its current
// accounts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import {
  formatPublicKeyHandle,
  keyFromSeed,
  type PublicKeyHandle,
  publicKeyToHandle,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import type { ShardHead } from '../../src/chain/stored/head.ts';
import { parseTrieKey } from '../../src/state/parseTrieKey.ts';
import { TRIE_COLUMN } from '../../src/state/trieKey.ts';
import { TrieState } from '../../src/state/trieState.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { Batch, type Store } from '../../src/store/store.ts';
import { metaKey } from '../../src/store/storeKeys.ts';
import type { Action } from '../../src/types/action.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { TestNetwork } from '../support/testNetwork.ts';
import { Workload } from './workload.ts';

const BLOCKS = 20;
/** A key that is added to two accounts and deleted from both. */
const SPARE = secretToPublic(keyFromSeed('ed25519', 'spare'));
const FULL_ACCESS = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;

interface KeyOwners {
  readonly publicKey: PublicKeyHandle;
  readonly names: Set<string>;
}

/** By the text of the key. */
type Owners = Map<string, KeyOwners>;

function addOwners(owners: Owners, { head, trie }: Chain): void {
  for (const { extra } of head.shards as readonly ShardHead[]) {
    const state = new TrieState(trie, extra.stateRoot);
    for (const key of state.keysWithPrefix(Uint8Array.of(TRIE_COLUMN.accessKey))) {
      const parsed = parseTrieKey(key);
      if (parsed.kind !== 'AccessKey') continue;
      const { publicKey, accountId } = parsed;
      const text = formatPublicKeyHandle(publicKey);
      const known = owners.get(text) ?? { publicKey, names: new Set() };
      known.names.add(accountId);
      owners.set(text, known);
    }
  }
}

/** A network, and who had which key after each of its blocks. */
function createOwners(store: Store): { network: TestNetwork; owners: Owners } {
  const network = new TestNetwork({}, store);
  const work = new Workload(network, 11);
  const owners: Owners = new Map();
  addOwners(owners, network.chain);
  const extend = (...first: HashedTransaction[]) => {
    network.extend({ transactions: [...first, work.next(), work.next(), work.next()] });
    addOwners(owners, network.chain);
  };
  const changeSpare = (action: Action) =>
    ['bob', 'zoe'].map((name) => network.sign(name, name, [action]));
  const key = { publicKey: SPARE };
  extend(...changeSpare({ kind: 'AddKey', value: { ...key, accessKey: FULL_ACCESS } }));
  for (let i = 0; i < BLOCKS; i++) extend();
  extend(...changeSpare({ kind: 'DeleteKey', value: key }));
  extend();
  return { network, owners };
}

function readAll({ stored }: Chain, key: PublicKeyHandle, limit: number): string[] {
  const names: string[] = [];
  for (;;) {
    const page = stored.keyAccounts(key, names.at(-1) ?? null, limit);
    if (page.length === 0) return names;
    names.push(...page);
  }
}

test('a key finds every account that ever had it', () => {
  const { network, owners } = createOwners(new MemoryStore());
  const now: Owners = new Map();
  addOwners(now, network.chain);
  assert.equal(now.size, owners.size - 1, 'one was deleted');
  assert.deepEqual(network.chain.stored.keyAccounts(publicKeyToHandle(SPARE), null, 9), [
    'bob',
    'zoe',
  ]);
  for (const { publicKey, names } of owners.values()) {
    for (const limit of [1, 100]) {
      assert.deepEqual(readAll(network.chain, publicKey, limit), [...names].sort());
    }
  }
});

test('a store of the previous version gets the keys of its accounts', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path });
  const { network } = createOwners(store);
  const batch = new Batch();
  for (const [key] of store.range(Column.keyAccount)) batch.deleteBytes(Column.keyAccount, key);
  batch.putBytes(Column.meta, metaKey('version'), utf8ToBytes('perigee 1'));
  store.commit(batch);
  await store.close();

  const old = await LmdbStore.open({ path });
  network.reopen(old);
  const owners: Owners = new Map();
  addOwners(owners, network.chain);
  for (const { publicKey, names } of owners.values()) {
    assert.deepEqual(readAll(network.chain, publicKey, 10), [...names].sort());
  }
  await old.close();
});
