// The URL that a node prints: one that works on the machine it runs on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNodeUrl } from '../../../src/http/connections/formatNodeUrl.ts';
import { startTestNode } from '../../support/runningNode.ts';

test('the wildcard address becomes loopback, and IPv6 addresses are in brackets', () => {
  const table = [
    ['127.0.0.1', 'http://127.0.0.1:3030'],
    ['localhost', 'http://localhost:3030'],
    ['10.0.0.7', 'http://10.0.0.7:3030'],
    ['0.0.0.0', 'http://127.0.0.1:3030'],
    ['::', 'http://[::1]:3030'],
    ['::1', 'http://[::1]:3030'],
    ['fd00::7', 'http://[fd00::7]:3030'],
  ] as const;
  for (const [host, url] of table) assert.equal(formatNodeUrl(host, 3030), url, host);
});

test('a node that listens on every address is controlled at the URL it prints', async () => {
  const { rpc } = await startTestNode({ host: '0.0.0.0' });
  const { port } = new URL(rpc.url);
  assert.equal(rpc.url, `http://127.0.0.1:${port}`);
  await rpc.call('perigee_mine', {});
  const { rpc_addr } = await rpc.call<{ rpc_addr: string }>('status', []);
  assert.equal(rpc_addr, `0.0.0.0:${port}`);
});
