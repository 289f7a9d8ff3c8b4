// Reports of contract calls are sent together, in their order, and never more than a bound at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallReports } from '../../../src/node/chain/callReports.ts';
import type { FunctionCallReport } from '../../../src/runtime/contracts/functionCallReport.ts';

function createReport(methodName: string): FunctionCallReport {
  return {
    receiptId: new Uint8Array(32),
    accountId: 'contract.near',
    methodName,
    gasBurnt: 1n,
    logs: [],
    failure: null,
    explanation: null,
    stack: [],
  };
}

test('reports of a block are one message', () => {
  const sent: string[][] = [];
  const calls = new CallReports((reports) => sent.push(reports.map((one) => one.methodName)));
  calls.flush();
  for (const name of ['first', 'second']) calls.add(createReport(name));
  assert.deepEqual(sent, []);
  calls.flush();
  calls.flush();
  calls.add(createReport('third'));
  calls.flush();
  assert.deepEqual(sent, [['first', 'second'], ['third']]);
});

test('many reports do not wait for their block', () => {
  const sent: number[] = [];
  const calls = new CallReports((reports) => sent.push(reports.length));
  for (let i = 0; i < 2_500; i++) calls.add(createReport('call'));
  calls.flush();
  assert.deepEqual(sent, [1_024, 1_024, 452]);
});
