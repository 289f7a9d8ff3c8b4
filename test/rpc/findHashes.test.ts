// perigee_find_hashes on a running node.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { Sender, type TransactionResult, transfer } from '../support/sender.ts';

interface Found {
  readonly blocks: readonly { readonly hash: string; readonly height: number }[];
  readonly transactions: readonly {
    readonly hash: string;
    readonly signer_id: string;
    readonly receiver_id: string;
  }[];
  readonly receipts: readonly {
    readonly receipt_id: string;
    readonly predecessor_id: string;
    readonly receiver_id: string;
  }[];
}

const SENT = 20;

let node: TestNode;
const results: TransactionResult[] = [];

before(async () => {
  node = await startTestNode({ shards: 2 });
  const alice = new Sender(node.rpc, ALICE);
  for (let i = 0; i < SENT; i++) results.push(await alice.send(BOB, [transfer(1n)]));
});

const find = (prefix: string, more: object = {}) =>
  node.rpc.call<Found>('perigee_find_hashes', { prefix, ...more });

test('a block, a transaction and a receipt are found by their first digits', async () => {
  const [result] = results;
  assert.ok(result !== undefined);
  const { hash } = result.transaction;
  for (const length of [3, 8, hash.length]) {
    const { transactions } = await find(hash.slice(0, length));
    assert.deepEqual(
      transactions.filter((found) => found.hash === hash),
      [{ hash, signer_id: ALICE, receiver_id: BOB }],
    );
  }
  const receipt_id = result.receipts_outcome[0]?.id ?? '';
  const { receipts } = await find(receipt_id.slice(0, 8));
  assert.deepEqual(receipts, [{ receipt_id, predecessor_id: ALICE, receiver_id: BOB }]);
  const blockHash = result.transaction_outcome.block_hash;
  const { blocks } = await find(blockHash.slice(0, 8));
  assert.deepEqual(
    blocks.map(({ hash: found }) => found),
    [blockHash],
  );
  assert.deepEqual(await find('zzzzzzzz'), { blocks: [], transactions: [], receipts: [] });
});

test('each digit finds what begins with it, in order, up to the limit', async () => {
  const all = new Set<string>();
  for (const digit of '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz') {
    const { transactions } = await find(digit, { limit: 100 });
    for (const { hash } of transactions) {
      assert.ok(hash.startsWith(digit));
      all.add(hash);
    }
    const first = await find(digit, { limit: 1 });
    assert.deepEqual(first.transactions, transactions.slice(0, 1));
  }
  assert.deepEqual(all, new Set(results.map(({ transaction }) => transaction.hash)));
});

test('invalid params are refused', async () => {
  const digits = { prefix: '1'.repeat(45) };
  for (const params of [{}, { prefix: '' }, { prefix: '0' }, { prefix: 1 }, digits]) {
    const { error } = await node.rpc.ask('perigee_find_hashes', params);
    assert.equal(error?.cause.name, 'PARSE_ERROR', JSON.stringify(params));
  }
});
