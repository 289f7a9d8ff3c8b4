// Free ports: all different, and nothing listens on them afterwards.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { findFreePorts } from '../../src/process/freePorts.ts';

test('free ports are distinct and can be bound', async () => {
  const ports = await findFreePorts(5);
  assert.equal(new Set(ports).size, 5);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  await once(server.close(), 'close');
  assert.deepEqual(await findFreePorts(0), []);
});
