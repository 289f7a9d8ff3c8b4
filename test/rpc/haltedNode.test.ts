// What clients learn from a node whose chain has halted: the reason, without paths of its machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { ChainHalted, createHalt, formatHaltInDetail } from '../../src/chain/production/halt.ts';
import { GET_ROUTES } from '../../src/rpc/service/getRoutes.ts';
import { createRefusedError } from '../../src/store/storeError.ts';
import { ask } from './support/ask.ts';
import { createGenesisContext } from './support/genesisContext.ts';

const PATH = '/srv/operator/.perigee/data';
const refusal = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
const halt = createHalt(createRefusedError(PATH, refusal), 7);

test('the reason of a halted chain contains no path, but the log does', async () => {
  const base = createGenesisContext();
  const context = { ...base, node: { ...base.node, halted: () => halt } };
  const health = await GET_ROUTES.get('/health')?.(context);
  assert.ok(health !== undefined);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health', params: null });
  const shown = {
    '/health': bytesToUtf8(health.body),
    health: (await ask(context, '/', body)).body,
    'a refused control': new ChainHalted(halt).message,
  };
  for (const [place, text] of Object.entries(shown)) {
    assert.match(text, /the disk may be full/, place);
    assert.ok(!text.includes('operator'), `${place}: ${text}`);
  }
  assert.ok(formatHaltInDetail(halt).includes(PATH));
});
