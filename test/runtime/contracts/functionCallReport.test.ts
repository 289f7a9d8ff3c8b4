// What the author of a contract learns about its calls: run in a chain, with real contracts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import type { FunctionCallReport } from '../../../src/runtime/contracts/functionCallReport.ts';
import { writeContractCode } from '../../../src/state/contractCode.ts';
import type { Action } from '../../../src/types/action.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { TestChain } from '../testChain.ts';

const ALICE = 'alice.near';
const code = recordedContract('hostcall');

function callAction(methodName: string, args: Uint8Array): Action {
  return { kind: 'FunctionCall', value: { methodName, args, gas: 10n ** 14n, deposit: 0n } };
}

function runCalls(...actions: Action[]): FunctionCallReport[] {
  const reports: FunctionCallReport[] = [];
  const chain = new TestChain({
    accounts: { [ALICE]: { contract: { kind: 'Local', value: sha256(code) } } },
    rows: { [ALICE]: (state) => writeContractCode(state, ALICE, code) },
    contracts: createContractRunner({
      onFunctionCall: (report) => reports.push(report),
    }),
  });
  chain.run(ALICE, ALICE, actions);
  for (const { receiptId } of reports) assert.equal(chain.outcome(receiptId).executorId, ALICE);
  return reports;
}

test('each call is reported with its gas, logs and failure', () => {
  const reports = runCalls(
    callAction('echo', utf8ToBytes('x')),
    callAction('run', hostCalls(['log_utf8', 'before'], ['panic_utf8', 'boom'])),
    callAction('echo', utf8ToBytes('never')),
  );
  const [echo, panic] = reports;
  assert.equal(reports.length, 2);
  assert.ok(echo !== undefined && panic !== undefined && echo.gasBurnt > 0n);
  assert.deepEqual(echo.failure, null);
  assert.deepEqual(echo.stack, []);
  assert.deepEqual([panic.accountId, panic.methodName], [ALICE, 'run']);
  assert.deepEqual(panic.logs, ['before']);
  assert.deepEqual(panic.failure, {
    kind: 'ExecutionError',
    value: 'Smart contract panicked: boom',
  });
  assert.equal(panic.stack.at(-1)?.function, 'run');
});
