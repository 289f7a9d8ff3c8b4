// Contracts that try to exhaust the program that runs them, as transactions and as views: each ends
// with the protocol's error, in bounded memory, and `status` responds meanwhile.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileContract, manyFunctions } from '../support/hostileContract.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, CAROL, startNodeProcess } from '../support/runningNode.ts';
import { deploy, Sender, TGAS, type TransactionResult } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const RESIDENT_BYTES_MAX = 1_000_000_000;
const LOOK_EVERY_MS = 10;

let rpc: RpcClient;
let bob: Sender;

before(async () => {
  rpc = await startNodeProcess(createTemporaryFolder()).listening();
  bob = new Sender(rpc, BOB);
  await new Sender(rpc, ALICE).send(ALICE, [deploy(hostileContract)]);
  await new Sender(rpc, CAROL).send(CAROL, [deploy(manyFunctions(50_000))]);
});

/** Observes the node while a task runs. */
async function watch<T>(task: () => Promise<T>): Promise<T> {
  let isDone = false;
  const result = task().finally(() => {
    isDone = true;
  });
  do {
    await rpc.call('status');
    const bytes = await residentBytes();
    assert.ok(bytes < RESIDENT_BYTES_MAX, `the node has ${bytes} bytes`);
    await sleep(LOOK_EVERY_MS);
  } while (!isDone);
  return result;
}

async function residentBytes(): Promise<number> {
  const metrics = await (await fetch(`${rpc.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]);
}

function run(account: string, method: string, tgas: bigint): Promise<TransactionResult> {
  const gas = tgas * TGAS;
  const value = { methodName: method, args: new Uint8Array(), gas, deposit: 0n };
  return bob.send(account, [{ kind: 'FunctionCall', value }], 'EXECUTED_OPTIMISTIC');
}

function executionError(text: string): object {
  return functionCallError({ ExecutionError: text });
}

function functionCallError(error: object): object {
  return { Failure: { ActionError: { index: 0, kind: { FunctionCallError: error } } } };
}

const ALL_GAS = 1_000n;
const GAS_LIMIT = 'Exceeded the maximum amount of gas allowed to burn per contract.';
const PREPAID = 'Exceeded the prepaid gas.';
const STACK_LIMIT = 'Accessed memory outside the bounds.';
const PROOF_LIMIT =
  'Size of the recorded trie storage proof has exceeded the allowed limit (4.0 MB)';

/** In this order: what one writes is read by a later one. */
const FAILING_CALLS: readonly (readonly [method: string, tgas: bigint, error: string])[] = [
  ['spin', 300n, PREPAID],
  ['recurse', ALL_GAS, STACK_LIMIT],
  ['grow', ALL_GAS, GAS_LIMIT],
  ['grow_by_nothing', ALL_GAS, GAS_LIMIT],
  ['pay_nothing', 100n, PREPAID],
  ['hash_nothing', 300n, PREPAID],
  ['log_much', 300n, 'The length of a log message 32768 exceeds the limit 16384'],
  ['log_often', 300n, 'The number of logs will exceed the limit 100'],
  ['write_too_much', 300n, 'The length of a storage value 4194305 exceeds the limit 4194304'],
  ['answer_too_much', 300n, 'The length of a returned value 4194305 exceeds the limit 4194304'],
  ['queue', ALL_GAS, 'The number of promises within a FunctionCall 1025 exceeds the limit 1024'],
];

describe('as a transaction', () => {
  for (const [method, tgas, error] of FAILING_CALLS) {
    it(method, async () => {
      const { status } = await watch(() => run(ALICE, method, tgas));
      assert.deepEqual(status, executionError(error));
    });
  }

  it('write: a value of 4 MiB can be written, and is too large to be read again', async () => {
    const written = await watch(() => run(ALICE, 'write', 300n));
    assert.deepEqual(written.status, { SuccessValue: '' });
    const read = await watch(() => run(ALICE, 'read', 300n));
    assert.deepEqual(read.status, executionError(PROOF_LIMIT));
  });

  it('answer: 4 MiB', async () => {
    const { status } = await watch(() => run(ALICE, 'answer', 300n));
    const { SuccessValue: value } = status as { SuccessValue: string };
    assert.equal(Buffer.from(value, 'base64').length, 4 * 1024 * 1024);
  });

  it('descend: a chain of hundreds of receipts', async () => {
    const { status, receipts_outcome } = await watch(() => run(ALICE, 'descend', 200n));
    assert.deepEqual(status, { SuccessValue: '' });
    assert.ok(receipts_outcome.length > 200, `${receipts_outcome.length} receipts`);
  });

  it('branch: a tree of hundreds of receipts', async () => {
    const { status, receipts_outcome } = await watch(() => run(ALICE, 'branch', 600n));
    assert.deepEqual(status, { SuccessValue: '' });
    assert.ok(receipts_outcome.length > 200, `${receipts_outcome.length} receipts`);
  });

  it('50,000 functions', async () => {
    const { status } = await watch(() => run(CAROL, 'main', 300n));
    const error = { CompilationError: { PrepareError: 'TooManyFunctions' } };
    assert.deepEqual(status, functionCallError(error));
  });
});

interface ViewAnswer {
  readonly result?: readonly number[];
  readonly error?: string;
}

function view(account: string, method: string): Promise<ViewAnswer> {
  return rpc.call<ViewAnswer>('query', {
    request_type: 'call_function',
    finality: 'optimistic',
    account_id: account,
    method_name: method,
    args_base64: '',
  });
}

const FAILING_VIEWS: Readonly<Record<string, string>> = {
  spin: 'HostError(GasLimitExceeded)',
  recurse: 'HostError(MemoryAccessViolation)',
  grow: 'HostError(GasLimitExceeded)',
  grow_by_nothing: 'HostError(GasLimitExceeded)',
  log_much: 'HostError(TotalLogLengthExceeded { length: 32768, limit: 16384 })',
  log_often: 'HostError(NumberOfLogsExceeded { limit: 100 })',
  write: 'HostError(ProhibitedInView { method_name: "storage_write" })',
  answer_too_much: 'HostError(ReturnedValueLengthExceeded { length: 4194305, limit: 4194304 })',
  queue: 'HostError(ProhibitedInView { method_name: "promise_batch_create" })',
};

describe('as a view', () => {
  for (const [method, expected] of Object.entries(FAILING_VIEWS)) {
    it(method, async () => {
      const { error } = await watch(() => view(ALICE, method));
      assert.equal(error, `wasm execution failed with error: ${expected}`);
    });
  }

  it('answer: 4 MiB', async () => {
    const { result } = await watch(() => view(ALICE, 'answer'));
    assert.equal(result?.length, 4 * 1024 * 1024);
  });

  it('50,000 functions', async () => {
    const { error } = await watch(() => view(CAROL, 'main'));
    assert.match(error ?? '', /CompilationError\(PrepareError\(TooManyFunctions\)\)/);
  });
});
