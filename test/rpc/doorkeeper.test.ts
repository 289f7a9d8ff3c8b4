// Who may ask, and who may control: by the address of the other side and by the headers that
// browsers and proxies send.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes.ts';
import { type CallerHeaders, Doorkeeper, isRefused } from '../../src/rpc/doorkeeper.ts';
import { isLocalRequest, isLoopbackHost } from '../../src/rpc/localRequest.ts';

const STRANGER = '203.0.113.7';

test('which requests come from this machine', () => {
  const host = 'localhost:3030';
  const table: [address: string | undefined, headers: CallerHeaders, isLocal: boolean][] = [
    ['127.0.0.1', {}, true],
    ['127.8.9.1', { host: '127.0.0.1:3030' }, true],
    ['::1', { host: '[::1]:3030' }, true],
    ['::ffff:127.0.0.1', { host }, true],
    ['127.0.0.1', { host: 'node.localhost' }, true],
    ['127.0.0.1', { host, origin: 'http://localhost:8080' }, true],
    ['127.0.0.1', { host, origin: 'https://[::1]' }, true],
    // The name of a site that was made to point here: the browser tells the name.
    ['127.0.0.1', { host: 'evil.example:3030', origin: 'http://evil.example:3030' }, false],
    ['127.0.0.1', { host: 'evil.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', { host: 'evil@localhost.evil' }, false],
    ['127.0.0.1', { host: '' }, false],
    // A page from elsewhere, a sandboxed frame, a file.
    ['127.0.0.1', { host, origin: 'https://evil.example' }, false],
    ['127.0.0.1', { host, origin: 'null' }, false],
    // A proxy on this machine.
    ['127.0.0.1', { host, 'x-forwarded-for': '203.0.113.9' }, false],
    ['127.0.0.1', { host, forwarded: 'for=203.0.113.9' }, false],
    [STRANGER, { host }, false],
    ['::ffff:203.0.113.7', { host }, false],
    [undefined, { host }, false],
  ];
  for (const [address, headers, isLocal] of table) {
    const message = `${address} ${JSON.stringify(headers)}`;
    assert.equal(isLocalRequest(address, headers), isLocal, message);
  }
});

test('where a server is reached from this machine only', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost']) assert.ok(isLoopbackHost(host), host);
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'node.example']) {
    assert.ok(!isLoopbackHost(host), host);
  }
});

function createDoorkeeper(token: string | null) {
  const refusals: string[] = [];
  let nowMs = 0;
  const doorkeeper = new Doorkeeper({
    limits: { requestsPerSecond: 1, requestsBurst: 2 },
    metrics: { countRefusal: (reason) => void refusals.push(reason) },
    token,
    nowMs: () => nowMs,
  });
  const admit = (address: string, headers: CallerHeaders = {}) => {
    const caller = doorkeeper.admit(address, headers);
    return isRefused(caller) ? caller.status : caller;
  };
  const passTime = (ms: number) => {
    nowMs += ms;
  };
  return { doorkeeper, admit, refusals, passTime };
}

test('a token is asked of callers from elsewhere', () => {
  const { admit, refusals } = createDoorkeeper('right');
  assert.deepEqual(admit('127.0.0.1'), { isLocal: true });
  for (const authorization of [undefined, '', 'right', 'Bearer wrong', 'Basic right', 'Bearer ']) {
    assert.equal(admit(STRANGER, { authorization }), 401, authorization);
  }
  assert.deepEqual(new Set(refusals), new Set(['token']));
  assert.equal(typeof admit(STRANGER, { authorization: 'Bearer right' }), 'object');
  assert.equal(admit('127.0.0.1', { host: 'evil.example' }), 401);
});

test('a rate is asked of callers from elsewhere', () => {
  const { admit, refusals, passTime, doorkeeper } = createDoorkeeper(null);
  for (let i = 0; i < 10; i++) assert.deepEqual(admit('127.0.0.1'), { isLocal: true });
  assert.deepEqual(
    [1, 2, 3].map(() => typeof admit(STRANGER)),
    ['object', 'object', 'number'],
  );
  assert.deepEqual(refusals, ['rate']);
  const refused = doorkeeper.admit(STRANGER, {});
  assert.ok(isRefused(refused));
  assert.deepEqual([refused.status, refused.headers], [429, [['retry-after', '1']]]);
  const { error } = JSON.parse(bytesToUtf8(refused.body));
  assert.equal(error.cause.name, 'TOO_MANY_REQUESTS');
  assert.equal(error.data, 'this address sends too many requests; try again in 1000 ms');
  passTime(1_000);
  const caller = doorkeeper.admit(STRANGER, {});
  assert.ok(!isRefused(caller));
  caller.spend?.(3);
  passTime(3_000);
  assert.equal(admit(STRANGER), 429, 'a batch counts as what it holds');
  passTime(1_000);
  assert.equal(typeof admit(STRANGER), 'object');
});
