// How many connections a node accepts, depending on what the system allows.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  describeFewerConnections,
  limitConnections,
  readDescriptorLimit,
} from '../../../src/http/connections/descriptors.ts';
import { ConfigFile } from '../../../src/rpc/config/configFile.ts';
import { resolveLimits } from '../../../src/rpc/config/limits.ts';

const LIMITS = resolveLimits(ConfigFile.parse({}));

test('connections leave descriptors for everything else', () => {
  const cases: [descriptors: number | null, connections: number][] = [
    [null, 10_000],
    [1_000_000, 10_000],
    [10_120, 10_000],
    [10_119, 9_999],
    [4_096, 3_976],
    [256, 136],
    [100, 1],
  ];
  for (const [descriptors, connections] of cases) {
    assert.equal(limitConnections(LIMITS, descriptors).connectionsMax, connections);
    const text = describeFewerConnections(LIMITS, descriptors);
    if (connections === LIMITS.connectionsMax) assert.equal(text, null);
    else assert.match(text ?? '', new RegExp(`^at most ${connections} connections .*ulimit -n`));
  }
});

test('the limit is the one that the system reports', () => {
  const shell = execFileSync('sh', ['-c', 'ulimit -n']).toString().trim();
  assert.equal(readDescriptorLimit() ?? 'unlimited', shell === 'unlimited' ? shell : Number(shell));
});
