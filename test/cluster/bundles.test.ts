// The bundles of a chain of transfers: a transaction has one with the block in which the last of
// its receipts was executed, with exactly the rows that its status needs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, equalBytes } from '../../src/base/bytes/bytes.ts';
import { keyFromSeed } from '../../src/base/crypto/keys.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { collectOutcomes, listPending } from '../../src/chain/stored/transactionOutcomes.ts';
import { decodeBundle, encodeBundle, type RowBundle } from '../../src/cluster/bundleRows.ts';
import { listBundles } from '../../src/cluster/bundles.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { Batch } from '../../src/store/store.ts';
import { keyToNumber } from '../../src/store/storeKeys.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import { ALICE, BOB, createLocalChain, transfer } from '../chain/localChain.ts';
import { BLOCKS, branchedChain } from '../simulation/cluster/branchedChain.ts';
import { assertRowsListed } from '../support/listedRows.ts';

const { template, first } = branchedChain();
const store = new MemoryStore();
for (const batch of [...template.batches, ...first.batches]) store.commit(batch);
const chain = new StoredChain(store);

function bundlesOf(height: number): RowBundle[] {
  const hash = first.blocks[height]?.hash as Uint8Array;
  return [...listBundles({ store, state: 'trie', chain }, hash)];
}

function ofColumn(bundles: readonly RowBundle[], column: Column): RowBundle[] {
  return bundles.filter((bundle) => bundle.column === column);
}

test('a transaction has a bundle once all of its receipts were executed', () => {
  const sent = first.blocks.flatMap(({ transactions }) => transactions);
  assert.equal(sent.length, BLOCKS);
  const bundled = new Map<string, number>();
  for (let height = 0; height <= BLOCKS; height++) {
    for (const { key, rows } of ofColumn(bundlesOf(height), Column.transaction)) {
      assert.equal(bundled.get(bytesKey(key)), undefined, 'a transaction has one bundle');
      bundled.set(bytesKey(key), height);
      const ids = collectOutcomes(chain, key).map(({ id }) => bytesKey(id));
      const outcomes = rows.filter(({ column }) => column === Column.outcome);
      assert.deepEqual(new Set(outcomes.map((row) => bytesKey(row.key))), new Set(ids.slice(1)));
      for (const { column, key: rowKey, value } of rows) {
        assert.deepEqual(store.get(column, rowKey), value, `a row of ${column}`);
      }
    }
  }
  for (const hash of sent) {
    const outcomes = collectOutcomes(chain, hash);
    const heights = outcomes.map(({ blockHash }) => Number(chain.height(blockHash)));
    const isExecuted = listPending(outcomes).length === 0;
    const expected = isExecuted ? Math.max(...heights) : undefined;
    assert.equal(bundled.get(bytesKey(hash)), expected);
  }
  assert.ok(bundled.size > 0);
});

test('a bundle has what the paths of its outcomes share with others', () => {
  const local = createLocalChain();
  const sent = Array.from({ length: 20 }, (_, i) =>
    signTransaction(keyFromSeed('ed25519', ALICE), {
      signerId: ALICE,
      nonce: plainNonce(BigInt(i + 1)),
      receiverId: BOB,
      blockHash: local.chain.head.hash,
      actions: [transfer(1n)],
    }),
  );
  for (const transaction of sent) local.producer.submit(transaction);
  for (let i = 0; i < 5; i++) local.producer.produceBlock();
  assertRowsListed(local.store, 'trie');
  const placed = new StoredChain(local.store);
  const from = { store: local.store, state: 'trie', chain: placed } as const;
  const blocks = [...local.store.range(Column.blockAt)].map(([, hash]) => hash);
  const bundles = blocks.flatMap((hash) => [...listBundles(from, hash)]);
  const ofTransactions = ofColumn(bundles, Column.transaction);
  assert.equal(ofTransactions.length, sent.length);
  for (const { key, rows } of ofTransactions) {
    const batch = new Batch();
    const own = local.store.get(Column.outcome, key) as Uint8Array;
    for (const row of [{ column: Column.outcome, key, value: own }, ...rows]) {
      batch.putBytes(row.column, row.key, row.value);
    }
    const copy = new MemoryStore();
    copy.commit(batch);
    const outcomes = collectOutcomes(placed, key);
    assert.ok(rows.some(({ column }) => column === Column.outcomePath));
    for (const outcome of outcomes) {
      assert.deepEqual(new StoredChain(copy).outcome(outcome.id), outcome);
    }
  }
});

test('bundles of a block have nothing of later blocks', () => {
  for (let height = 1; height <= BLOCKS; height++) {
    const rows = bundlesOf(height).flatMap((bundle) => bundle.rows);
    const placed = rows.filter(({ column }) => column === Column.blockAt);
    const heights = placed.map(({ key }) => keyToNumber(key));
    assert.equal(Math.max(...heights), height);
  }
});

test('a block is kept beside its height, and its place beside the block', () => {
  const { hash } = first.blocks[3] as (typeof first.blocks)[number];
  const bundles = bundlesOf(3);
  const [byHash] = ofColumn(bundles, Column.block);
  const [byHeight] = ofColumn(bundles, Column.blockAt);
  const names = (bundle?: RowBundle) => bundle?.rows.map(({ column }) => `${column}`);
  assert.deepEqual(names(byHash), ['blockAt', 'blockExtra']);
  assert.deepEqual(names(byHeight), ['blockAt', 'blockExtra', 'block']);
  assert.ok(equalBytes(byHash?.key as Uint8Array, hash));
});

test('a bundle is decoded to the same rows', () => {
  const [bundle] = bundlesOf(3);
  const { rows } = bundle as RowBundle;
  assert.deepEqual(
    decodeBundle(encodeBundle(rows)).map(({ column, key, value }) => [column, key, value]),
    rows.map(({ column, key, value }) => [column, new Uint8Array(key), new Uint8Array(value)]),
  );
  const unknown = [1, 0, 0, 0, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(decodeBundle(Uint8Array.from(unknown)), []);
  const damaged = encodeBundle(rows);
  new DataView(damaged.buffer, damaged.byteOffset).setUint32(4 + 1 + 4 + 8, 5_000, true);
  assert.throws(() => decodeBundle(damaged), { info: { code: 'cluster_corrupt' } });
});
