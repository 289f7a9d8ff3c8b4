// Traces on a local chain: what they show at each level, what a failure leaves out, where a trace
// is cut, and when there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { Batch, readRow } from '../../src/store/store.ts';
import { TraceBudget } from '../../src/trace/collect/traceBudget.ts';
import { TraceError } from '../../src/trace/reexecute/traceError.ts';
import type { ReceiptTrace, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import { ALICE, BOB, CAROL, NEAR, transfer } from '../chain/localChain.ts';
import { callHost, createTracedChain } from './tracedChain.ts';

function rootOf(trace: TransactionTrace | null): ReceiptTrace {
  return trace?.receipts[0] as ReceiptTrace;
}

test('a call: host functions with arguments and results, storage, gas, refund', async () => {
  const chain = await createTracedChain();
  await chain.send([callHost(['storage_write', 'key', 'old', 0])]);
  const id = await chain.send([
    callHost(
      ['storage_write', 'key', 'value', 0],
      ['storage_read', 'key', 1],
      ['storage_write', 'other', '\u0001\u0002', 2],
      ['storage_remove', 'other', 3],
      ['log_utf8', 'done'],
    ),
  ]);
  const trace = chain.trace(id);
  assert.equal(trace?.status, 'success');
  const [receipt, refund] = (trace?.receipts ?? []) as [ReceiptTrace, ReceiptTrace];
  const [action] = receipt.actions;
  const calls = action?.hostCalls.filter(({ name }) => !/input|read_register/.test(name)) ?? [];
  const text = (value: string) => ({ length: value.length, text: value, base64: null, leftOut: 0 });
  assert.deepEqual(
    calls.map(({ name, args, result, output }) => [
      name,
      args.map(({ value, bytes }) => value ?? bytes?.text ?? bytes?.base64),
      result,
      output,
    ]),
    [
      ['storage_write', ['key', 'value', '0'], '1', text('old')],
      ['storage_read', ['key', '1'], '1', text('value')],
      ['storage_write', ['other', 'AQI=', '2'], '0', null],
      [
        'storage_remove',
        ['other', '3'],
        '1',
        { length: 2, text: null, base64: 'AQI=', leftOut: 0 },
      ],
      ['log_utf8', ['done'], null, null],
    ],
  );
  assert.deepEqual(action?.storageChanges, [
    { key: text('key'), before: text('old'), after: text('value') },
    { key: text('other'), before: null, after: null },
  ]);
  assert.deepEqual(action?.logs, ['done']);
  const burnt = calls.map(({ gasAfter }) => gasAfter);
  assert.deepEqual(
    burnt,
    burnt.toSorted((a, b) => a - b),
  );
  assert.equal(refund.kind, 'refund');
  assert.deepEqual(refund.parentId, receipt.receiptId);
  assert.deepEqual(
    [...(trace?.balanceChanges ?? []), ...refund.balanceChanges].map(({ accountId }) => accountId),
    [ALICE, ALICE],
  );
});

test('lower levels leave out host calls, then actions', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([callHost(['storage_write', 'key', 'value', 0])]);
  const [host, calls, receipts] = (['host', 'calls', 'receipts'] as const).map((level) =>
    rootOf(chain.trace(id, level)),
  ) as [ReceiptTrace, ReceiptTrace, ReceiptTrace];
  assert.notEqual(host.actions[0]?.hostCalls.length, 0);
  assert.deepEqual(calls.actions, [{ ...host.actions[0], hostCalls: [] }]);
  assert.deepEqual(receipts, { ...host, actions: [] });
});

test('a failed receipt has changed nothing, and later actions were not executed', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([
    callHost(['storage_write', 'key', 'value', 0]),
    callHost(['log_utf8', 'before'], ['panic_utf8', 'boom']),
    transfer(1n),
  ]);
  const trace = chain.trace(id);
  assert.equal(trace?.status, 'failure');
  const receipt = rootOf(trace);
  const states = receipt.actions.map(({ status, storageChanges }) => [status, storageChanges]);
  assert.deepEqual(states, [
    ['success', []],
    ['failure', []],
    ['not_executed', []],
  ]);
  const failure = receipt.actions[1]?.failure;
  assert.deepEqual(receipt.failure, failure);
  assert.equal(failure?.kind, 'FunctionCallError');
  assert.equal(failure?.message, 'Smart contract panicked: boom');
  assert.deepEqual(
    failure?.stack.map((frame) => frame.function),
    ['wasm-function[94]', 'run'],
  );
  const last = receipt.actions[1]?.hostCalls.at(-1);
  assert.deepEqual([last?.name, last?.error], ['panic_utf8', failure?.message]);
});

