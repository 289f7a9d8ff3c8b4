// Account histories: on a network with missing chunks and skipped heights they must contain exactly
// what a scan of all blocks finds, page by page, and a store of the previous version gets the same
// rows when it is opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../../src/base/crypto/hash.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import type { HistoryPlace } from '../../../src/chain/stored/accountHistory.ts';
import type { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { Batch, type Store } from '../../../src/store/store.ts';
import { metaKey } from '../../../src/store/storeKeys.ts';
import { readStoreVersion, STORE_VERSION } from '../../../src/store/storeVersion.ts';
import type { Block } from '../../../src/types/block.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { TestNetwork } from '../../support/testNetwork.ts';
import { Workload } from '../workload.ts';

const BLOCKS = 40;

function createHistory(store: Store): TestNetwork {
  const network = new TestNetwork({}, store);
  const work = new Workload(network, 5);
  for (let i = 0; i < BLOCKS; i++) {
    network.extend({
      transactions: [work.next(), work.next(), work.next()],
      skip: work.below(8) === 0 ? 2 : 0,
      missing: [7, 3, 11].filter(() => work.below(6) === 0),
    });
  }
  return network;
}

/** What each account signed, received or executed, newest first. */
function scan(chain: StoredChain): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let at: Hash | null = chain.genesis().hash; at !== null; at = chain.nextHash(at)) {
    const block = chain.block(at) as Block;
    const ids = block.body.chunks.flatMap(({ inner }) =>
      chain.outcomeIds(at as Hash, inner.value.shardId),
    );
    for (const id of ids) {
      const signed = chain.transaction(id)?.transaction.transaction;
      const names = signed ? [signed.signerId, signed.receiverId] : [receiverOf(chain, id)];
      for (const name of new Set(names)) {
        found.set(name, [
          `${block.header.lite.height} ${formatHash(id)}`,
          ...(found.get(name) ?? []),
        ]);
      }
    }
  }
  return found;
}

function receiverOf(chain: StoredChain, id: Hash): string {
  const receipt = chain.receipt(id);
  assert.ok(receipt !== null);
  return receipt.receiverId;
}

function readPages(chain: StoredChain, accountId: string, limit: number): string[] {
  const lines: string[] = [];
  let before: HistoryPlace | null = null;
  for (;;) {
    const page = chain.accountHistory(accountId, before, limit);
    assert.ok(page.length <= limit);
    for (const { height, id, blockHash, shardId } of page) {
      const outcome = chain.outcome(id);
      assert.ok(outcome !== null);
      assert.deepEqual(
        [bytesKey(outcome.blockHash), outcome.shardId],
        [bytesKey(blockHash), shardId],
      );
      lines.push(`${height} ${formatHash(id)}`);
    }
    const last = page.at(-1);
    if (last === undefined) return lines;
    before = last;
  }
}

test('a history has what a scan of all blocks finds', () => {
  const { chain } = createHistory(new MemoryStore());
  const expected = scan(chain.stored);
  assert.ok(expected.size > 20, `${expected.size} accounts`);
  for (const [accountId, lines] of expected) {
    for (const limit of [1, 7, 1000]) {
      assert.deepEqual(readPages(chain.stored, accountId, limit), lines, `${accountId} ${limit}`);
    }
  }
  assert.deepEqual(chain.stored.accountHistory('unheard-of', null, 10), []);
});

test('accounts are found below another one', () => {
  const { chain } = createHistory(new MemoryStore());
  const names = [...scan(chain.stored).keys()];
  const parents = new Set(names.flatMap((name) => name.split('.').slice(-1)));
  let count = 0;
  for (const parent of parents) {
    const expected = names.filter((name) => name.endsWith(`.${parent}`)).sort();
    const all = chain.stored.subAccounts(parent, null, 1000);
    assert.deepEqual(all.toSorted(), expected, parent);
    const [first = null] = all;
    assert.deepEqual(chain.stored.subAccounts(parent, null, 1), all.slice(0, 1), parent);
    if (first !== null)
      assert.deepEqual(chain.stored.subAccounts(parent, first, 9), all.slice(1, 10));
    count += all.length;
  }
  assert.ok(count > 3, `${count} accounts below others`);
});

function readRows(store: Store): (readonly [string, string])[] {
  return [...store.range(Column.accountHistory)].map(([key, value]) => {
    return [bytesKey(key), bytesKey(value)] as const;
  });
}

test('a store of the previous version gets histories when it is opened', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path });
  const network = createHistory(store);
  const rows = readRows(store);
  assert.ok(rows.length > 50);
  const batch = new Batch();
  for (const [key] of store.range(Column.accountHistory))
    batch.deleteBytes(Column.accountHistory, key);
  batch.putBytes(Column.meta, metaKey('version'), utf8ToBytes('perigee 1'));
  store.commit(batch);
  await store.close();

  await assert.rejects(LmdbStore.open({ path, readOnly: true }), /Start a node on it once/);
  const old = await LmdbStore.open({ path });
  network.reopen(old);
  assert.deepEqual(readRows(old), rows);
  assert.equal(readStoreVersion(old), STORE_VERSION);
  await old.close();
});
