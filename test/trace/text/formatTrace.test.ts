// Traces as text: the whole tree, colours, escapes, and long values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGas, formatTokens } from '../../../src/base/amounts.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { formatTrace } from '../../../src/trace/text/formatTrace.ts';
import { formatBytes } from '../../../src/trace/text/formatValues.ts';
import { COLOURS, PLAIN } from '../../../src/trace/text/styles.ts';
import { showBytes } from '../../../src/trace/tree/tracedBytes.ts';
import type { TransactionTrace } from '../../../src/trace/tree/transactionTrace.ts';
import { transfer } from '../../chain/localChain.ts';
import { callHost, createTracedChain } from '../tracedChain.ts';

const TREE = `\
success alice.test.near → bob.test.near, 2.98 Tgas, 0.00025314 NEAR burnt (HASH, block 3, shard 0)
├─ [0.32 Tgas] converted to a receipt
│  └─ balance of alice.test.near: 10000 NEAR → 9999.8990798 NEAR (-0.10092019 NEAR)
└─ ✓ [1.32 Tgas] bob.test.near.run(ARGS) of 100.00 Tgas block 4
   ├─ input() → INPUT [3.13 Ggas, 7.93 Ggas so far]
   ├─ read_register [6.11 Ggas, 14.05 Ggas so far]
   ├─ storage_write(key: "key", value: "value") → 0 [74.64 Ggas, 88.89 Ggas so far]
   ├─ log_utf8(message: "done") [10.76 Ggas, 99.78 Ggas so far]
   ├─ promise_create(CALL) → 0 [0.33 Tgas, 0.43 Tgas so far]
   ├─ promise_return(promise_index: 0 (bob.test.near)) [0.82 Ggas, 0.43 Tgas so far]
   ├─ storage "key": nothing → "value"
   ├─ ← the result of receipt ID
   ├─ ✓ [0.90 Tgas] bob.test.near.echo("hi") of 10.00 Tgas block 5
   │  ├─ input() → "hi" [3.13 Ggas, 7.93 Ggas so far]
   │  ├─ value_return(value: "hi") [2.78 Ggas, 10.72 Ggas so far]
   │  ├─ ← "hi"
   │  └─ ✓ [0.22 Tgas] refund to alice.test.near Transfer deposit: 0.01079819 NEAR block 6
   │     └─ balance of alice.test.near: 9999.98894865 NEAR → 9999.99974685 NEAR (+0.01079819 NEAR)
   └─ ✓ [0.22 Tgas] refund to alice.test.near Transfer deposit: 0.08986885 NEAR block 5
      └─ balance of alice.test.near: 9999.8990798 NEAR → 9999.98894865 NEAR (+0.08986885 NEAR)
`;

const CALL =
  'account_id: "bob.test.near", method_name: "echo", arguments: "hi", amount: 0 NEAR, ' +
  'gas: 10.00 Tgas';

test('a tree of receipts with their calls', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([
    callHost(
      ['storage_write', 'key', 'value', 0],
      ['log_utf8', 'done'],
      ['promise_create', 'bob.test.near', 'echo', 'hi', 0, 10n ** 13n],
      ['promise_return', 0],
    ),
  ]);
  const text = formatTrace(chain.trace(id) as TransactionTrace, PLAIN);
  const shown = text
    .replaceAll(formatHash(id), 'HASH')
    .replaceAll(CALL, 'CALL')
    .replaceAll(/of receipt \w+/g, 'of receipt ID')
    .replaceAll(/run\(.*\) of/g, 'run(ARGS) of')
    .replaceAll(/→ 0x[0-9a-f]+… \(\d+ more bytes\)/g, '→ INPUT');
  assert.equal(shown, TREE);
});

