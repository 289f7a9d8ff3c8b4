// One request to small servers on this machine: what it returns, and what ends it: an endless
// response, a missing response, and a closed port.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { fetchBytes } from '../../../src/follow/sources/boundedFetch.ts';
import { findClosedAddress, serve } from '../../support/serve.ts';
import { ManualClock } from '../manualClock.ts';

const LIMITS = { timeoutMs: 1_000, bodyBytesMax: 1_000 };

test('status, type and bytes of a response are returned', async () => {
  const url = await serve((request, response) => {
    response.writeHead(418, { 'content-type': 'text/x-mine', 'retry-after': '7' });
    request.pipe(response);
  });
  for (const json of ['{"a":1}', utf8ToBytes('{"a":1}')]) {
    const { body, ...rest } = await fetchBytes(
      { url: new URL(url), json },
      LIMITS,
      new ManualClock(),
    );
    assert.deepEqual(rest, { status: 418, contentType: 'text/x-mine', retryAfter: '7' });
    assert.equal(bytesToUtf8(body), '{"a":1}');
  }
});

test('a token is sent, and nothing without one', async () => {
  const url = await serve((request, response) => {
    response.end(request.headers.authorization ?? 'nothing');
  });
  for (const [token, sent] of [
    ['secret', 'Bearer secret'],
    [undefined, 'nothing'],
  ] as const) {
    const { body } = await fetchBytes({ url: new URL(url), token }, LIMITS, new ManualClock());
    assert.equal(bytesToUtf8(body), sent);
  }
});

test('an endless response is cut at the limit', async () => {
  let isLeft = () => {};
  const left = new Promise<void>((resolve) => {
    isLeft = resolve;
  });
  const url = await serve((_, response) => {
    const write = () => {
      while (response.write(new Uint8Array(600)));
    };
    response.on('drain', write).on('close', isLeft);
    write();
  });
  await assert.rejects(
    fetchBytes({ url: new URL(url) }, LIMITS, new ManualClock()),
    /an answer is longer than 1000 bytes/,
  );
  await left;
});

test('a missing response is waited for until the timeout', async () => {
  const url = await serve(() => {});
  const clock = new ManualClock();
  const asking = fetchBytes({ url: new URL(url) }, LIMITS, clock);
  const refused = assert.rejects(asking, /no answer within 1000 ms/);
  await clock.passSleep(LIMITS.timeoutMs);
  await refused;
});

test('a closed port is reported', async () => {
  const url = new URL(await findClosedAddress());
  await assert.rejects(fetchBytes({ url }, LIMITS, new ManualClock()), /ECONNREFUSED/);
});
