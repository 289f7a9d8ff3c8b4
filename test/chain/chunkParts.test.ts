// The parts of chunks: how many there are, who gets which receipts in which order, and who endorsed
// them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { endorsementBitmap } from '../../src/chain/blocks/buildBlock.ts';
import { incomingReceipts } from '../../src/chain/blocks/incomingReceipts.ts';
import { partCounts, receiptsForShard } from '../../src/chain/records/chunkRoots.ts';
import { receiptShardId } from '../../src/runtime/receipts/receiptRouting.ts';
import type { Receipt } from '../../src/types/receipt.ts';
import { createShardLayout } from '../../src/types/shardLayout.ts';

const LAYOUT = createShardLayout(['heidi', 'peggy'], [7, 3, 11]);

function receiptTo(receiverId: string, predecessorId = 'alice'): Receipt {
  const receiptId = sha256(new TextEncoder().encode(`${predecessorId} ${receiverId}`));
  const body = { kind: 'Data', value: { dataId: receiptId, data: null } } as const;
  return { predecessorId, receiverId, receiptId, body };
}

function distributionTo(shard: number): Receipt {
  const value = {
    kind: 'V1',
    value: {
      id: { kind: 'CodeHash', value: sha256(new Uint8Array()) },
      targetShard: shard,
      alreadyDeliveredShards: [],
      code: new Uint8Array(),
    },
  } as const;
  return { ...receiptTo('system'), body: { kind: 'GlobalContractDistribution', value } };
}

describe('parts', () => {
  for (const [seats, total, data] of [
    [1, 2, 1],
    [2, 2, 1],
    [3, 3, 1],
    [4, 4, 1],
    [6, 6, 1],
    [7, 7, 2],
    [50, 50, 16],
    [100, 100, 33],
  ] as const) {
    it(`${seats} seats`, () => assert.deepEqual(partCounts(seats), { total, data }));
  }
});

describe('receipts', () => {
  it('go to the shard of their receiver, code to the shard that it names', () => {
    const receivers = ['alice', 'heidi', 'kate', 'peggy', 'zoe'];
    const shards = receivers.map((id) => receiptShardId(LAYOUT, receiptTo(id)));
    assert.deepEqual(shards, [7, 3, 3, 11, 11]);
    assert.equal(receiptShardId(LAYOUT, distributionTo(7)), 7);
  });

  it('keep the order in which they were created', () => {
    const receipts = ['zoe', 'kate', 'rose', 'heidi'].map((id) => receiptTo(id));
    const receivers = receiptsForShard(LAYOUT, receipts, 3).map(({ receiverId }) => receiverId);
    assert.deepEqual(receivers, ['kate', 'heidi']);
  });

  it('of several senders come in an order that depends on the previous block', () => {
    const senders = [0, 1, 2, 3, 4, 5, 6].map((i) => [
      receiptTo('kate', `first${i}`),
      receiptTo('zoe', `other${i}`),
      receiptTo('kate', `second${i}`),
    ]);
    const prevHash = sha256(Uint8Array.of(1, 2, 3, 4, 5));
    const order = incomingReceipts(LAYOUT, 3, prevHash, senders).map((r) => r.predecessorId);
    assert.deepEqual(
      order,
      [2, 3, 1, 4, 0, 5, 6].flatMap((i) => [`first${i}`, `second${i}`]),
    );
  });
});

describe('endorsements', () => {
  const signature = { type: 'ed25519', data: new Uint8Array(64) } as const;
  const signatures = (bits: string) => [...bits].map((bit) => (bit === '1' ? signature : null));

  for (const [bits, bytes] of [
    ['', []],
    ['0', [0]],
    ['1', [1]],
    ['01000001', [0b1000_0010]],
    ['000000001', [0, 1]],
    ['1'.repeat(20), [255, 255, 15]],
  ] as const) {
    it(`"${bits}"`, () => {
      assert.deepEqual(endorsementBitmap(signatures(bits)), Uint8Array.from(bytes));
    });
  }
});
