// Failed views in plain words: a table of what the RPC reports and what is printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeViewError } from '../../src/cli/chain/describeViewError.ts';

const START = 'wasm execution failed with error: ';

test('the failure of a view is described', () => {
  const table: [error: string, described: string][] = [
    [
      `${START}CompilationError(CodeDoesNotExist { account_id: "a.near" })`,
      'a.near has no contract; check the account, or deploy one first',
    ],
    [`${START}MethodResolveError(MethodNotFound)`, "a.near has no method 'get'; check its name"],
    [
      `${START}HostError(GuestPanic { panic_msg: "no \\"x\\"\\tat \\u{e9}\\\\ \\u{1b}[31m" })`,
      'a.near.get failed: no "x"\\tat é\\ \\u{1b}[31m',
    ],
    [`${START}HostError(BadUTF16)`, `a.near.get failed: ${START}HostError(BadUTF16)`],
    [
      `${START}HostError(GuestPanic { panic_msg: "\\u{ffffff}" })`,
      'a.near.get failed: \\u{ffffff}',
    ],
  ];
  for (const [error, described] of table) {
    const found = describeViewError('a.near', 'get', error);
    assert.equal(found, described);
  }
});
