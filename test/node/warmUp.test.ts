// A process asks itself about its chain after it has started; clients and metrics see none of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import type { Timer } from '../../src/base/timer.ts';
import { jsonResponse } from '../../src/http/httpResponse.ts';
import { WarmUp, warmUp } from '../../src/node/warmUp.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';

const atOnce: Timer = (callback) => {
  callback();
  return () => {};
};

/** A clock that stands still. */
const quick = { now: () => 0n, timer: atOnce };

interface Asked {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A chain whose every third height is skipped, and whose blocks have ten transactions. */
class FakeService {
  readonly asked: Asked[] = [];

  async handle(_endpoint: unknown, body: Uint8Array) {
    const request = JSON.parse(bytesToUtf8(body)) as Asked;
    this.asked.push(request);
    const result = this.#answer(request);
    return jsonResponse(200, JSON.stringify(result === null ? { error: {} } : { result }));
  }

  #answer({ method, params }: Asked): unknown {
    const height = Number(params.block_id);
    if (method === 'block') {
      const chunks = [
        { chunk_hash: `chunk${height}`, height_included: height },
        { chunk_hash: 'older', height_included: height - 1 },
      ];
      return height % 3 === 0 ? null : { header: { height, hash: `hash${height}` }, chunks };
    }
    if (method !== 'chunk') return {};
    const names = Array.from({ length: 10 }, (_, i) => `${params.chunk_id}.${i}`);
    const transactions = names.map((hash) => ({ hash, signer_id: 'a', receiver_id: 'b' }));
    return { transactions };
  }

  count(method: string): number {
    return this.asked.filter((request) => request.method === method).length;
  }
}

test('every kind of read is asked about the newest blocks, a bounded number of times', async () => {
  const service = new FakeService();
  await new WarmUp(service, quick).run(5_000, 0);
  assert.equal(service.asked.length, 23_999);
  assert.equal(service.asked[0]?.params.block_id, 5_000);
  assert.equal(service.count('tx'), service.count('EXPERIMENTAL_tx_status'));
  assert.ok(service.count('chunk') > 100);
  assert.ok(!service.asked.some(({ params }) => params.chunk_id === 'older'));
  const heads = service.asked.flatMap(({ params }) => params.light_client_head ?? []);
  assert.deepEqual([...new Set(heads)], ['hash5000']);
});

test('it ends at the lowest block, and when it is stopped', async () => {
  const service = new FakeService();
  await new WarmUp(service, quick).run(12, 10);
  assert.deepEqual(
    service.asked.flatMap(({ method, params }) => (method === 'block' ? [params.block_id] : [])),
    [12, 11],
  );
  const stopped = new WarmUp(service, { ...quick, timer: () => () => {} });
  const { length } = service.asked;
  const running = stopped.run(12, 10);
  stopped.stop();
  await running;
  assert.equal(service.asked.length, length);
});

test('it asks less while clients keep the process busy', async () => {
  const service = new FakeService();
  let timeMs = 0n;
  const now = () => 1_000_000n * timeMs;
  const timer: Timer = (callback, delayMs) => {
    timeMs += BigInt(delayMs) + 10n;
    return atOnce(callback, delayMs);
  };
  await new WarmUp(service, { now, timer }).run(50_000, 0);
  assert.ok(service.asked.length > 500 && service.asked.length < 530, `${service.asked.length}`);
});

test('it begins once the chain has a thousand blocks, and metrics do not count it', async () => {
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of [...listeners]) listener();
  };
  const onBlock = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const plain = createGenesisContext({}, { timer: atOnce });
  const { genesisHeight } = plain.genesis;
  let height = genesisHeight + 999;
  const chain = new Proxy(plain.chain, {
    get: (target, key) => {
      if (key === 'head') return () => ({ ...target.head(), height });
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const counted: string[] = [];
  const startRequest = () => assert.fail('these requests are not those of clients');
  const metrics = { ...plain.metrics, startRequest };
  const own = { ...plain.metrics, startRequest: () => (label: string) => void counted.push(label) };
  const context = { ...plain, chain, onBlock, metrics };
  const stop = warmUp({ context, createMetrics: () => own });
  tellAll();
  await new Promise(setImmediate);
  assert.deepEqual(counted, []);
  height++;
  tellAll();
  await new Promise(setImmediate);
  assert.equal(counted.length, 1_000);
  assert.deepEqual([...new Set(counted)], ['block']);
  stop();
});
