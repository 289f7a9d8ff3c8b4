// Transactions that a node refuses are listed with the reason and what helps, however they were
// sent; the list and its texts are bounded.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { RefusedTransactions } from '../../../src/rpc/core/refusedTransactions.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import type { RpcClient } from '../../support/rpcClient.ts';
import { ALICE, BOB, startTestNode } from '../../support/runningNode.ts';
import { Sender } from '../../support/sender.ts';
import { createTransaction } from '../../support/transactions.ts';

interface Listed {
  readonly timestamp: string;
  readonly transaction_hash: string | null;
  readonly signer_id: string | null;
  readonly receiver_id: string | null;
  readonly actions: readonly string[];
  readonly error: string;
  readonly explanation: string;
  readonly remedy: string | null;
}

const transfer = { kind: 'Transfer', value: { deposit: 10n ** 24n } } as const;
let rpc: RpcClient;
let stranger: Sender;

before(async () => {
  ({ rpc } = await startTestNode());
  const alice = new Sender(rpc, ALICE);
  await alice.send(BOB, [transfer]);
  stranger = new Sender(rpc, ALICE, keyFromSeed('ed25519', 'strange'));
});

async function list(): Promise<readonly Listed[]> {
  const { transactions } = await rpc.call<{ transactions: readonly Listed[] }>(
    'perigee_refused_transactions',
    null,
  );
  return transactions;
}

const base64Of = ({ bytes }: HashedTransaction) => bytesToBase64(bytes);

/** A transaction of alice with a nonce that is too small. */
async function signOld(): Promise<HashedTransaction> {
  const alice = new Sender(rpc, ALICE);
  const next = await alice.sign(BOB, [transfer]);
  const nonce = { kind: 'Nonce', value: { nonce: 1n } } as const;
  return createTransaction({ ...next.transaction, nonce }, alice.secret);
}

test('a refused transaction is listed, with what helps', async () => {
  const signed = await signOld();
  await rpc.fail('send_tx', { signed_tx_base64: base64Of(signed), wait_until: 'FINAL' });
  const [newest] = await list();
  const { timestamp, transaction_hash: hash, ...rest } = newest as Listed;
  assert.ok(BigInt(timestamp) > 0n);
  assert.ok(hash !== null);
  assert.match(rest.explanation, /^the nonce 1 is too small: the key has already used \d+$/);
  assert.match(rest.remedy ?? '', /\d+ or more$/);
  assert.deepEqual(
    { ...rest, explanation: '', remedy: '' },
    {
      signer_id: ALICE,
      receiver_id: BOB,
      actions: ['Transfer 1 NEAR'],
      error: 'InvalidNonce',
      explanation: '',
      remedy: '',
    },
  );
});

test('one that was sent without waiting is listed as well', async () => {
  const signed = await signOld();
  const params = { signed_tx_base64: base64Of(signed) };
  const counted = (await list()).length;
  await rpc.call('broadcast_tx_async', params);
  // The node has refused both when the second has its answer.
  await rpc.fail('send_tx', { ...params, wait_until: 'FINAL' });
  assert.equal((await list()).length, counted + 2);
});

test('one that was executed is not refused when it is sent again', async () => {
  const alice = new Sender(rpc, ALICE);
  const signed = await alice.sign(BOB, [transfer]);
  const params = { signed_tx_base64: base64Of(signed), wait_until: 'FINAL' };
  const counted = (await list()).length;
  await rpc.call('send_tx', params);
  await rpc.call('send_tx', params);
  assert.equal((await list()).length, counted);
});

const UNDECODABLE: readonly (readonly [name: string, params: unknown, RegExp])[] = [
  ['bytes that are no transaction', { signed_tx_base64: 'AAAA' }, /borsh/],
  ['a text that is not base64', { signed_tx_base64: '{}' }, /base64/],
  ['no transaction', {}, /missing field/],
  ['a text of a megabyte', { signed_tx_base64: 'A'.repeat(1_000_000) }, /./],
];

for (const [name, params, reason] of UNDECODABLE) {
  test(`what cannot be decoded is listed: ${name}`, async () => {
    await rpc.fail('send_tx', params);
    const [newest] = await list();
    assert.equal(newest?.error, 'Undecodable');
    assert.match(newest.explanation, reason);
    assert.ok(newest.explanation.length <= 1_001);
    assert.equal(newest.signer_id, null);
  });
}

test('a key that no account has is explained as such', async () => {
  const signed = await signWithStrangeKey();
  await rpc.fail('send_tx', { signed_tx_base64: base64Of(signed), wait_until: 'FINAL' });
  const [newest] = await list();
  assert.equal(newest?.error, 'AccessKeyNotFound');
  assert.match(newest.remedy ?? '', /is it a key for another network\?$/);
});

async function signWithStrangeKey(): Promise<HashedTransaction> {
  const { transaction } = await signOld();
  const { publicKey: _, ...parts } = transaction;
  return createTransaction(parts, stranger.secret);
}

test('the newest ones are kept, with texts of a bounded length', () => {
  let timestamp = 0n;
  const refused = new RefusedTransactions(() => timestamp++);
  for (let count = 0; count < 1_000; count++) refused.addUndecodable('x'.repeat(1_000_000));
  const listed = refused.list();
  assert.equal(listed.length, 200);
  assert.equal(listed[0]?.timestamp, 999n);
  assert.ok(listed.every(({ explanation }) => explanation.length <= 1_001));
});
