// The thread that scans large bodies: it finds the same as a scan on this thread, its queue is
// bounded in bytes, and other callers are served meanwhile.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { BodyThread } from '../../../src/execution/bodies/bodyThread.ts';
import { LARGE_BODY_BYTES } from '../../../src/http/readRequestBody.ts';
import { endpointOf } from '../../../src/rpc/core/endpoint.ts';
import { scanBody } from '../../../src/rpc/messages/scanBody.ts';
import { LargeBodies } from '../../../src/rpc/service/largeBodies.ts';
import { REGISTRY } from '../../../src/rpc/service/registry.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { createGenesisContext } from '../../rpc/support/genesisContext.ts';

const MIB = 1024 * 1024;

function manyKeys(bytes: number): string {
  const members: string[] = [];
  for (let at = 0; at < bytes; at += 10) members.push(`"${at}":0`);
  return `{${members.join(',')}}`;
}

test('a scan is the same on the thread', async (context) => {
  const thread = new BodyThread();
  context.after(() => thread.stop());
  const texts = [
    `{"jsonrpc":"2.0","id":1,"method":"send_tx","params":["${'A'.repeat(200_000)}"]}`,
    `["2.0","sandbox_patch_state",${manyKeys(100_000)},1]`,
    `${' '.repeat(100_000)}[1,`,
    manyKeys(100_000),
  ];
  for (const text of texts) {
    for (const valuesMax of [5, 1_000_000]) {
      const body = utf8ToBytes(text);
      assert.deepEqual(await thread.scan(body, valuesMax), scanBody(body, valuesMax));
      assert.equal(bytesToUtf8(body), text, 'the body is unchanged');
    }
  }
});

/** A worker that does nothing except send what the test wants. */
class SilentWorker extends EventEmitter {
  postMessage(): void {}
  ref(): void {}
  unref(): void {}
}

test('the queue is bounded in bytes, and fails when the thread ends', async () => {
  const workers: SilentWorker[] = [];
  const thread = new BodyThread(2 * MIB, () => {
    workers.push(new SilentWorker());
    return workers.at(-1) as unknown as Worker;
  });
  const busy = { info: { code: 'bodies_busy' } };
  const body = new Uint8Array(MIB);
  const waiting = [thread.scan(body, 1), thread.scan(body, 1)];
  await assert.rejects(thread.scan(new Uint8Array(1), 1), busy);
  workers[0]?.emit('message', { id: 1, scan: { fault: 'first' } });
  assert.deepEqual(await waiting[0], { fault: 'first' });
  const third = thread.scan(body, 1);
  workers[0]?.emit('exit', 1);
  await assert.rejects(waiting[1] as Promise<unknown>, busy);
  await assert.rejects(third, busy);
  // A body that exceeds the limit alone is still read when it is the only one.
  const alone = thread.scan(new Uint8Array(3 * MIB), 1);
  assert.equal(workers.length, 2);
  workers[1]?.emit('message', { id: 4, scan: { fault: 'fourth' } });
  assert.deepEqual(await alone, { fault: 'fourth' });
});

test('other callers are served while a body with a million keys is read', async (context) => {
  const thread = new BodyThread();
  context.after(() => thread.stop());
  const service = new RpcService(
    createGenesisContext({}, { scanBody: (body, valuesMax) => thread.scan(body, valuesMax) }),
  );
  const order: string[] = [];
  const ask = async (name: string, text: string) => {
    const { status, body } = await service.handle(endpointOf('/'), utf8ToBytes(text));
    order.push(name);
    return `${status} ${bytesToUtf8(body)}`;
  };
  const keys = manyKeys(10 * MIB);
  const hostile = [
    ask('params', `{"jsonrpc":"2.0","id":1,"method":"block","params":${keys}}`),
    ask('id', `{"jsonrpc":"2.0","id":${keys},"method":"block","params":null}`),
  ];
  assert.match(await ask('other', '{"jsonrpc":"2.0","id":1,"method":"status"}'), /^200 /);
  assert.deepEqual(order, ['other']);
  for (const answer of await Promise.all(hostile)) {
    assert.match(answer, /^400 Failed to parse the request body as JSON: .*more than 50000 values/);
  }
});

test('a control may have more values, but only from callers that control the chain', async () => {
  const scanned: number[] = [];
  const context = createGenesisContext();
  const valuesMax = context.limits.requestValuesMax;
  const bodies = new LargeBodies({
    limits: context.limits,
    scanBody: async (body, max) => {
      scanned.push(max);
      return scanBody(body, max);
    },
  });
  const keys = manyKeys(MIB);
  const control = `{"jsonrpc":"2.0","id":1,"method":"sandbox_patch_state","params":${keys}}`;
  const other = `{"jsonrpc":"2.0","id":"sandbox_x","method":"block","params":${keys}}`;
  const cases: [text: string, name: string | null, mayControl: boolean, isRead: boolean][] = [
    [control, null, true, true],
    [control, 'sandbox_patch_state', true, true],
    [control, null, false, false],
    [control, 'block', true, false],
    [other, null, true, false],
    [keys, null, true, false],
  ];
  for (const [index, [text, name, mayControl, isRead]] of cases.entries()) {
    const { fault } = await bodies.read(utf8ToBytes(text), name, mayControl);
    assert.equal(fault === null, isRead, `case ${index}: ${fault}`);
  }
  assert.deepEqual(
    scanned.map((max) => max > valuesMax),
    [true, true, false, false, true, false],
  );
  for (const { name, method } of REGISTRY.values()) {
    if (method.isControl) assert.match(name, /^(perigee|sandbox)_/);
  }
});

test('the length of an id is bounded', async () => {
  const service = new RpcService(createGenesisContext());
  const ask = async (path: string, text: string) =>
    bytesToUtf8((await service.handle(endpointOf(path), utf8ToBytes(text))).body);
  // Each number takes five bytes here and eighteen in a response.
  const floats = `[${Array.from({ length: 1_000 }, () => '1e15').join(',')}]`;
  assert.ok(floats.length < LARGE_BODY_BYTES);
  for (const id of [floats, `"${'x'.repeat(5_000)}"`, manyKeys(5_000)]) {
    const request = `{"jsonrpc":"2.0","id":${id},"method":"health","params":null}`;
    for (const [path, text] of [
      ['/', request],
      ['/health', request],
      ['/', `["2.0","health",null,${id}]`],
    ] as const) {
      const answer = await ask(path, text);
      assert.match(answer, /the id takes more than 4096 characters/);
      assert.ok(answer.length < 1_000, answer);
    }
  }
  const long = `"${'x'.repeat(4_000)}"`;
  const answer = await ask('/', `{"jsonrpc":"2.0","id":${long},"method":"health"}`);
  assert.equal(answer, `{"jsonrpc":"2.0","result":null,"id":${long}}`);
});
