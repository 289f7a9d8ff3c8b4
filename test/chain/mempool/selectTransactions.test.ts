// Which pending transactions the next chunks include: as many as fit, each valid on top of those
// before it, and nothing is lost that could still succeed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectTransactions } from '../../../src/chain/mempool/selectTransactions.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { transactionCost } from '../../../src/runtime/transactions/transactionCost.ts';
import type { Action } from '../../../src/types/action.ts';
import type { GenesisConfig } from '../../../src/types/genesis.ts';
import type { HashedTransaction, Transaction } from '../../../src/types/transaction.ts';
import { NEAR, TestNetwork, transfer } from '../../support/testNetwork.ts';

const POOL_BYTES = 100_000_000;

class Selection {
  readonly network: TestNetwork;
  readonly pool = new TransactionPool({ bytesMax: POOL_BYTES });

  constructor(genesis: Partial<GenesisConfig> = {}) {
    const config = { transactionValidityPeriod: 5, ...genesis };
    this.network = new TestNetwork({ config });
    this.network.extendTo(2);
  }

  add(...transactions: readonly HashedTransaction[]): void {
    for (const transaction of transactions) this.pool.add(transaction);
  }

  sign(nonce: bigint, parts: Partial<Transaction> = {}, action: Action = transfer(1n)) {
    const fields = { nonce: { kind: 'Nonce', value: { nonce } }, ...parts } as const;
    return this.network.sign('alice', 'zoe', [action], fields);
  }

  /** The nonces of the transactions that each shard would include, in shard index order. */
  select(chain = this.network.chain): number[][] {
    const selected = selectTransactions(chain, this.pool, rules(this.network.height + 1));
    return selected.map((list) =>
      list.map(({ signed }) => Number(signed.transaction.nonce.value.nonce)),
    );
  }

  /** Produces the next block from what would be included. */
  produce(): void {
    const next = rules(this.network.height + 1);
    const selected = selectTransactions(this.network.chain, this.pool, next).flat();
    const transactions = selected.map(({ signed }) => signed);
    this.network.extend({ transactions });
    for (const transaction of transactions) this.pool.remove(transaction);
  }
}

function rules(height: number) {
  return { height, strictNonceTtlBlocks: 64, isTimeOver: () => false };
}

/** A call with arguments of this length. */
function callWith(bytes: number): Action {
  const args = new Uint8Array(bytes);
  return { kind: 'FunctionCall', value: { methodName: 'm', args, gas: 1n, deposit: 0n } };
}

describe('what is included', () => {
  it('each transaction by the shard of its signer', () => {
    const selection = new Selection();
    const { network } = selection;
    selection.add(...['zoe', 'kate', 'heidi', 'bob'].map((id) => network.sign(id, 'alice', [])));
    const selected = selectTransactions(network.chain, selection.pool, rules(network.height + 1));
    assert.deepEqual(
      selected.map((list) => list.map(({ signed }) => signed.transaction.signerId)),
      [['bob'], ['kate', 'heidi'], ['zoe']],
    );
  });

  it('several nonces of one key, in their order', () => {
    const selection = new Selection();
    selection.add(...[4n, 1n, 9n, 2n].map((nonce) => selection.sign(nonce)));
    assert.deepEqual(selection.select(), [[1, 2, 4, 9], [], []]);
    assert.equal(selection.pool.size, 4, 'they stay until their block exists');
    selection.produce();
    assert.equal(selection.pool.size, 0);
  });

  it('strict nonces that follow each other', () => {
    const selection = new Selection();
    const strict = { nonceMode: 'Strict' } as const;
    selection.add(
      selection.sign(2n, strict),
      selection.sign(1n, strict),
      selection.sign(3n, strict),
    );
    assert.deepEqual(selection.select(), [[1, 2, 3], [], []]);
  });

  it('only what its signer can still pay for', () => {
    const selection = new Selection();
    const most = transfer(6_000n * NEAR);
    selection.add(selection.sign(1n, {}, most), selection.sign(2n, {}, most), selection.sign(3n));
    assert.deepEqual(selection.select(), [[1, 3], [], []]);
    assert.equal(selection.pool.size, 2, 'what cannot succeed is dropped');
  });
});

describe('what waits', () => {
  it('a strict nonce after a gap', () => {
    const selection = new Selection();
    const strict = { nonceMode: 'Strict' } as const;
    selection.add(selection.sign(1n), selection.sign(3n, strict));
    assert.deepEqual(selection.select(), [[1], [], []]);
    selection.produce();
    assert.deepEqual(selection.select(), [[], [], []]);
    assert.equal(selection.pool.size, 1);
    selection.add(selection.sign(2n));
    assert.deepEqual(selection.select(), [[2, 3], [], []]);
  });

  it('a nonce that is above the bound of its height', () => {
    const selection = new Selection();
    selection.add(selection.sign(3_999_999n), selection.sign(4_000_000n));
    assert.deepEqual(selection.select(), [[], [], []]);
    selection.network.extend();
    assert.deepEqual(selection.select(), [[3_999_999], [], []]);
    selection.network.extend();
    assert.deepEqual(selection.select(), [[3_999_999, 4_000_000], [], []]);
  });
});

