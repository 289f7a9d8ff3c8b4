// The contracts of `perigee dump-test-contracts`. The reference's test suite deploys contracts
// compiled from Rust; these are written for Perigee, and have the methods that its Python tests
// call, with the same inputs, results, logs and storage. They burn less gas.

import { encodeModule, NO_RESULT } from '../base/wasm/wasmModule.ts';
import * as op from '../base/wasm/wasmOpcodes.ts';
import {
  add,
  BUFFER,
  type Code,
  call,
  countUp,
  encodeContract,
  get,
  type HostFunction,
  loadU64,
  RESULT,
  readInput,
  returnRegister,
  returnU64,
  set,
  storeByte,
  when,
} from './contractCode.ts';
import type { TestContractName } from './testContractNames.ts';

const TEXTS = 'helloworldWAT?x\n\0\0\0';
/** The two arguments of a host function that takes a text. */
const text = (value: string): [number, number] => [value.length, TEXTS.indexOf(value)];

const TO_REGISTER = {
  ext_random_seed: 'random_seed',
  ext_predecessor_account_id: 'predecessor_account_id',
  ext_signer_pk: 'signer_account_pk',
  ext_signer_id: 'signer_account_id',
  ext_account_id: 'current_account_id',
} as const;
const TO_U64 = {
  ext_storage_usage: 'storage_usage',
  ext_block_index: 'block_index',
  ext_block_timestamp: 'block_timestamp',
  ext_prepaid_gas: 'prepaid_gas',
} as const;
const TO_U128 = {
  ext_account_balance: 'account_balance',
  ext_attached_deposit: 'attached_deposit',
  ext_validator_total_stake: 'validator_total_stake',
} as const;

/** Methods that return what a host function does. */
const HOST_METHODS: Readonly<Record<string, Code>> = {
  ...mapMethods(TO_REGISTER, (name) => [...call(name, 0), ...returnRegister(0)]),
  ...mapMethods(TO_U64, (name) => returnU64(call(name))),
  ...mapMethods(TO_U128, (name) => [...call(name, RESULT), ...call('value_return', 16, RESULT)]),
  ext_sha256: [
    ...[...call('input', 0), ...call('read_register', 0, BUFFER)],
    ...[...call('sha256', call('register_len', 0), BUFFER, 0), ...returnRegister(0)],
  ],
  ext_validator_stake: [
    ...[...call('input', 0), ...call('read_register', 0, BUFFER)],
    ...call('validator_stake', call('register_len', 0), BUFFER, RESULT),
    ...call('value_return', 16, RESULT),
  ],
};

const STORAGE_METHODS: Readonly<Record<string, Code>> = {
  /** The last eight bytes of the input are the value, the others the key. */
  write_key_value: [
    ...[...call('input', 0), ...call('read_register', 0, BUFFER)],
    ...when([...call('register_len', 0), op.I64_CONST, 8, op.I64_LT_U], [op.UNREACHABLE]),
    ...set(0, [...call('register_len', 0), op.I64_CONST, 8, op.I64_SUB]),
    ...returnU64(call('storage_write', get(0), BUFFER, 8, add(get(0), BUFFER), 1)),
  ],
  read_value: [
    ...readInput(8),
    ...when(
      [...call('storage_read', 8, BUFFER, 1), op.I64_CONST, 1, op.I64_EQ],
      [...call('read_register', 1, RESULT), ...call('value_return', 8, RESULT)],
    ),
  ],
  write_block_height: [
    ...returnU64(call('block_index')),
    ...[...call('storage_write', 8, RESULT, ...text('hello'), 0), op.DROP],
  ],
  write_random_value: [
    ...[...call('random_seed', 0), ...call('read_register', 0, BUFFER)],
    ...[...call('storage_write', 32, BUFFER, ...text('hello'), 1), op.DROP],
  ],
  run_test_with_storage_change: [
    ...[...call('storage_write', ...text('hello'), ...text('world'), 0), op.DROP],
  ],
  insert_strings: forStrings((length) => call('storage_write', length, BUFFER, ...text('x'), 0)),
  delete_strings: forStrings((length) => call('storage_remove', length, BUFFER, 0)),
};

const OTHER_METHODS: Readonly<Record<string, Code>> = {
  noop: [],
  log_something: call('log_utf8', ...text('hello')),
  loop_forever: [op.LOOP, NO_RESULT, op.BR, 0, op.END],
  panic_with_message: call('panic_utf8', ...text('WAT?')),
  panic_after_logging: [
    ...call('log_utf8', ...text('hello')),
    ...call('panic_utf8', ...text('WAT?')),
  ],
  run_test: call('value_return', ...text('\n\0\0\0')),
  pass_through: [...readInput(8), ...call('value_return', 8, BUFFER)],
  sum_with_input: [...readInput(16), ...returnU64(add(loadU64(BUFFER), loadU64(BUFFER + 8)))],
  sum_n: [
    ...readInput(8),
    ...countUp(0, loadU64(BUFFER), set(1, add(get(1), get(0)))),
    ...returnU64(get(1)),
  ],
};

/**
 * The input is a range of two numbers. Each number n of it stands for the key of n times `a` and a
 * `b`: the buffer fills with `a`, and the next place is a `b` while its key is used.
 */
function forStrings(useKey: (length: Code) => Code): Code {
  const [index, from, to] = [0, 1, 2];
  const place = add(get(index), BUFFER);
  return [
    ...[...readInput(16), ...set(from, loadU64(BUFFER)), ...set(to, loadU64(BUFFER + 8))],
    ...countUp(index, get(to), [
      ...when(
        [...get(index), ...get(from), op.I64_GE_U],
        [...storeByte(place, 'b'), ...useKey(add(get(index), 1)), op.DROP],
      ),
      ...storeByte(place, 'a'),
    ]),
  ];
}

function mapMethods<Name extends HostFunction>(
  functions: Readonly<Record<string, Name>>,
  code: (name: Name) => Code,
): Record<string, Code> {
  return Object.fromEntries(
    Object.entries(functions).map(([method, name]) => [method, code(name)]),
  );
}

const STANDARD_METHODS = { ...HOST_METHODS, ...STORAGE_METHODS, ...OTHER_METHODS };

/** The methods of the standard contract exist in all versions of the protocol. */
const TEST_CONTRACTS: Readonly<Record<TestContractName, () => Uint8Array>> = {
  trivial: () => encodeModule([{ name: 'main', params: 0, code: [] }], 0),
  rs_contract: encodeStandard,
  backwards_compatible_rs_contract: encodeStandard,
  nightly_rs_contract: encodeStandard,
};

function encodeStandard(): Uint8Array {
  return encodeContract(STANDARD_METHODS, TEXTS);
}

export function createTestContract(name: TestContractName): Uint8Array {
  return TEST_CONTRACTS[name]();
}