test('a failure with its stack, once', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([callHost(['panic_utf8', 'red \u001b[31m']), transfer(1n)]);
  const text = formatTrace(chain.trace(id, 'calls') as TransactionTrace, PLAIN);
  const lines = text.split('\n').filter((line) => /✗|at |not executed/.test(line));
  assert.deepEqual(lines, [
    '└─ ✗ [0.91 Tgas] bob.test.near block 4',
    '   │  └─ ✗ FunctionCallError: Smart contract panicked: red \\u{1b}[31m',
    '   │     ├─ at wasm-function[94]',
    '   │     └─ at run',
    '   ├─ Transfer deposit: 1 yoctoNEAR not executed',
  ]);
  const coloured = formatTrace(chain.trace(id, 'calls') as TransactionTrace, COLOURS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
  assert.equal(coloured.replaceAll(/\x1b\[\d+m/g, ''), text);
});

test('what failed first is repeated below a long tree', async () => {
  const chain = await createTracedChain();
  const logs = Array.from({ length: 20 }, (_, i) => ['log_utf8', `line ${i}`] as const);
  const id = await chain.send([
    callHost(
      ...logs,
      ['promise_create', 'bob.test.near', 'no such method', '', 0, 10n ** 13n],
      ['promise_then', 0, 'bob.test.near', 'run', '', 0, 10n ** 13n],
      ['promise_return', 1],
    ),
  ]);
  const text = formatTrace(chain.trace(id) as TransactionTrace, PLAIN);
  const [tree = '', end = ''] = text.split('\n\n');
  assert.ok(tree.split('\n').length > 24, tree);
  assert.match(
    end,
    /^failed first: bob\.test\.near\.no such method\n {2}FunctionCallError: .*MethodNotFound\n/,
  );
});

test('a panic is one line, and so are reads of registers that show nothing new', async () => {
  const chain = await createTracedChain();
  const id = await chain.send([
    callHost(
      ['storage_write', 'key', 'value', 0],
      ['storage_read', 'key', 1],
      ['register_len', 1],
      ['register_len', 7],
      ['storage_read', 'other', 1],
      ['panic_utf8', 'panicked at src/lib.rs:61:5:\nno'],
    ),
  ]);
  const text = formatTrace(chain.trace(id) as TransactionTrace, PLAIN);
  const lines = text.split('\n').map((line) => line.replace(/ \[[^[]*\]$/, ''));
  const from = lines.findIndex((line) => line.includes('storage_read'));
  assert.deepEqual(lines.slice(from, from + 6), [
    '   ├─ storage_read(key: "key") → 1 "value"',
    '   ├─ register_len',
    '   ├─ register_len(register_id: 7) → 18446744073709551615',
    '   ├─ storage_read(key: "other") → 0 (nothing)',
    '   ├─ panic_utf8(message: "panicked at src/lib.rs:61:5:\\nno") ✗',
    '   ├─ ✗ FunctionCallError: Smart contract panicked: panicked at src/lib.rs:61:5: no',
  ]);
});

test('gas, tokens and bytes', () => {
  assert.equal(formatGas(1_234_567_890_000n), '1.23 Tgas');
  assert.equal(formatGas(12_345_678_900), '12.35 Ggas');
  assert.equal(formatTokens(0n), '0 NEAR');
  assert.equal(formatTokens(1n), '1 yoctoNEAR');
  assert.equal(formatTokens(-15n * 10n ** 23n), '-1.5 NEAR');
  const shown = (text: string) => formatBytes(showBytes(new TextEncoder().encode(text)));
  assert.equal(shown('{"a":1}'), '{"a":1}');
  assert.equal(shown('plain'), '"plain"');
  assert.equal(shown('right\u202eto left'), '"right\\u{202e}to left"');
  assert.equal(shown('long'.repeat(100)), `"${'long'.repeat(40)}"… (240 more bytes)`);
  assert.equal(formatBytes(showBytes(Uint8Array.of(0x74, 0x3a, 0x61, 1))), '"t:a\\x01"');
  assert.equal(formatBytes(showBytes(Uint8Array.of(0, 0xff))), '0x00ff');
});
