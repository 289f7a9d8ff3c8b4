// A universal account on a running node, as a client sees it: funded, shown as uninitialized with
// the nonce it needs, initialized by its own transaction, and then used like any other account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { parseHash } from '../../src/base/crypto/hash.ts';
import {
  formatPublicKey,
  keyFromSeed,
  publicKeyToHandle,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import { encode } from '../../src/codec/codec.ts';
import type { Action } from '../../src/types/action.ts';
import { plainNonce } from '../../src/types/signTransaction.ts';
import { UniversalStateInit, universalAccountId } from '../../src/types/universalStateInit.ts';
import { ALICE, startTestNode } from '../support/runningNode.ts';
import { NEAR, Sender, transfer } from '../support/sender.ts';
import { createTransaction } from '../support/transactions.ts';

const secret = keyFromSeed('ed25519', 'universal');
const publicKey = secretToPublic(secret);
const raw = encode(UniversalStateInit, {
  kind: 'V1',
  value: { code: null, data: [], accessKeys: [publicKeyToHandle(publicKey)] },
});
const ID = universalAccountId(raw);
const INIT: Action = { kind: 'UniversalStateInit', value: { stateInit: raw, deposit: 0n } };

interface ShownAccount {
  readonly amount: string;
  readonly state?: string;
  readonly bootstrap_nonce?: number;
  readonly storage_usage: number;
  readonly block_hash: string;
}

test('a universal account from its first transfer to its own transactions', async () => {
  const node = await startTestNode();
  const query = <T>(request_type: string, params: object = {}) =>
    node.rpc.call<T>('query', { request_type, account_id: ID, finality: 'optimistic', ...params });
  const alice = new Sender(node.rpc, ALICE);
  await alice.send(ID, [transfer(NEAR)], 'EXECUTED');
  const waiting = await query<ShownAccount>('view_account');
  assert.equal(waiting.state, 'uninitialized');
  assert.equal(waiting.storage_usage, 100);
  const nonce = BigInt(waiting.bootstrap_nonce ?? -1);
  assert.equal(nonce % 1_000_000n, 0n);
  assert.deepEqual((await query<{ keys: object[] }>('view_access_key_list')).keys, []);

  const parts = {
    signerId: ID,
    receiverId: ID,
    blockHash: parseHash(waiting.block_hash),
    actions: [INIT],
  };
  const signed = (next: bigint) => createTransaction({ ...parts, nonce: plainNonce(next) }, secret);
  const send = (next: bigint) => ({
    signed_tx_base64: bytesToBase64(signed(next).bytes),
    wait_until: 'EXECUTED',
  });
  const early = await node.rpc.fail('send_tx', send(nonce + 2n));
  assert.match(JSON.stringify(early), /InvalidNonce/);
  const result = await node.rpc.call<{ status: object; transaction: { actions: object[] } }>(
    'send_tx',
    send(nonce + 1n),
  );
  assert.deepEqual(result.status, { SuccessValue: '' });
  const shown = { UniversalStateInit: { deposit: '0', state_init: bytesToBase64(raw) } };
  assert.deepEqual(result.transaction.actions, [shown]);

  const account = await query<ShownAccount>('view_account');
  assert.equal(account.state, undefined);
  assert.equal(account.bootstrap_nonce, undefined);
  assert.equal(account.storage_usage, 182);
  const key = await query<{ permission: string }>('view_access_key', {
    public_key: formatPublicKey(publicKey),
  });
  assert.equal(key.permission, 'FullAccess');
  const own = new Sender(node.rpc, ID, secret);
  await own.send(ALICE, [transfer(1n)], 'EXECUTED');
  await node.stop();
});