test('promises: the accounts they go to, their receipts, the result of a callback', async () => {
  const chain = await createTracedChain(2);
  const id = await chain.send(
    [
      callHost(
        ['promise_create', BOB, 'echo', 'first', 0, 10n ** 13n],
        ['promise_then', 0, BOB, 'collect', '', 0, 10n ** 13n],
        ['promise_batch_create', CAROL],
        ['promise_batch_action_transfer', 2, 1024],
        ['promise_return', 1],
      ),
    ],
    9,
  );
  const trace = chain.trace(id);
  const receipt = rootOf(trace);
  const calls = receipt.actions[0]?.hostCalls ?? [];
  const shown = calls
    .filter(({ name }) => name.startsWith('promise'))
    .map(({ name, args, result }) => [name, args.flatMap(({ accountIds }) => accountIds), result]);
  assert.deepEqual(shown, [
    ['promise_create', [], '0'],
    ['promise_then', [BOB], '1'],
    ['promise_batch_create', [], '2'],
    ['promise_batch_action_transfer', [CAROL], null],
    ['promise_return', [BOB], null],
  ]);
  const callback = trace?.receipts.find(
    ({ actions }) => actions[0]?.methodName === 'collect',
  ) as ReceiptTrace;
  assert.deepEqual(callback.receiptId, receipt.promisedReceiptId);
  assert.equal(trace?.result?.text, callback.result?.text);
  const results = callback.actions[0]?.hostCalls.filter(({ name }) => name === 'promise_result');
  assert.deepEqual(
    results?.map(({ result, output }) => [result, output?.text]),
    [['1', 'first']],
  );
});

test('an impersonated transaction, and one whose receipts are still to come', async () => {
  const chain = await createTracedChain();
  const parts = { signerId: ALICE, receiverId: CAROL, actions: [transfer(NEAR)] };
  const { hash } = await chain.controls.run({ kind: 'impersonate', ...parts });
  assert.equal(chain.trace(hash), null, 'it is not in a block');
  await chain.controls.run({ kind: 'mine', blocks: 1 });
  const pending = chain.trace(hash);
  assert.deepEqual([pending?.status, rootOf(pending).status], ['pending', 'pending']);
  assert.equal(rootOf(pending).blockHeight, null);
  await chain.controls.run({ kind: 'mine', blocks: 3 });
  const trace = chain.trace(hash);
  assert.equal(trace?.status, 'success');
  const [change] = rootOf(trace).balanceChanges;
  assert.equal((change?.after?.amount ?? 0n) - (change?.before?.amount ?? 0n), NEAR);
});

test('what does not fit is left out and counted', async () => {
  const chain = await createTracedChain();
  const writes = Array.from(
    { length: 40 },
    (_, i) => ['storage_write', `key ${i}`, 'v'.repeat(1_000), 0] as const,
  );
  const id = await chain.send([callHost(...writes)]);
  const whole = rootOf(chain.trace(id)).actions[0];
  assert.deepEqual(whole?.truncated, []);
  assert.equal(whole?.storageChanges.length, 40);
  assert.deepEqual(whole?.storageChanges[0]?.after, {
    length: 1_000,
    text: 'v'.repeat(256),
    base64: null,
    leftOut: 744,
  });
  const cut = rootOf(chain.trace(id, 'host', new TraceBudget(20_000))).actions[0];
  const calls = cut?.hostCalls.length ?? 0;
  assert.ok(calls > 0 && calls < 40);
  assert.deepEqual(cut?.truncated, [
    { what: 'host_calls', leftOut: (whole?.hostCalls.length ?? 0) - calls },
    { what: 'storage_changes', leftOut: 40 },
  ]);
  const nothing = rootOf(chain.trace(id, 'host', new TraceBudget(100)));
  assert.deepEqual([nothing.actions, nothing.truncated], [[], [{ what: 'actions', leftOut: 1 }]]);
});

test('an outcome that comes out otherwise is never shown', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([callHost(['log_utf8', 'hello'])]);
  const { receiptId } = rootOf(chain.trace(id));
  const row = readRow(chain.store, Column.outcome, receiptId);
  assert.ok(row);
  const changes = [
    [{ gasBurnt: row.outcome.gasBurnt + 1n }, 'gas_burnt'],
    [{ logs: ['bye'] }, 'logs'],
    [{ tokensBurnt: 0n }, 'tokens_burnt'],
    [{ receiptIds: [] }, 'receipt_ids'],
    [{ status: { kind: 'SuccessValue', value: new Uint8Array(1) } }, 'status'],
  ] as const;
  for (const [change, field] of changes) {
    const batch = new Batch();
    batch.put(Column.outcome, receiptId, { ...row, outcome: { ...row.outcome, ...change } });
    chain.store.commit(batch);
    chain.chain.stored.forgetBlocks();
    assert.throws(
      () => chain.trace(id),
      (error) => {
        assert.ok(error instanceof TraceError, field);
        assert.deepEqual(error.info, { code: 'trace_differs', field });
        return true;
      },
    );
  }
});

test('a block that cannot be executed again is named', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([transfer(1n)]);
  const trace = chain.trace(id);
  const { prevHash } = chain.chain.stored.block(trace?.blockHash as Uint8Array)?.header ?? {};
  const batch = new Batch();
  batch.deleteBytes(Column.block, prevHash as Uint8Array);
  chain.store.commit(batch);
  chain.chain.stored.forgetBlocks();
  assert.throws(
    () => chain.trace(id),
    (error) => {
      assert.ok(error instanceof TraceError);
      assert.equal(error.code, 'trace_unavailable');
      assert.match(error.message, new RegExp(formatHash(trace?.blockHash as Uint8Array)));
      return true;
    },
  );
  assert.equal(chain.trace(sha256(new Uint8Array())), null, 'an unknown transaction');
});
