// Transactions to a shard that cannot take more: its queues are too long, or its chunks are
// missing. They are refused before anything else is checked.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chain } from '../../src/chain/chain.ts';
import { refuseTransaction } from '../../src/chain/mempool/admission.ts';
import type { ChunkHeader } from '../../src/types/chunk.ts';
import type { CongestionInfo } from '../../src/types/congestion.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { InvalidTxError } from '../../src/types/transactionErrors.ts';
import { TestNetwork, transfer } from '../support/testNetwork.ts';

const ZOE_SHARD = 11;

function refuse(chain: Chain, signed: HashedTransaction): unknown {
  const error = refuseTransaction(chain, signed);
  return error && JSON.parse(InvalidTxError.json(error));
}

/** The same chain, whose newest chunk states other queue lengths. */
function congest(network: TestNetwork, info: Partial<CongestionInfo>): Chain {
  const change = (chunk: ChunkHeader): ChunkHeader => {
    if (chunk.inner.kind !== 'V5' || chunk.inner.value.shardId !== ZOE_SHARD) return chunk;
    const { congestionInfo } = chunk.inner.value;
    const value = { ...chunk.inner.value, congestionInfo: { ...congestionInfo, ...info } };
    return { ...chunk, inner: { kind: 'V5', value } } as ChunkHeader;
  };
  return network.withHead((head) => {
    const chunks = head.block.body.chunks.map(change);
    return { ...head, block: { ...head.block, body: { ...head.block.body, chunks } } };
  });
}

const LEVELS: readonly [name: string, info: Partial<CongestionInfo>, level: number | null][] = [
  ['too much delayed', { delayedReceiptsGas: 500_000_000_000_000_000n }, 1],
  ['much delayed', { delayedReceiptsGas: 320_000_000_000_000_000n }, 0.8],
  ['not too much delayed', { delayedReceiptsGas: 319_999_999_999_999_000n }, null],
  ['much buffered', { bufferedReceiptsGas: 9_000_000_000_000_000n }, 0.9],
  ['many bytes', { receiptBytes: 850_000_000 }, 0.85],
];

describe('a shard with long queues', () => {
  const network = new TestNetwork();
  network.extendTo(3);
  const pay = (receiver: string) => network.sign('alice', receiver, [transfer(1n)]);

  for (const [name, info, level] of LEVELS) {
    it(name, () => {
      const chain = congest(network, info);
      const expected = level && {
        ShardCongested: { shard_id: ZOE_SHARD, congestion_level: level },
      };
      assert.deepEqual(refuse(chain, pay('zoe')), expected);
      assert.equal(refuse(chain, pay('bob')), null, 'other shards accept transactions');
    });
  }

  it('is reported before a bad signature', () => {
    const chain = congest(network, { receiptBytes: 1_000_000_000 });
    const signature = { type: 'ed25519', data: new Uint8Array(64) } as const;
    assert.deepEqual(refuse(chain, { ...pay('zoe'), signature }), {
      ShardCongested: { shard_id: ZOE_SHARD, congestion_level: 1 },
    });
  });
});

describe('a shard without chunks', () => {
  const network = new TestNetwork();
  network.extendTo(3);
  const pay = (receiver: string) => network.sign('alice', receiver, [transfer(1n)]);

  it('is stuck from the hundredth missing chunk on, until a new one comes', () => {
    network.extend({ missing: [ZOE_SHARD], skip: 98 });
    assert.equal(refuse(network.chain, pay('zoe')), null);
    network.extend({ missing: [ZOE_SHARD] });
    assert.deepEqual(refuse(network.chain, pay('zoe')), {
      ShardStuck: { shard_id: ZOE_SHARD, missed_chunks: 100 },
    });
    assert.equal(refuse(network.chain, pay('bob')), null);
    network.extend();
    assert.equal(refuse(network.chain, pay('zoe')), null);
  });

  it('is congested and not stuck if its queues are worse', () => {
    network.extend({ missing: [ZOE_SHARD], skip: 100 });
    const chain = congest(network, { receiptBytes: 1_000_000_000 });
    assert.deepEqual(refuse(chain, pay('zoe')), {
      ShardCongested: { shard_id: ZOE_SHARD, congestion_level: 1 },
    });
  });
});
