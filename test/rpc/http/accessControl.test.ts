// Who may ask, and who may control: by the address of the other side, by the headers that browsers
// and proxies send, by the token, and by the process at the other end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../../src/base/bytes/bytes.ts';
import type { ControlAccess } from '../../../src/rpc/controls/controlAccess.ts';
import { AccessControl, isRefused } from '../../../src/rpc/http/accessControl.ts';
import {
  findForeignSign,
  isLoopbackAddress,
  isLoopbackHost,
  type OriginHeaders,
} from '../../../src/rpc/http/localRequest.ts';

const STRANGER = '203.0.113.7';
const host = 'localhost:3030';

function receive(remoteAddress: string | undefined, headers: OriginHeaders, httpVersionMinor = 1) {
  return { socket: { remoteAddress }, headers, httpVersionMinor };
}

test('which requests come from this machine', () => {
  const table: [address: string | undefined, headers: OriginHeaders, isLocal: boolean][] = [
    ['127.0.0.1', {}, true],
    ['127.8.9.1', { host: '127.0.0.1:3030' }, true],
    ['::1', { host: '[::1]:3030' }, true],
    ['::ffff:127.0.0.1', { host }, true],
    ['127.0.0.1', { host: 'node.localhost' }, true],
    ['127.0.0.1', { host, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' }, true],
    ['127.0.0.1', { host, origin: 'https://[::1]' }, true],
    ['127.0.0.1', { host, 'sec-fetch-site': 'same-origin' }, true],
    ['127.0.0.1', { host, 'sec-fetch-site': 'none', 'user-agent': 'curl/8', accept: '*/*' }, true],
    // The name of a site that was made to point here: the browser tells the name.
    ['127.0.0.1', { host: 'evil.example:3030', origin: 'http://evil.example:3030' }, false],
    ['127.0.0.1', { host: 'evil.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', { host: 'evil@localhost.evil' }, false],
    ['127.0.0.1', { host: '' }, false],
    // A page from elsewhere, a sandboxed frame, a file.
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

test('a proxy on this machine is known by its headers, or by HTTP/1.0', () => {
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
    nowMs: () => nowMs,
  });
  const admit = (address: string, headers: OriginHeaders = {}) => {
    const caller = accessControl.admit(receive(address, headers));
    return isRefused(caller) ? caller.status : caller;
  };
  const passTime = (ms: number) => {
    nowMs += ms;
  };
  const access = (address: string, headers: OriginHeaders = {}): Promise<ControlAccess> => {
    const caller = admit(address, headers);
    assert.ok(typeof caller === 'object', 'the caller may ask');
    return caller.findControlAccess();
  };
  return { accessControl, admit, access, refusals, passTime, countInspections: () => inspections };
}

test('a token is asked of callers from elsewhere', () => {
  const { admit, refusals } = createAccessControl('right');
  assert.equal(typeof admit('127.0.0.1'), 'object');
  for (const authorization of [undefined, '', 'right', 'Bearer wrong', 'Basic right', 'Bearer ']) {
    assert.equal(admit(STRANGER, { authorization }), 401, authorization);
  }
  assert.deepEqual(new Set(refusals), new Set(['token']));
  assert.equal(typeof admit(STRANGER, { authorization: 'Bearer right' }), 'object');
  assert.equal(admit('127.0.0.1', { host: 'evil.example' }), 401);
});

test('with a token, controls need it from everybody', async () => {
  const { access, countInspections } = createAccessControl('right');
  const authorization = 'Bearer right';
  const allowed = { kind: 'allowed', showsSecrets: true };
  const page = { host, 'sec-fetch-site': 'same-origin' };
  for (const headers of [{}, page, { authorization: 'Bearer wrong' }]) {
    const denied = await access('127.0.0.1', headers);
    assert.ok(denied.kind === 'denied' && denied.status === 401, JSON.stringify(headers));
    assert.match(denied.reason, /Authorization: Bearer TOKEN/);
  }
  assert.deepEqual(await access('127.0.0.1', { authorization }), allowed);
  assert.deepEqual(await access(STRANGER, { authorization }), allowed);
  assert.equal(countInspections(), 0, 'the token is enough');
});

test('without a token, controls are for local callers, and secrets for the own page', async () => {
  const { access, countInspections } = createAccessControl(null);
  assert.deepEqual(await access(STRANGER), { kind: 'hidden' });
  const proxied = await access('127.0.0.1', { host, via: '1.1 proxy' });
  assert.ok(proxied.kind === 'denied' && proxied.status === 403);
  assert.match(proxied.reason, /`via`.*--token/);
  assert.equal(countInspections(), 0);
  assert.deepEqual(await access('127.0.0.1', { host }), { kind: 'allowed', showsSecrets: false });
  const page = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  assert.deepEqual(await access('127.0.0.1', page), { kind: 'allowed', showsSecrets: true });
  const otherPage = { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' };
  assert.deepEqual(await access('127.0.0.1', otherPage), { kind: 'allowed', showsSecrets: false });
});

test('the process at the other end is looked at once for each connection', async () => {
  const { accessControl, countInspections } = createAccessControl(null, 'it is a proxy');
  const request = receive('127.0.0.1', { host });
  for (let i = 0; i < 3; i++) {
    const caller = accessControl.admit({ ...request, headers: { host } });
    assert.ok(!isRefused(caller));
    const access = await caller.findControlAccess();
    assert.ok(access.kind === 'denied' && /it is a proxy/.test(access.reason));
  }
  assert.equal(countInspections(), 1);
});

test('a rate is asked of callers from elsewhere', () => {
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
  const { error } = JSON.parse(bytesToUtf8(refused.body));
  assert.equal(error.cause.name, 'TOO_MANY_REQUESTS');
  assert.equal(error.data, 'this address sends too many requests; try again in 1000 ms');
  passTime(1_000);
  const caller = accessControl.admit(receive(STRANGER, {}));
  assert.ok(!isRefused(caller));
  caller.spend?.(3);
  passTime(3_000);
  assert.equal(admit(STRANGER), 429, 'a batch counts as what it holds');
  passTime(1_000);
  assert.equal(typeof admit(STRANGER), 'object');
});
