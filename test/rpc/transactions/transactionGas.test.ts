// The gas of one transaction: sums over all of its receipts, against the outcomes of the chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import {
  ALICE,
  BOB,
  callAction,
  createLocalChain,
  signTransaction,
} from '../../chain/localChain.ts';
import { storageContract } from '../../support/storageContract.ts';
import { ask, request } from '../support/ask.ts';
import { createFakeContext } from '../support/fakeContext.ts';

interface GasJson {
  gas: number;
  tokens_burnt: string;
  pending: number;
  parts: { wasm: number; host_functions: number; actions: number };
  rows: (Omit<GasJson, 'rows' | 'pending'> & { id: string; executor_id: string; name: string })[];
}

async function createBusyChain() {
  const local = createLocalChain();
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId: BOB, code: storageContract } }],
  });
  const transaction = signTransaction(local, ALICE, BOB, [callAction('put', 'a value')]);
  const context = createFakeContext({ chain: local.chain.stored });
  const askGas = async (txHash: string) => {
    const { body } = await ask(
      context,
      '/',
      request('perigee_transaction_gas', { tx_hash: txHash }),
    );
    return JSON.parse(body);
  };
  return { local, transaction, askGas };
}

function sumOf({ parts }: Pick<GasJson, 'parts'>): number {
  return parts.wasm + parts.host_functions + parts.actions;
}

test('totals are sums over the transaction and all its receipts', async () => {
  const { local, transaction, askGas } = await createBusyChain();
  local.producer.submit(transaction);
  await local.controls.run({ kind: 'mine', blocks: 5 });
  const { result } = (await askGas(formatHash(transaction.hash))) as { result: GasJson };
  assert.deepEqual(
    result.rows.map(({ name, executor_id }) => [name, executor_id]),
    [
      ['transaction', ALICE],
      ['put', BOB],
      ['refund', ALICE],
    ],
  );
  assert.equal(result.pending, 0);
  const { stored } = local.chain;
  let [gas, tokens] = [0n, 0n];
  for (let height = 1; height <= stored.head().height; height++) {
    const hash = stored.hashAt(height);
    for (const id of hash === null ? [] : stored.outcomeIds(hash, 0)) {
      gas += stored.outcome(id)?.outcome.gasBurnt ?? 0n;
      tokens += stored.outcome(id)?.outcome.tokensBurnt ?? 0n;
    }
  }
  assert.ok(gas > 0n);
  assert.deepEqual([BigInt(result.gas), BigInt(result.tokens_burnt)], [gas, tokens]);
  for (const row of [result, ...result.rows]) assert.equal(sumOf(row), row.gas);
  const [own, put, refund] = result.rows;
  assert.ok(own !== undefined && put !== undefined && refund !== undefined);
  assert.equal(own.gas + put.gas + refund.gas, result.gas);
  assert.ok(put.parts.wasm > 0 && put.parts.host_functions > 0, 'a contract ran');
});

test('pending receipts are counted', async () => {
  const { local, transaction, askGas } = await createBusyChain();
  local.producer.submit(transaction);
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const { result } = (await askGas(formatHash(transaction.hash))) as { result: GasJson };
  assert.deepEqual([result.rows.length, result.pending], [1, 1]);
});

test('a transaction that is in no block', async () => {
  const { transaction, askGas } = await createBusyChain();
  const hashText = formatHash(transaction.hash);
  const { error } = await askGas(hashText);
  assert.equal(error.cause.name, 'UNKNOWN_TRANSACTION');
  assert.deepEqual(error.cause.info, { requested_transaction_hash: hashText });
});
