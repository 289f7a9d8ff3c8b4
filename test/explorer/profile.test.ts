// The flame graph of a receipt, from the profile of its transaction: the nodes of other receipts
// are left out, and totals are sums.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutFlame } from '../../explorer/chain/flame.ts';
import { flameOfReceipt, type TransactionProfile } from '../../explorer/chain/profile.ts';

const profile: TransactionProfile = {
  transaction_hash: 'tx',
  signer_id: 'alice.near',
  receiver_id: 'bob.near',
  gas_burnt: 31,
  receipts: [
    { receipt_id: 'tx', receiver_id: 'alice.near', node: 0, gas_burnt: 1 },
    { receipt_id: 'call', receiver_id: 'bob.near', node: 1, gas_burnt: 30 },
  ],
  frames: [
    { kind: 'fee', name: 'receipt' },
    { kind: 'code', name: 'main' },
    { kind: 'store', name: 'storage_read' },
    { kind: 'other', name: '(other)' },
  ],
  nodes: [
    { frame: 0, gas: 1, calls: 1 },
    { frame: 0, gas: 5, calls: 1 },
    { parent: 1, frame: 1, gas: 10, calls: 1 },
    { parent: 2, frame: 2, gas: 12, calls: 3 },
    { parent: 2, frame: 3, gas: 3, calls: 1 },
  ],
};

test('a receipt has its own nodes, with totals', () => {
  assert.deepEqual(flameOfReceipt(profile, 'call'), [
    { name: 'receipt', parent: null, selfGas: 5, totalGas: 30, kind: 'base' },
    { name: 'main', parent: 0, selfGas: 10, totalGas: 25, kind: 'code' },
    { name: 'storage_read ×3', parent: 1, selfGas: 12, totalGas: 12, kind: 'store' },
    { name: '(other)', parent: 1, selfGas: 3, totalGas: 3, kind: 'base' },
  ]);
  assert.equal(flameOfReceipt(profile, 'tx').length, 1);
  assert.deepEqual(flameOfReceipt(profile, 'left out'), []);
});

test('deep recursion is cut off', () => {
  const nodes = Array.from({ length: 1_000 }, (_, at) => ({
    name: 'again',
    parent: at === 0 ? null : at - 1,
    selfGas: 1,
    totalGas: 1_000 - at,
    kind: 'code' as const,
  }));
  assert.equal(layoutFlame(nodes).length, 64);
});
