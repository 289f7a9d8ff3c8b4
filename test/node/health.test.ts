// A node reports itself healthy while blocks arrive at the expected pace, and unhealthy when they
// do not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHealth } from '../../src/rpc/core/health.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';
import { startTestNode } from '../support/runningNode.ts';

const SECOND = 1_000_000_000n;

/** A node whose only block is this many seconds old. */
function isHealthy(ageSeconds: bigint, { expects = true, pause = 2n, idle = 0n } = {}): boolean {
  const genesis = createGenesisContext();
  const { timestamp } =
    genesis.chain.block(genesis.chain.head().hash)?.header.lite ?? assert.fail();
  const context = {
    ...genesis,
    clientConfig: { ...genesis.clientConfig, maxBlockProductionDelay: pause * SECOND },
    node: { ...genesis.node, expectsBlocks: () => expects, idlePause: () => idle * SECOND },
    now: () => timestamp + ageSeconds * SECOND,
  };
  try {
    checkHealth(context);
    return true;
  } catch {
    return false;
  }
}

test('ten pauses without a block are too many', () => {
  assert.ok(isHealthy(20n));
  assert.ok(!isHealthy(21n));
  assert.ok(isHealthy(1_000n, { pause: 100n }));
  assert.ok(!isHealthy(1_001n, { pause: 100n }));
  assert.ok(isHealthy(600n, { idle: 60n }), 'an idle chain');
  assert.ok(!isHealthy(601n, { idle: 60n }));
  assert.ok(isHealthy(1_000_000n, { expects: false }), 'a chain that pauses on purpose');
});

test('the pause follows from the mining mode', async () => {
  const table: [mining: string, min: string, max: string][] = [
    ['auto', '[0,600000000]', '[2,0]'],
    ['auto:60000', '[0,600000000]', '[60,0]'],
    ['auto:100', '[0,600000000]', '[2,0]'],
    ['interval:45000', '[45,0]', '[45,0]'],
  ];
  const node = await startTestNode({ mining: { heartbeatMs: 60_000 } });
  for (const [mode, min, max] of table) {
    await node.rpc.call('perigee_set_mining', { mode });
    // An earlier response may be cached until the next block.
    await node.mine();
    const shown = await node.rpc.call<Record<string, unknown>>('client_config');
    const pace = [shown.min_block_production_delay, shown.max_block_production_delay];
    assert.deepEqual(pace, [min, max], mode);
  }
  assert.equal((await fetch(`${node.rpc.url}/health`)).status, 200);
});
