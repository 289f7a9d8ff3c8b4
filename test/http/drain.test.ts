// How a server closes: no new client is admitted, requests in flight get their real responses,
// those that still wait at the deadline get an error, and nothing outlives the deadline.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { formatPost, RawConnection } from '../hostileClients/support/rawClient.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';
import { eventually } from '../support/eventually.ts';

const WAIT = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tx',
  params: {
    tx_hash: '11111111111111111111111111111111',
    sender_account_id: 'a.near',
    wait_until: 'FINAL',
  },
});
/** Longer than any test waits. */
const DRAIN_MS_MAX = 2 ** 31 - 1;
const HEALTH = '{"jsonrpc":"2.0","id":7,"method":"health"}';

async function startServer(drainTimeoutMs: number) {
  const genesis = createGenesisContext();
  let park = () => {};
  const parked = new Promise<void>((resolve) => {
    park = resolve;
  });
  let waits = 0;
  const changeWaits = (change: number) => {
    waits += change;
    park();
  };
  const context = {
    ...genesis,
    limits: { ...genesis.limits, drainTimeoutMs },
    metrics: { ...genesis.metrics, changeWaits },
    timer: () => () => {},
    // A client that waits for a hash sends nothing.
    port: { submit: () => assert.fail(), check: () => assert.fail() },
  };
  const server = await serveRpc(context, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}`;
  const open = async () => (await RawConnection.open(url)) ?? assert.fail('no connection');
  const { height } = genesis.chain.head();
  return { server, url, open, parked, height, waits: () => waits };
}

test('waits that outlast the deadline are ended, and no new client is admitted', async () => {
  const { server, url, open, parked } = await startServer(50);
  const [idle, waiting] = [await open(), await open()];
  idle.send(formatPost('/', HEALTH));
  await idle.answers(1);
  waiting.send(formatPost('/', WAIT));
  await parked;
  const closing = server.close();
  assert.match(await idle.closed(), /"result":null,"id":7/);
  const late = await RawConnection.open(url);
  assert.equal((await late?.closed()) ?? '', '');
  const answer = await waiting.closed();
  assert.match(answer, /^HTTP\/1\.1 (408|200) /);
  assert.match(answer, /TIMEOUT_ERROR|UNKNOWN_TRANSACTION/);
  assert.match(answer, /\r\nconnection: close\r\n/i);
  await closing;
});

test('nothing is left of clients that disconnected while waiting', async () => {
  const { server, open, parked, waits, height } = await startServer(DRAIN_MS_MAX);
  const waiting = await open();
  waiting.send(`GET /v0/block/${height + 1} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await parked;
  waiting.socket.destroy();
  await server.close();
  await eventually('the wait is over', () => waits() === 0);
});

test('a client that sends half a request does not keep the server open', async () => {
  const { server, open } = await startServer(20);
  const half = await open();
  half.send(formatPost('/', HEALTH).slice(0, -5));
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
  assert.equal(await half.closed(), '');
});
