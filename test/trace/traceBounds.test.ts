// However much a transaction does, its trace is bounded in bytes and time: a call with as many host
// calls as fit, and one that burns 300 Tgas with Wasm alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import type { Action } from '../../src/types/action.ts';
import { BOB, TGAS } from '../chain/localChain.ts';
import { type HostCall, hostCalls } from '../support/recordedContracts.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';
import { createTracedChain } from './tracedChain.ts';

const GAS = 300n * TGAS;
const TRACE_BYTES_MAX = 6 * 1024 * 1024;
const BURNT_AT_LEAST = 250n * TGAS;
/** Of the processor, which counts the same on a machine with other work. */
const CPU_US_MAX = 3_000_000;
const GROWN_BYTES_MAX = 256 * 1024 * 1024;

const callWith = (methodName: string, args: Uint8Array): Action => ({
  kind: 'FunctionCall',
  value: { methodName, args, gas: GAS, deposit: 0n },
});

/** The cheapest ones: a trace of all of them would have about 8 MiB. */
const calls = Array.from({ length: 50_000 }, (): HostCall => ['epoch_height']);

test('50,000 host calls: what does not fit is left out and counted', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([callWith('run', hostCalls(...calls))]);
  const trace = chain.trace(id) as TransactionTrace;
  const [action] = trace.receipts[0]?.actions ?? [];
  assert.ok((action?.hostCalls.length ?? 0) > 1_000);
  const [cut] = action?.truncated ?? [];
  assert.equal(cut?.what, 'host_calls');
  assert.ok(cut.leftOut + (action?.hostCalls.length ?? 0) > calls.length);
  assert.ok(TransactionTrace.json(trace).length < TRACE_BYTES_MAX);
});

test('300 Tgas of Wasm have nothing to show but their end', async () => {
  const chain = await createTracedChain();
  const code = readBuilt('ledger.wasm');
  const patches = [{ kind: 'SetCode', value: { accountId: BOB, code } }] as const;
  await chain.controls.run({ kind: 'patchState', patches });
  const id = await chain.send([callWith('spin', utf8ToBytes('{}'))]);
  const before = [process.cpuUsage(), process.memoryUsage().rss] as const;
  const trace = chain.trace(id) as TransactionTrace;
  const { user, system } = process.cpuUsage(before[0]);
  const grown = process.memoryUsage().rss - before[1];
  assert.ok(user + system < CPU_US_MAX, `${user + system} µs`);
  assert.ok(grown < GROWN_BYTES_MAX, `${grown} bytes`);
  assert.ok(trace.gasBurnt > BURNT_AT_LEAST);
  assert.equal(trace.receipts[0]?.failure?.message, 'Exceeded the prepaid gas.');
  assert.ok(TransactionTrace.json(trace).length < 10_000);
});
