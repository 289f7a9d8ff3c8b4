// Congestion control against the reference's vectors and at its edges: levels are floats, and each
// limit follows from them exactly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { U64_MAX } from '../../../src/base/bytes/bigints.ts';
import {
  allowedShard,
  congestionLevel,
  isFullyCongested,
  mix,
  outgoingGasLimit,
  type ShardCongestion,
  transactionGasLimit,
} from '../../../src/runtime/congestion/congestion.ts';
import { type CongestionInfo, NO_CONGESTION } from '../../../src/types/congestion.ts';
import { config } from '../testChain.ts';

const PGAS = 1_000_000_000_000_000n;

function shard(info: Partial<CongestionInfo>, missedChunks = 0): ShardCongestion {
  return { info: { ...NO_CONGESTION, ...info }, missedChunks };
}

test('mix rounds as 64-bit floats do', () => {
  const cases: [left: bigint, right: bigint, ratio: number, expected: bigint][] = [
    [0n, 1_000n, 0.5, 500n],
    [50n, 80n, 0.33, 60n],
    [1_000n, 1_000n, 0.1, 1_000n],
    [U64_MAX, U64_MAX, 0.33, U64_MAX],
    [U64_MAX - 1_023n, U64_MAX, 0.25, U64_MAX],
    [U64_MAX - 1_024n, U64_MAX, 0.25, U64_MAX - 2_047n],
    [U64_MAX - 3_000n, U64_MAX, 0.25, U64_MAX - 2_047n],
    [U64_MAX - 4_000n, U64_MAX, 0.25, U64_MAX - 4_095n],
  ];
  for (const [left, right, ratio, expected] of cases) {
    assert.equal(mix(left, right, ratio), expected, `mix(${left}, ${right}, ${ratio})`);
  }
});

test('the level is the highest of four, each exactly 1 at its maximum', () => {
  const cases: [ShardCongestion, number][] = [
    [shard({}), 0],
    [shard({ delayedReceiptsGas: 100n * PGAS }), 0.25],
    [shard({ delayedReceiptsGas: 400n * PGAS - 1n }), Number(400n * PGAS - 1n) / 4e17],
    [shard({ delayedReceiptsGas: 400n * PGAS }), 1],
    [shard({ bufferedReceiptsGas: 5n * PGAS }), 0.5],
    [shard({ bufferedReceiptsGas: 1_000n * PGAS }), 1],
    [shard({ receiptBytes: 750_000_000 }), 0.75],
    [shard({ receiptBytes: 1_000_000_000 }), 1],
    [shard({}, 1), 0],
    [shard({}, 2), 2 / 125],
    [shard({}, 125), 1],
    [shard({ delayedReceiptsGas: 100n * PGAS, receiptBytes: 300_000_000 }, 10), 0.3],
  ];
  for (const [status, expected] of cases) {
    assert.equal(congestionLevel(config.congestion, status), expected);
  }
  assert.equal(isFullyCongested(1), true);
  assert.equal(isFullyCongested(1 - Number.EPSILON), false);
});

test('a full shard accepts gas from its allowed shard only', () => {
  const full = shard({ receiptBytes: 2_000_000_000, allowedShard: 3 });
  assert.equal(outgoingGasLimit(config.congestion, full, 3), PGAS);
  assert.equal(outgoingGasLimit(config.congestion, full, 4), 0n);
});

test('limits fall as congestion grows', () => {
  const half = shard({ bufferedReceiptsGas: 5n * PGAS, delayedReceiptsGas: 200n * PGAS });
  assert.equal(outgoingGasLimit(config.congestion, shard({}), 0), 300n * PGAS);
  assert.equal(outgoingGasLimit(config.congestion, half, 0), (301n * PGAS) / 2n);
  assert.equal(transactionGasLimit(config.congestion, NO_CONGESTION), PGAS / 2n);
  assert.equal(transactionGasLimit(config.congestion, half.info), 260_000_000_000_000n);
});

test('the allowed shard rotates by index', () => {
  const turns = [0, 1, 2, 3, 4].map((seed) => allowedShard([7, 3, 11], seed));
  assert.deepEqual(turns, [7, 3, 11, 7, 3]);
});
