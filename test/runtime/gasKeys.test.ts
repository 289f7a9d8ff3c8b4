// The life of gas keys: added with their own nonces, funded, spent by transactions, refunded to,
// emptied, and removed with their remaining balance.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { readGasKeyNonce } from '../../src/state/accessKeys.ts';
import { gasKeyInfo } from '../../src/types/accessKey.ts';
import type { Action } from '../../src/types/action.ts';
import { addKey, NEAR, publicKeyOf, TestChain, transfer } from './testChain.ts';

const secret = keyFromSeed('ed25519', 'gas key');
const publicKey = secretToPublic(secret);
const handle = publicKeyToHandle(publicKey);
const ADD = addKey(publicKey, {
  kind: 'GasKeyFullAccess',
  value: { balance: 0n, numNonces: 3 },
});
const fill = (deposit: bigint): Action => ({
  kind: 'TransferToGasKey',
  value: { publicKey, deposit },
});

const balanceOf = (chain: TestChain) =>
  gasKeyInfo(chain.accessKey('alice', publicKey)?.permission ?? { kind: 'FullAccess' })?.balance;
const nonceOf = (chain: TestChain, index: number) =>
  readGasKeyNonce(chain.stateOf('alice'), { accountId: 'alice', publicKey: handle, index });

function createChain(): TestChain {
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  chain.run('alice', 'alice', [ADD]);
  return chain;
}

test('adding a gas key writes its nonces', () => {
  const chain = createChain();
  assert.equal(chain.accessKey('alice', publicKey)?.nonce, 0n, 'the nonce in the key is not used');
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => nonceOf(chain, index)),
    [0n, 0n, 0n, null],
  );
  const keyBytes = 33 + 27 + 40;
  const nonceBytes = 33 + 2 + 8 + 40;
  assert.equal(chain.account('alice')?.storageUsage, 182 + keyBytes + 3 * nonceBytes);
});

test('any account can fund it, only the owner can withdraw', () => {
  const chain = createChain();
  chain.run('bob', 'alice', [fill(NEAR)]);
  assert.equal(balanceOf(chain), NEAR);
  const before = chain.account('alice')?.amount ?? 0n;
  const withdraw: Action = { kind: 'WithdrawFromGasKey', value: { publicKey, amount: NEAR / 4n } };
  const { status } = chain.run('alice', 'alice', [withdraw]);
  assert.equal(status.kind, 'SuccessValue');
  assert.equal(balanceOf(chain), (3n * NEAR) / 4n);
  const gained = (chain.account('alice')?.amount ?? 0n) - before;
  assert.ok(gained > 0n && gained < NEAR / 4n, 'the amount, less the fees of the transaction');
});

test('it pays for gas and gets the refund; the account pays the deposit', () => {
  const chain = createChain();
  chain.run('alice', 'alice', [fill(NEAR)]);
  const before = chain.account('alice')?.amount ?? 0n;
  const nonce = { kind: 'GasKeyNonce', value: { nonce: 5n, nonceIndex: 2 } } as const;
  chain.run('alice', 'bob', [transfer(7n)], { secret, nonce });
  assert.equal(before - (chain.account('alice')?.amount ?? 0n), 7n);
  assert.equal(NEAR - (balanceOf(chain) ?? 0n), 44_636_512_500_000_000_000n);
  assert.equal(nonceOf(chain, 2), 5n);
  assert.equal(nonceOf(chain, 0), 0n);
});

test('removing it burns its balance and frees its storage', () => {
  const chain = createChain();
  chain.run('alice', 'alice', [fill(NEAR / 10n)]);
  const outcome = chain.run('alice', 'alice', [{ kind: 'DeleteKey', value: { publicKey } }]);
  const gasPart = 100_000_000n * outcome.gasBurnt;
  assert.equal(outcome.tokensBurnt, gasPart + NEAR / 10n);
  assert.equal(chain.accessKey('alice', publicKey), null);
  assert.equal(nonceOf(chain, 1), null);
  assert.equal(chain.account('alice')?.storageUsage, 182);
});

test('deleting the account burns it as well', () => {
  const chain = createChain();
  chain.run('alice', 'alice', [fill(NEAR / 10n)]);
  const beneficiaryId = 'bob';
  const before = chain.account('bob')?.amount ?? 0n;
  const outcome = chain.run('alice', 'alice', [
    { kind: 'DeleteAccount', value: { beneficiaryId } },
  ]);
  assert.equal(outcome.tokensBurnt, 100_000_000n * outcome.gasBurnt + NEAR / 10n);
  assert.equal(chain.account('alice'), null);
  assert.equal(chain.accessKey('alice', publicKeyOf('alice')), null);
  assert.equal(nonceOf(chain, 0), null);
  assert.ok((chain.account('bob')?.amount ?? 0n) > before);
});

/**
 * Removes a key with 1,024 nonces, which takes about 2.07 * 10^14 of compute, and runs one more.
 */
function removeManyNonces(gasLimit: bigint) {
  const info = { balance: 0n, numNonces: 1_024 };
  const chain = new TestChain({ accounts: { alice: {}, bob: {} }, gasLimit });
  chain.run('alice', 'alice', [addKey(publicKey, { kind: 'GasKeyFullAccess', value: info })]);
  const transactions = [
    chain.sign('alice', 'alice', [{ kind: 'DeleteKey', value: { publicKey } }]),
    chain.sign('bob', 'bob', [transfer(1n)]),
  ];
  return chain.apply({ transactions }).get(0);
}

test('removing nonces counts as compute, and not as gas', () => {
  const roomy = removeManyNonces(400_000_000_000_000n);
  assert.equal(roomy?.outcomes.length, 4);
  const tight = removeManyNonces(200_000_000_000_000n);
  assert.equal(tight?.outcomes.length, 3, 'the receipt after the removal is delayed');
  assert.ok((roomy?.gasUsed ?? 0n) < 2_000_000_000_000n);
});