describe('what is dropped', () => {
  it('a nonce that was used', () => {
    const selection = new Selection();
    selection.add(selection.sign(5n));
    selection.produce();
    selection.add(
      selection.sign(5n, { receiverId: 'bob' }),
      selection.sign(4n),
      selection.sign(6n),
    );
    assert.deepEqual(selection.select(), [[6], [], []]);
    assert.equal(selection.pool.size, 1);
  });

  it('a transaction that has expired', () => {
    const selection = new Selection();
    const transaction = selection.sign(1n);
    for (let blocks = 0; blocks < 5; blocks++) selection.network.extend();
    selection.add(transaction);
    assert.deepEqual(selection.select(), [[1], [], []], 'the last height that may include it');
    selection.network.extend();
    assert.deepEqual(selection.select(), [[], [], []]);
    assert.equal(selection.pool.size, 0);
  });

  it('a transaction that its key does not allow', () => {
    const selection = new Selection();
    selection.add(selection.network.sign('nobody', 'zoe', [transfer(1n)]));
    assert.deepEqual(selection.select(), [[], [], []]);
    assert.equal(selection.pool.size, 0);
  });
});

describe('the capacity of a chunk', () => {
  it('is bounded by the bytes of its transactions, and a later nonce does not overtake', () => {
    const selection = new Selection();
    const large = callWith(1_500_000);
    selection.add(...[1n, 2n, 3n].map((nonce) => selection.sign(nonce, {}, large)));
    selection.add(selection.sign(4n));
    assert.deepEqual(selection.select(), [[1, 2], [], []]);
    assert.equal(selection.pool.size, 4);
    selection.produce();
    assert.deepEqual(selection.select(), [[3, 4], [], []]);
  });

  it('counts signatures from version 85 on', () => {
    const plain = { version: 0 } as const;
    const perTransaction = Math.floor(4_194_304 / 3);
    const counts = [84, 85].map((protocolVersion) => {
      const selection = new Selection({ protocolVersion });
      const unsigned = selection.sign(1n, plain, callWith(0)).bytes.length - 65;
      const large = callWith(perTransaction - unsigned);
      selection.add(...[1n, 2n, 3n].map((nonce) => selection.sign(nonce, plain, large)));
      return selection.select()[0]?.length;
    });
    assert.deepEqual(counts, [3, 2]);
  });

  it('is bounded by the gas of their conversion', () => {
    const selection = new Selection();
    const { head } = selection.network.chain;
    const protocol = selection.network.chain.protocolAfterHead();
    // Transfers that may have to create their receiver: fourteen Tgas each.
    const parts = { receiverId: '0'.repeat(64), actions: Array(20).fill(transfer(1n)) };
    const nonces = Array.from({ length: 40 }, (_, i) => BigInt(i + 1));
    selection.add(...nonces.map((nonce) => selection.sign(nonce, parts)));
    const { transaction } = selection.sign(1n, parts);
    const cost = transactionCost(protocol, transaction, head.block.header.rest.nextGasPrice);
    const gas = cost?.burnt.gas ?? 0n;
    const count = BigInt(selection.select()[0]?.length ?? 0);
    assert.ok(count < 40n);
    assert.ok(
      (count - 1n) * gas < protocol.congestion.maxTxGas,
      'the last one started below the limit',
    );
    assert.ok(count * gas >= protocol.congestion.maxTxGas, 'and reached it');
  });

  it('shrinks when receipts are delayed', () => {
    const selection = new Selection();
    const action = callWith(60_000);
    const nonces = Array.from({ length: 20 }, (_, i) => BigInt(i + 1));
    selection.add(...nonces.map((nonce) => selection.sign(nonce, {}, action)));
    const { maxCongestionIncomingGas: gasMax } =
      selection.network.chain.protocolAfterHead().congestion;
    const delay = (delayedReceiptsGas: bigint) =>
      selection.network.withHead((head) => ({
        ...head,
        shards: head.shards.map((shard) => ({
          ...shard,
          extra: {
            ...shard.extra,
            congestionInfo: { ...shard.extra.congestionInfo, delayedReceiptsGas },
          },
        })),
      }));
    // 20 of 500 Tgas are left: the one that passes the limit is the last.
    const [taken = []] = selection.select(delay(gasMax));
    assert.equal(taken.length, 7);
    assert.deepEqual(selection.select(delay(2n * gasMax))[0], taken, 'it never shrinks to nothing');
    assert.equal(selection.select(delay(gasMax / 2n))[0]?.length, 20);
    assert.equal(selection.pool.size, 20);
  });
});

describe('strict nonces', () => {
  it('wait for the previous nonce, but not beyond their expiry', () => {
    const selection = new Selection();
    const { network, pool } = selection;
    const waiting = selection.sign(10n ** 6n, { version: 1, nonceMode: 'Strict' });
    selection.add(waiting);
    const select = (height: number) =>
      selectTransactions(network.chain, pool, { ...rules(height), strictNonceTtlBlocks: 5 });
    assert.deepEqual(select(5).flat(), []);
    assert.ok(pool.has(waiting.hash), 'not expired yet');
    assert.deepEqual(select(6).flat(), []);
    assert.ok(!pool.has(waiting.hash), 'it has expired');
  });
});

describe('time', () => {
  it('what is not selected when the time is up waits for the next block', () => {
    const selection = new Selection();
    const { network, pool } = selection;
    selection.add(selection.sign(1n), selection.sign(2n), selection.sign(3n));
    let looks = 0;
    const isTimeOver = () => ++looks > 2;
    const selected = selectTransactions(network.chain, pool, { ...rules(5), isTimeOver });
    assert.equal(selected.flat().length, 2);
    assert.equal(pool.size, 3);
  });
});
