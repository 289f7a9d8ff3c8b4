// What the author of a contract learns from the program: the log has the gas and logs of each call,
// the active functions by name if one failed, their source lines if the folder of --debug-info has
// them, and nothing that disturbs a terminal; responses explain what is wrong with the arguments of
// a view.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import type { RpcClient } from '../../support/rpcClient.ts';
import { ALICE, BOB, NodeProcess } from '../../support/runningNode.ts';
import { callContract, deploy, Sender } from '../../support/sender.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { readBuilt } from '../../symbols/support/builtContracts.ts';
import * as w from '../../vm/support/wasmBytes.ts';

const UNREACHABLE = 0x00;
const call = (index: number): number[] => [0x10, index];
const names = ['main', 'contract::middle', 'contract::inner', 'spin'];

/** `main` traps two calls further inside; `spin` never ends. */
const trappingContract = w.wasm(
  w.types(w.type()),
  w.functions(0, 0, 0, 0),
  w.exports(w.exportFunction('main', 0), w.exportFunction('spin', 3)),
  w.bodies(
    w.body(call(1)),
    w.body(call(2)),
    w.body([UNREACHABLE]),
    w.body([0x03, 0x40, 0x0c, 0, 0x0b]),
  ),
  w.custom('name', w.section(1, w.list(names.map((name, index) => [index, ...w.text(name)])))),
);

/** Imports a function that does not exist. */
const importingContract = w.wasm(
  w.types(w.type()),
  w.imports(w.importFunction('sha1', 0)),
  w.functions(0),
  w.exports(w.exportFunction('digest', 1)),
  w.bodies(w.body([])),
);

let node: NodeProcess;
let rpc: RpcClient;
let messages: readonly string[] = [];

/** All calls are done first; the log is read as a whole when the program has ended. */
before(async () => {
  const home = createTemporaryFolder();
  const builds = createTemporaryFolder();
  writeFileSync(join(builds, 'ledger.wasm'), readBuilt('ledger.lines.wasm'));
  const options = ['--home', home, '--port', '0', '--log', 'info', '--debug-info', builds];
  node = new NodeProcess(['start', ...options]);
  rpc = await node.listening();
  const alice = new Sender(rpc, ALICE);
  const bob = new Sender(rpc, BOB);
  await alice.send(ALICE, [deploy(trappingContract)]);
  await bob.send(BOB, [deploy(recordedContract('hostcall'))]);
  await alice.send(ALICE, [callContract('main', new Uint8Array())]);
  await alice.send(ALICE, [callContract('spin', new Uint8Array())]);
  const talk = hostCalls(['log_utf8', 'first'], ['log_utf8', 'two\nlines \u001b[31mand red']);
  await bob.send(BOB, [callContract('run', talk)]);
  const panic = hostCalls(['log_utf8', 'before'], ['panic_utf8', 'boom']);
  await bob.send(BOB, [callContract('run', panic)]);
  await view(ALICE, 'main', new Uint8Array());
  await view(BOB, 'echo', new Uint8Array());
  await view(BOB, '__contract_abi', new Uint8Array());
  await alice.send(ALICE, [deploy(importingContract)]);
  await alice.send(ALICE, [callContract('digest', new Uint8Array())]);
  await view(ALICE, 'digest', new Uint8Array());
  await alice.send(ALICE, [deploy(readBuilt('ledger.wasm'))]);
  const amount = utf8ToBytes('{"amount":5}');
  await alice.send(ALICE, [callContract('pay', amount)]);
  await view(ALICE, 'require_more', amount);
  for (const args of WRONG_ARGUMENTS.keys()) refusals.push(await refuseView(args));
  const { stdout } = await node.kill('SIGTERM');
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  messages = lines.map((line) => JSON.parse(line).msg);
});

function view(account: string, method: string, args: Uint8Array): Promise<unknown> {
  return rpc.call('query', {
    request_type: 'call_function',
    finality: 'optimistic',
    account_id: account,
    method_name: method,
    args_base64: bytesToBase64(args),
  });
}

const WRONG_ARGUMENTS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [undefined, 'missing field `args_base64`'],
  [{ text: 'hello' }, 'invalid type: map, expected a base64 encoded string'],
  ['{"text":"hello"}', 'Invalid byte 123, offset 0.'],
  ['eyJ0ZXh0I', 'Encoded text cannot have a 6-bit remainder.'],
]);
const refusals: unknown[] = [];

async function refuseView(args: unknown): Promise<unknown> {
  const params = { account_id: ALICE, method_name: 'main', args_base64: args };
  const { data } = await rpc.fail('query', {
    request_type: 'call_function',
    finality: 'optimistic',
    ...params,
  });
  return data;
}

