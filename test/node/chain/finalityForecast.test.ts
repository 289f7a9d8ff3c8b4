// What is about to become final: blocks that were executed, and blocks that can be read although
// their announcement has not arrived.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHalt, type Halt } from '../../../src/chain/production/halt.ts';
import type { MiningMode } from '../../../src/chain/production/mining.ts';
import type { ChainProgress } from '../../../src/chain/production/producer.ts';
import { forecastFinality } from '../../../src/node/chain/finalityForecast.ts';

/** A forecast of a chain in this state. */
function pendingHeight(
  progress: ChainProgress | null,
  newest = progress?.headHeight ?? 0,
  { mining = 'auto', halted = null }: { mining?: MiningMode; halted?: Halt | null } = {},
): number | null {
  const silent = () => () => {};
  const thread = { progress, halted, mining, onMining: silent, onHalt: silent, onRevert: silent };
  const newestHeight = () => newest;
  return forecastFinality({ thread, mining, waitMs: 1, newestHeight }).pendingHeight();
}

test('the last block that executed something is pending until it is final', () => {
  assert.equal(pendingHeight({ headHeight: 7, busyHeight: 6, finalHeight: 5 }), 6);
  assert.equal(pendingHeight({ headHeight: 8, busyHeight: 6, finalHeight: 6 }), null);
});

test('a block that can be read before its announcement is pending', () => {
  // The transaction was converted in block 6 and executed in block 7, which clients know about.
  assert.equal(pendingHeight({ headHeight: 6, busyHeight: 6, finalHeight: 4 }, 7), 7);
  assert.equal(pendingHeight({ headHeight: 6, busyHeight: 4, finalHeight: 4 }, 7), 7);
});

test('nothing is pending where finality is not near', () => {
  const progress = { headHeight: 6, busyHeight: 6, finalHeight: 4 };
  assert.equal(pendingHeight(null), null);
  for (const mining of ['manual', { intervalMs: 1_000 }] as const)
    assert.equal(pendingHeight(progress, 7, { mining }), null);
  assert.equal(pendingHeight(progress, 7, { halted: createHalt(new Error('full'), 6) }), null);
});
