// A panic three calls deep in one contract, which fails the contract that has called it, three
// calls deep as well: the trace has both stacks with their lines, from files with debug information
// in a folder. Lines are those of `test/symbols/contracts`.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { formatTrace } from '../../src/trace/text/formatTrace.ts';
import { PLAIN } from '../../src/trace/text/styles.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import type { TraceFailure, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createLocalChain,
  type LocalChain,
  signTransaction,
  TGAS,
} from '../chain/localChain.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';
import { createTraceSource } from './traceAll.ts';

/** Calls bob, and returns the trace. */
async function call(local: LocalChain, folder: string, methodName: string, args: string) {
  const value = { methodName, args: utf8ToBytes(args), gas: 100n * TGAS, deposit: 0n };
  const signed = signTransaction(local, ALICE, BOB, [{ kind: 'FunctionCall', value }]);
  local.producer.submit(signed);
  await local.controls.run({ kind: 'mine', blocks: 6 });
  const contracts = createContractRunner({ debugInfo: folder });
  const source = { ...createTraceSource(local.chain), contracts };
  const request = { transactionHash: signed.hash, level: 'calls' } as const;
  return traceTransaction(source, request) as TransactionTrace;
}

const placesOf = ({ stack }: TraceFailure) =>
  stack.map(({ function: name, file, line }) => `${name} ${file}:${line}`);

test('both stacks have files and lines', async () => {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'gateway.wasm'), readBuilt('gateway.lines.wasm'));
  writeFileSync(join(folder, 'ledger.wasm'), readBuilt('ledger.lines.wasm'));
  const local = createLocalChain();
  const setCode = (accountId: string, code: Uint8Array) =>
    ({ kind: 'SetCode', value: { accountId, code } }) as const;
  await local.controls.run({
    kind: 'patchState',
    patches: [setCode(BOB, readBuilt('gateway.wasm')), setCode(CAROL, readBuilt('ledger.wasm'))],
  });
  await call(local, folder, 'new', `{"ledger":"${CAROL}"}`);
  const trace = await call(local, folder, 'pay_via', '{"amount":5,"callback_ggas":20000}');
  const failures = trace.receipts.flatMap(({ failure, receiverId }) =>
    failure === null ? [] : [{ receiverId, places: placesOf(failure) }],
  );
  assert.deepEqual(failures, [
    {
      receiverId: CAROL,
      places: [
        'debit /ledger/src/lib.rs:61',
        'ledger::settle /ledger/src/lib.rs:56',
        'pay /ledger/src/lib.rs:16',
        'pay /ledger/src/lib.rs:12',
      ],
    },
    {
      receiverId: BOB,
      places: [
        'gateway::check /gateway/src/lib.rs:51',
        'gateway::take_result /gateway/src/lib.rs:46',
        'on_paid /gateway/src/lib.rs:31',
        'on_paid /gateway/src/lib.rs:14',
      ],
    },
  ]);
  const text = formatTrace(trace, PLAIN);
  assert.match(text, /✗ FunctionCallError: .*subtract with overflow/);
  assert.match(text, /at ledger::settle \(\/ledger\/src\/lib\.rs:56:5\)/);
  assert.match(text, /at gateway::check \(\/gateway\/src\/lib\.rs:51:5\)/);
});
