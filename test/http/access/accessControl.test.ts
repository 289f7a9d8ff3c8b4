// Who is admitted, and how far a client is trusted: by its address, by the headers of browsers and
// proxies, by the token, and by the process at the other end.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../../src/base/bytes/bytes.ts';
import { AccessControl, isRefused } from '../../../src/http/access/accessControl.ts';
import type { Trust } from '../../../src/http/access/httpClient.ts';
import {
  findForeignSign,
  isLoopbackAddress,
  isLoopbackHost,
  type RequestHeaders,
} from '../../../src/http/access/localRequest.ts';
import { textResponse } from '../../../src/http/httpResponse.ts';

const STRANGER = '203.0.113.7';
const host = 'localhost:3030';

function receive(remoteAddress: string | undefined, headers: RequestHeaders, httpVersionMinor = 1) {
  return { socket: { remoteAddress }, headers, httpVersionMinor };
}

test('which requests come from this machine', () => {
  const table: [address: string | undefined, headers: RequestHeaders, isLocal: boolean][] = [
    ['127.0.0.1', {}, true],
    ['127.8.9.1', { host: '127.0.0.1:3030' }, true],
    ['::1', { host: '[::1]:3030' }, true],
    ['::ffff:127.0.0.1', { host }, true],
    ['127.0.0.1', { host: 'node.localhost' }, true],
    ['127.0.0.1', { host, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' }, true],
    ['127.0.0.1', { host, origin: 'https://[::1]' }, true],
    ['127.0.0.1', { host, 'sec-fetch-site': 'same-origin' }, true],
    ['127.0.0.1', { host, 'sec-fetch-site': 'none', 'user-agent': 'curl/8', accept: '*/*' }, true],
    // The name of a site that was made to resolve to this machine: the browser sends the name.
    ['127.0.0.1', { host: 'evil.example:3030', origin: 'http://evil.example:3030' }, false],
    ['127.0.0.1', { host: 'evil.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', { host: 'evil@localhost.evil' }, false],
    ['127.0.0.1', { host: '' }, false],
    // A page from another origin, a sandboxed frame, a file.
    ['127.0.0.1', { host, origin: 'https://evil.example' }, false],
    ['127.0.0.1', { host, origin: 'null' }, false],
    ['127.0.0.1', { host, 'sec-fetch-site': 'cross-site' }, false],
    [STRANGER, { host }, false],
    ['::ffff:203.0.113.7', { host }, false],
    [undefined, { host }, false],
  ];
  for (const [address, headers, isLocal] of table) {
    const found = isLoopbackAddress(address) && findForeignSign(receive(address, headers)) === null;
    assert.equal(found, isLocal, `${address} ${JSON.stringify(headers)}`);
  }
});

test('a proxy on this machine is recognised by its headers, or by HTTP/1.0', () => {
  const names = [
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
    ...['x-forwarded-port', 'x-forwarded-server', 'x-real-ip', 'x-client-ip', 'true-client-ip'],
    ...['cf-connecting-ip', 'cf-ray', 'fastly-client-ip', 'x-cluster-client-ip', 'cdn-loop'],
  ];
  for (const name of names) {
    const sign = findForeignSign(receive('127.0.0.1', { host, [name]: '' }));
    assert.match(sign ?? '', new RegExp(`proxy.*\`${name}\``));
  }
  assert.match(findForeignSign(receive('127.0.0.1', { host }, 0)) ?? '', /HTTP\/1\.0/);
});

test('where a server is reached from this machine only', () => {
  for (const name of ['127.0.0.1', '::1', 'localhost']) assert.ok(isLoopbackHost(name), name);
  for (const name of ['0.0.0.0', '::', '192.168.1.5', 'node.example']) {
    assert.ok(!isLoopbackHost(name), name);
  }
});

function createAccessControl(token: string | null, peerSign: string | null = null) {
  const refusals: string[] = [];
  let nowMs = 0;
  let inspections = 0;
  const accessControl = new AccessControl({
    limits: { requestsPerSecond: 1, requestsBurst: 2 },
    metrics: { countRefusal: (reason) => void refusals.push(reason) },
    token,
    inspectPeer: async () => {
      inspections++;
      return peerSign;
    },
    formatRefusal: textResponse,
    nowMs: () => nowMs,
  });
  const admit = (address: string, headers: RequestHeaders = {}) => {
    const caller = accessControl.admit(receive(address, headers));
    return isRefused(caller) ? caller.status : caller;
  };
  const passTime = (ms: number) => {
    nowMs += ms;
  };
  const findTrust = (address: string, headers: RequestHeaders = {}): Promise<Trust> => {
    const client = admit(address, headers);
    assert.ok(typeof client === 'object', 'the client is admitted');
    return client.findTrust();
  };
  const countInspections = () => inspections;
  return { accessControl, admit, findTrust, refusals, passTime, countInspections };
}

test('remote callers need a token', () => {
  const { admit, refusals } = createAccessControl('right');
  assert.equal(typeof admit('127.0.0.1'), 'object');
  for (const authorization of [undefined, '', 'right', 'Bearer wrong', 'Basic right', 'Bearer ']) {
    assert.equal(admit(STRANGER, { authorization }), 401, authorization);
  }
  assert.deepEqual(new Set(refusals), new Set(['token']));
  assert.equal(typeof admit(STRANGER, { authorization: 'Bearer right' }), 'object');
  assert.equal(admit('127.0.0.1', { host: 'evil.example' }), 401);
});

test('with a token, nothing else proves a client', async () => {
  const { findTrust, countInspections } = createAccessControl('right');
  const authorization = 'Bearer right';
  const page = { host, 'sec-fetch-site': 'same-origin' };
  for (const headers of [{}, page, { authorization: 'Bearer wrong' }]) {
    const trust = await findTrust('127.0.0.1', headers);
    assert.deepEqual(trust, { kind: 'tokenMissing' }, JSON.stringify(headers));
  }
  assert.deepEqual(await findTrust('127.0.0.1', { authorization }), { kind: 'proven' });
  assert.deepEqual(await findTrust(STRANGER, { authorization }), { kind: 'proven' });
  assert.equal(countInspections(), 0, 'the token is enough');
});

test('without a token, local programs are trusted, and so is the own page', async () => {
  const { findTrust, countInspections } = createAccessControl(null);
  assert.deepEqual(await findTrust(STRANGER), { kind: 'remote' });
  const proxied = await findTrust('127.0.0.1', { host, via: '1.1 proxy' });
  assert.ok(proxied.kind === 'foreign');
  assert.match(proxied.sign, /`via`/);
  assert.equal(countInspections(), 0);
  assert.deepEqual(await findTrust('127.0.0.1', { host }), { kind: 'local' });
  const page = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  assert.deepEqual(await findTrust('127.0.0.1', page), { kind: 'proven' });
  const otherPage = { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' };
  assert.deepEqual(await findTrust('127.0.0.1', otherPage), { kind: 'local' });
});

test('the process at the other end is inspected once per connection', async () => {
  const sign = 'it is a proxy';
  const { accessControl, countInspections } = createAccessControl(null, sign);
  const request = receive('127.0.0.1', { host });
  for (let i = 0; i < 3; i++) {
    const client = accessControl.admit({ ...request, headers: { host } });
    assert.ok(!isRefused(client));
    assert.deepEqual(await client.findTrust(), { kind: 'foreign', sign });
  }
  assert.equal(countInspections(), 1);
});

test('one listener of a connection reports its end to all that wait', () => {
  const socket = Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1' });
  const { accessControl } = createAccessControl(null);
  const client = accessControl.admit({ socket, headers: { host }, httpVersionMinor: 1 });
  assert.ok(!isRefused(client));
  let told = 0;
  const unsubscribe = Array.from({ length: 16 }, () => client.onGone?.(() => told++));
  assert.equal(socket.listenerCount('close'), 1);
  unsubscribe[0]?.();
  socket.emit('close');
  assert.equal(told, 15);
  for (const end of unsubscribe) end?.();
  client.onGone?.(() => told++)();
  assert.equal(socket.listenerCount('close'), 0);
});

test('remote callers have a rate limit', () => {
  const { admit, refusals, passTime, accessControl } = createAccessControl(null);
  for (let i = 0; i < 10; i++) assert.equal(typeof admit('127.0.0.1'), 'object');
  assert.deepEqual(
    [1, 2, 3].map(() => typeof admit(STRANGER)),
    ['object', 'object', 'number'],
  );
  assert.deepEqual(refusals, ['rate']);
  const refused = accessControl.admit(receive(STRANGER, {}));
  assert.ok(isRefused(refused));
  assert.deepEqual([refused.status, refused.headers], [429, [['retry-after', '1']]]);
  const text = bytesToUtf8(refused.body);
  assert.equal(text, 'this address sends too many requests; try again in 1000 ms');
  passTime(1_000);
  const caller = accessControl.admit(receive(STRANGER, {}));
  assert.ok(!isRefused(caller));
  caller.spend?.(3);
  passTime(3_000);
  assert.equal(admit(STRANGER), 429, 'a batch counts as what it holds');
  passTime(1_000);
  assert.equal(typeof admit(STRANGER), 'object');
});
