// The contracts for the reference's test suite: each method runs in the VM, and its result, logs,
// storage and failure are compared with what the reference's contract does for the same input.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytesToHex,
  bytesToUtf8,
  concatBytes,
  u64Le,
  utf8ToBytes,
} from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { TEST_CONTRACT_NAMES } from '../../src/contracts/testContractNames.ts';
import { createTestContract } from '../../src/contracts/testContracts.ts';
import { runContract } from '../../src/vm/runContract.ts';
import type { VmOutcome } from '../../src/vm/vmTypes.ts';
import { MemoryExternal } from '../vm/support/memoryExternal.ts';
import { vm } from '../vm/support/runModule.ts';
import { testContext } from '../vm/support/testContext.ts';

const CODE = createTestContract('backwards_compatible_rs_contract');
const NOTHING = new Uint8Array(0);

class Account {
  readonly external = new MemoryExternal({
    accountId: 'alice.near',
    stakes: new Map([['bob.near', 5n]]),
  });

  call(method: string, input: Uint8Array = NOTHING): VmOutcome {
    const code = { hash: sha256(CODE), read: () => CODE };
    const context = testContext({ input });
    return runContract(vm, { code, method, context, external: this.external });
  }

  /** The returned bytes in hexadecimal. */
  returned(method: string, input?: Uint8Array): string {
    const { aborted, returnData } = this.call(method, input);
    assert.equal(aborted, null, method);
    assert.equal(returnData.kind, 'value', method);
    return returnData.kind === 'value' ? bytesToHex(returnData.value) : '';
  }

  keys(): string[] {
    return [...this.external.state.keys()];
  }
}

const u64s = (...numbers: bigint[]): Uint8Array =>
  concatBytes(...numbers.map((number) => u64Le(number)));
const hexOf = (...numbers: bigint[]): string => bytesToHex(u64s(...numbers));

test('what host functions say is returned', () => {
  const account = new Account();
  const table: [method: string, expected: string, input?: Uint8Array][] = [
    ['ext_random_seed', '07'.repeat(32)],
    ['ext_predecessor_account_id', bytesToHex(utf8ToBytes('carol.near'))],
    ['ext_signer_pk', '00'.repeat(33)],
    ['ext_signer_id', bytesToHex(utf8ToBytes('bob.near'))],
    ['ext_account_id', bytesToHex(utf8ToBytes('alice.near'))],
    ['ext_storage_usage', hexOf(1000n)],
    ['ext_block_index', hexOf(10n)],
    ['ext_block_timestamp', hexOf(42n)],
    ['ext_prepaid_gas', hexOf(300_000_000_000_000n)],
    ['ext_account_balance', hexOf(110n, 0n)],
    ['ext_attached_deposit', hexOf(10n, 0n)],
    ['ext_validator_total_stake', hexOf(5n, 0n)],
    ['ext_validator_stake', hexOf(5n, 0n), utf8ToBytes('bob.near')],
    ['ext_sha256', bytesToHex(sha256(utf8ToBytes('abc'))), utf8ToBytes('abc')],
    ['run_test', '0a000000'],
    ['pass_through', hexOf(77n), u64s(77n)],
    ['sum_with_input', hexOf(2n ** 40n + 3n), u64s(2n ** 40n, 3n)],
    ['sum_n', hexOf(4950n), u64s(100n)],
    ['sum_n', hexOf(0n), u64s(0n)],
  ];
  for (const [method, expected, input] of table) {
    assert.equal(account.returned(method, input), expected, method);
  }
});

test('a value is written and read under the key before it', () => {
  const account = new Account();
  assert.equal(account.returned('write_key_value', u64s(10n, 20n)), hexOf(0n));
  assert.equal(account.returned('read_value', u64s(10n)), hexOf(20n));
  assert.equal(account.returned('write_key_value', u64s(10n, 30n)), hexOf(1n));
  assert.equal(account.returned('read_value', u64s(10n)), hexOf(30n));
  assert.equal(account.call('read_value', u64s(11n)).returnData.kind, 'none');
  assert.equal(account.returned('write_key_value', u64s(40n)), hexOf(0n), 'an empty key');
  assert.equal(account.external.state.size, 2);
});

test('other methods write to the storage', () => {
  const account = new Account();
  for (const method of [
    'write_block_height',
    'write_random_value',
    'run_test_with_storage_change',
  ]) {
    assert.equal(account.call(method).aborted, null, method);
  }
  const values = [...account.external.state.values()].map(bytesToUtf8);
  assert.deepEqual(values, ['hello', 'hello', 'world']);
});

test('strings are inserted and deleted by range', () => {
  const account = new Account();
  assert.equal(account.call('insert_strings', u64s(0n, 5n)).aborted, null);
  const keys = account.keys();
  assert.equal(keys.length, 5);
  assert.equal(account.call('insert_strings', u64s(3n, 7n)).aborted, null);
  assert.equal(account.keys().length, 7);
  assert.equal(account.call('delete_strings', u64s(5n, 9n)).aborted, null);
  assert.deepEqual(account.keys(), keys);
  account.external.state.clear();
  account.call('write_key_value', concatBytes(utf8ToBytes('aaab'), u64Le(1n)));
  account.call('delete_strings', u64s(3n, 4n));
  assert.deepEqual(account.keys(), [], 'the key of 3 is aaab');
});

test('methods log, panic and loop', () => {
  const account = new Account();
  assert.deepEqual(account.call('log_something').logs, ['hello']);
  assert.equal(account.call('noop').aborted, null);
  const logged = account.call('panic_after_logging');
  assert.deepEqual(logged.logs, ['hello']);
  const failures: [method: string, pattern: RegExp, input?: Uint8Array][] = [
    ['panic_after_logging', /WAT\?/],
    ['panic_with_message', /WAT\?/],
    ['read_value', /explicit guest panic/, u64s(1n, 2n)],
    ['pass_through', /explicit guest panic/],
    ['insert_strings', /explicit guest panic/, u64s(1n)],
    ['write_key_value', /Unreachable/, new Uint8Array(7)],
    ['insert_strings', /MemoryOutOfBounds|GasExceeded|Exceeded/, u64s(2n ** 40n - 1n, 2n ** 40n)],
    ['loop_forever', /Exceeded/],
    ['sum_n', /Exceeded/, u64s(2n ** 63n)],
  ];
  for (const [method, pattern, input] of failures) {
    const { aborted } = account.call(method, input);
    assert.match(
      JSON.stringify(aborted, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      pattern,
      method,
    );
  }
});

test('every named contract is a module', () => {
  for (const name of TEST_CONTRACT_NAMES) {
    assert.ok(WebAssembly.validate(createTestContract(name) as Uint8Array<ArrayBuffer>), name);
  }
});
