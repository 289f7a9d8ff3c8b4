// The pool of pending transactions: its limit, and the order in which it returns them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { PoolFull, TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { aliceKey, createTransaction } from '../../support/transactions.ts';

interface Parts {
  readonly signerId?: string;
  readonly nonceIndex?: number;
  readonly seed?: string;
}

function create(nonce: bigint, { signerId = 'alice.near', nonceIndex, seed }: Parts = {}) {
  const secret = seed === undefined ? aliceKey : keyFromSeed('ed25519', seed);
  const value = { nonce, nonceIndex: nonceIndex ?? 0 };
  return createTransaction(
    {
      signerId,
      nonce:
        nonceIndex === undefined
          ? { kind: 'Nonce', value: { nonce } }
          : { kind: 'GasKeyNonce', value },
    },
    secret,
  );
}

function fill(transactions: readonly HashedTransaction[]): TransactionPool {
  const pool = new TransactionPool({ bytesMax: 1_000_000 });
  for (const transaction of transactions) pool.add(transaction);
  return pool;
}

function names(pool: TransactionPool): string[] {
  return [...pool.inTurn()].map(({ signed }) => {
    const { signerId, nonce } = signed.transaction;
    return `${signerId.slice(0, 1)}${nonce.value.nonce}`;
  });
}

describe('the order', () => {
  it('follows the nonces of one key', () => {
    const pool = fill([5n, 1n, 4n, 2n, 3n].map((nonce) => create(nonce)));
    assert.deepEqual(names(pool), ['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('takes one transaction from each signer in turn', () => {
    const bob = { signerId: 'bob.near' };
    const carol = { signerId: 'carol.near' };
    const pool = fill([create(1n), create(2n), create(3n), create(7n, bob), create(8n, bob)]);
    pool.add(create(1n, carol));
    assert.deepEqual(names(pool), ['a1', 'b7', 'c1', 'a2', 'b8', 'a3']);
  });

  it('treats keys and nonce rows of one signer separately', () => {
    const other = { seed: 'another key' };
    const rows = [0, 1].map((nonceIndex) => ({ nonceIndex }));
    const pool = fill([
      create(1n),
      create(2n),
      create(9n, other),
      ...rows.map((r) => create(5n, r)),
    ]);
    assert.deepEqual(names(pool), ['a1', 'a9', 'a5', 'a5', 'a2']);
  });

  it('keeps what came first before others with the same nonce', () => {
    const [first, second] = [create(1n), createTransaction({ receiverId: 'zoe.near' })];
    const pool = fill([first, second]);
    const signed = [...pool.inTurn()].map((waiting) => waiting.signed);
    assert.deepEqual(signed, [first, second]);
  });

  it('is not disturbed by what is removed or added meanwhile', () => {
    const pool = fill([create(1n), create(2n), create(3n), create(4n, { signerId: 'bob.near' })]);
    const seen: string[] = [];
    for (const { signed } of pool.inTurn()) {
      seen.push(`${signed.transaction.nonce.value.nonce}`);
      pool.remove(signed);
    }
    assert.deepEqual(seen, ['1', '4', '2', '3']);
    assert.equal(pool.size, 0);
    assert.deepEqual(names(pool), []);
  });

  it('stays cheap for very many nonces that come and go in the worst order', () => {
    const transaction = create(1n);
    let compared = 0;
    const all = Array.from({ length: 20_000 }, (_, i) => {
      const hash = new Uint8Array(new BigUint64Array([BigInt(i), 0n, 0n, 0n]).buffer);
      const value = Object.defineProperty({ nonce: 0n }, 'nonce', {
        get: () => {
          compared++;
          return BigInt(20_000 - i);
        },
      });
      const parts = { ...transaction.transaction, nonce: { kind: 'Nonce', value } as const };
      return { ...transaction, hash, transaction: parts };
    });
    const pool = new TransactionPool({ bytesMax: Number.MAX_SAFE_INTEGER });
    for (const one of all) pool.add(one);
    for (const one of all) pool.remove(one);
    assert.equal(pool.size, 0);
    assert.ok(compared < 20_000 * 64, `${compared} nonces compared`);
  });

  it('covers very many signers', () => {
    const transaction = create(1n);
    const { transaction: parts } = transaction;
    const pool = new TransactionPool({ bytesMax: Number.MAX_SAFE_INTEGER });
    const count = 150_000;
    for (let i = 0; i < count; i++) {
      const hash = new Uint8Array(new BigUint64Array([BigInt(i), 0n, 0n, 0n]).buffer);
      const signerId = `user${i}`;
      pool.add({ ...transaction, hash, transaction: { ...parts, signerId } });
    }
    assert.equal([...pool.inTurn()].length, count);
  });
});

describe('the bound', () => {
  const [first, second] = [create(1n), create(2n)];
  const bytes = first.bytes.length + second.bytes.length;

  it('is in bytes, and may be reached', () => {
    const pool = new TransactionPool({ bytesMax: bytes });
    pool.add(first);
    pool.add(second);
    assert.throws(() => pool.add(create(3n)), PoolFull);
    assert.equal(pool.size, 2);
  });

  it('one byte less refuses the second', () => {
    const pool = new TransactionPool({ bytesMax: bytes - 1 });
    pool.add(first);
    assert.throws(() => pool.add(second), new RegExp(`its limit of ${bytes - 1} bytes`));
    assert.ok(!pool.has(second.hash));
  });

  it('has room again after a removal', () => {
    const pool = new TransactionPool({ bytesMax: bytes });
    pool.add(first);
    pool.add(second);
    pool.remove(first);
    pool.remove(first);
    pool.add(create(3n));
    assert.throws(() => pool.add(create(4n)), PoolFull);
    pool.clear();
    pool.add(first);
    pool.add(second);
    assert.equal(pool.size, 2);
  });

  it('is also in bytes of one account', () => {
    const pool = new TransactionPool({ bytesMax: 1_000_000, accountBytesMax: bytes });
    pool.add(first);
    pool.add(second);
    assert.throws(() => pool.add(create(3n)), new RegExp(`${bytes} bytes of alice\\.near`));
    pool.add(create(1n, { signerId: 'bob.near' }));
    pool.remove(second);
    pool.add(second);
    assert.equal(pool.size, 3);
  });

  it('is also in transactions of one account', () => {
    const pool = new TransactionPool({ bytesMax: 1_000_000, accountMax: 2 });
    const other = { signerId: 'bob.near' };
    pool.add(first);
    pool.add(create(2n, { seed: 'another key' }));
    assert.throws(() => pool.add(create(3n)), /its limit of 2 transactions of alice\.near/);
    pool.add(create(1n, other));
    pool.remove(first);
    pool.add(create(3n));
    assert.equal(pool.size, 3);
    pool.clear();
    assert.equal(pool.bytes, 0);
    pool.add(first);
    pool.add(second);
  });

  it('does not count a duplicate transaction', () => {
    const pool = new TransactionPool({ bytesMax: bytes });
    pool.add(first);
    pool.add(first);
    pool.add(second);
    assert.equal(pool.size, 2);
    assert.deepEqual(names(pool), ['a1', 'a2']);
  });
});
