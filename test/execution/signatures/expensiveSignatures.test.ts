// Transactions with expensive signatures on a running node: callers get the errors of the
// reference, in its order of checks, although the account and key are checked first; and a control
// runs after the transactions that were sent before it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { parseHash } from '../../../src/base/crypto/hash.ts';
import {
  type KeyType,
  keyFromSeed,
  type SecretKey,
  secretToPublic,
} from '../../../src/base/crypto/keys.ts';
import { plainNonce } from '../../../src/types/signTransaction.ts';
import type { RpcClient } from '../../support/rpcClient.ts';
import { ALICE, BOB, startTestNode } from '../../support/runningNode.ts';
import { Sender, transfer } from '../../support/sender.ts';
import { createTransaction } from '../../support/transactions.ts';

const TYPES = ['ml-dsa-65', 'secp256k1'] satisfies KeyType[];
const keyOf = (type: KeyType) => keyFromSeed(type, 'known');

let rpc: RpcClient;
let mine: (blocks?: number) => Promise<void>;

before(async () => {
  ({ rpc, mine } = await startTestNode({ mining: 'manual' }));
  await mine(2);
  const alice = new Sender(rpc, ALICE);
  for (const type of TYPES) {
    const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
    const publicKey = secretToPublic(keyOf(type));
    const added = await alice.sign(ALICE, [{ kind: 'AddKey', value: { publicKey, accessKey } }]);
    await alice.submit(added, 'NONE');
  }
  await mine(5);
});

interface Case {
  readonly signerId?: string;
  readonly secret?: SecretKey;
  readonly nonce?: bigint;
  readonly isForged?: boolean;
}

async function sign(type: KeyType, { signerId = ALICE, secret, nonce, isForged }: Case) {
  const { header } = await rpc.call<{ header: { hash: string; height: number } }>('block', {
    finality: 'optimistic',
  });
  const parts = {
    signerId,
    receiverId: BOB,
    blockHash: parseHash(header.hash),
    nonce: plainNonce(nonce ?? BigInt(header.height) * 1_000_000n - 1n),
    actions: [transfer(1n)],
  };
  const { bytes } = createTransaction(parts, secret ?? keyOf(type));
  if (isForged === true) bytes[bytes.length - 60] = (bytes[bytes.length - 60] as number) ^ 1;
  return bytesToBase64(bytes);
}

const REFUSED: readonly (readonly [string, Case, RegExp])[] = [
  ['a wrong signature', { isForged: true }, /"InvalidSignature"/],
  ['of nobody, wrong', { signerId: 'nobody.near', isForged: true }, /"InvalidSignature"/],
  ['of nobody', { signerId: 'nobody.near' }, /"SignerDoesNotExist"/],
  ['an old nonce, wrong', { nonce: 1n, isForged: true }, /"InvalidSignature"/],
  ['an old nonce', { nonce: 1n }, /"InvalidNonce"/],
];

for (const type of TYPES) {
  for (const [name, given, expected] of REFUSED) {
    test(`${type}: ${name}`, async () => {
      const params = { signed_tx_base64: await sign(type, given), wait_until: 'INCLUDED' };
      assert.match(JSON.stringify(await rpc.fail('send_tx', params)), expected);
    });
  }

  test(`${type}: a key that the account does not have`, async () => {
    const secret = keyFromSeed(type, 'unknown');
    const [right, wrong] = [
      await sign(type, { secret }),
      await sign(type, { secret, isForged: true }),
    ];
    const fail = (text: string) =>
      rpc.fail('send_tx', { signed_tx_base64: text, wait_until: 'INCLUDED' });
    assert.match(JSON.stringify(await fail(right)), /"AccessKeyNotFound"/);
    assert.match(JSON.stringify(await fail(wrong)), /"InvalidSignature"/);
  });

  test(`${type}: a block that is requested after a transaction contains it`, async () => {
    const signed = await sign(type, {});
    const hash = await rpc.call<string>('broadcast_tx_async', [signed]);
    await rpc.call('perigee_mine', { blocks: 1 });
    const { height, hash: head } = await rpc
      .call<{ header: { height: number; hash: string } }>('block', { finality: 'optimistic' })
      .then(({ header }) => header);
    const params = { tx_hash: hash, sender_account_id: ALICE, wait_until: 'INCLUDED' };
    const status = await rpc.call<{ transaction_outcome?: { block_hash: string } }>('tx', params);
    assert.equal(status.transaction_outcome?.block_hash, head, `in the block at ${height}`);
  });
}