test('whether a contract has an ABI is not worth a line', () => {
  assert.deepEqual(
    messages.filter((message) => message.includes('__contract_abi')),
    [],
  );
});

test('wrong arguments of a view are explained', () => {
  const expected = [...WRONG_ARGUMENTS.values()].map((text) => `Failed parsing args: ${text}`);
  assert.deepEqual(refusals, expected);
});

const TRAP = [
  '    failed: WebAssembly trap: An `unreachable` opcode was executed.',
  '    the contract aborted without a message',
  '    → see the stack for the place; in Rust, panics of methods without #[near] have no message',
];
const FRAMES = ['contract::inner', 'contract::middle', 'main'].map((name) => `      at ${name}`);

/** The messages about calls of a method, each as its lines. */
function callsOf(method: string): string[][] {
  const found = messages.filter((message) => message.startsWith(`  ${method}: `));
  return found.map((message) => message.split('\n'));
}

test('a trap is logged with the active functions by name', () => {
  const [called] = callsOf(`${ALICE}.main`);
  assert.deepEqual(called, [`  ${ALICE}.main: 0.19 Ggas burnt`, ...TRAP, ...FRAMES]);
});

test('a view is logged only if it fails', () => {
  const [, viewed] = callsOf(`${ALICE}.main`);
  assert.deepEqual(viewed, [`  ${ALICE}.main: a view`, ...TRAP, ...FRAMES]);
  assert.deepEqual(callsOf(`${BOB}.echo`), []);
});

test('a failure is logged with source lines', () => {
  const [paid] = callsOf(`${ALICE}.pay`);
  assert.deepEqual(paid?.slice(3, -1), [
    '      at debit (/ledger/src/lib.rs:61:5), inlined',
    '      at ledger::settle (/ledger/src/lib.rs:56:5)',
    '      at pay (/ledger/src/lib.rs:16:9), inlined',
    '      at pay (/ledger/src/lib.rs:12:1)',
  ]);
  const [viewed] = callsOf(`${ALICE}.require_more`);
  assert.equal(viewed?.[2], '      at require_more (/ledger/src/lib.rs:24:9), inlined');
});

test('an import that does not exist is named', () => {
  const failure = [
    '    failed: Link Error: unknown or invalid import',
    '    the contract imports sha1, which no known protocol version has',
    '    → build it with a version of its SDK for this protocol, or without that feature',
  ];
  const [called, viewed] = callsOf(`${ALICE}.digest`);
  assert.deepEqual(called, [`  ${ALICE}.digest: 0.09 Ggas burnt`, ...failure]);
  assert.deepEqual(viewed, [`  ${ALICE}.digest: a view`, ...failure]);
});

test('functions that metering has added are not shown', () => {
  assert.deepEqual(callsOf(`${ALICE}.spin`), [
    [
      `  ${ALICE}.spin: 30.00 Tgas burnt`,
      '    failed: Exceeded the prepaid gas.',
      '    the call has used all of the 30.00 Tgas attached to it',
      '    → attach more gas',
      '      at spin',
    ],
  ]);
});

test('logs are printed, each on its own line', () => {
  const [talked] = callsOf(`${BOB}.run`);
  assert.match(talked?.[0] ?? '', /: \d+\.\d\d Ggas burnt$/);
  assert.deepEqual(talked?.slice(1), ['    log: first', '    log: two\\nlines \\u{1b}[31mand red']);
});

test('a panic is logged with its message, after the logs before it', () => {
  const [, panicked] = callsOf(`${BOB}.run`);
  assert.deepEqual(panicked?.slice(1, 3), [
    '    log: before',
    '    failed: Smart contract panicked: boom',
  ]);
  assert.equal(panicked?.at(-1), '      at run');
});

const isOfTransaction = (message: string) => message.startsWith(`${BOB} → ${BOB}  run()`);

test('each transaction has a line with its gas and its result', () => {
  const [ok = '', failed = '', ...others] = messages.filter(isOfTransaction);
  assert.deepEqual(others, []);
  const end = /1\.\d\d Tgas burnt \(0\.22 by refunds, 30 attached\), \d+ ms {2}\w{8}$/;
  assert.match(ok, new RegExp(`  run\\(\\)  ok  ${end.source}`));
  const [line = '', hint = ''] = failed.split('\n');
  assert.match(hint, /^ {4}perigee trace \w{43,44}$/);
  assert.match(line, new RegExp(`  run\\(\\)  failed: boom  ${end.source}`));
});

test('the line of a transaction follows those of its calls', () => {
  const isOfBob = (message: string) => message.startsWith(`  ${BOB}.run: `);
  const order = messages.filter((message) => isOfBob(message) || isOfTransaction(message));
  assert.deepEqual(order.map(isOfTransaction), [false, true, false, true]);
});
