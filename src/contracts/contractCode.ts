// The vocabulary that contracts are written in: code is a list of bytes, and a function here
// returns the code of one step. Memory: texts from 0, a result of up to 16 bytes at RESULT, and
// whatever is read from a register at BUFFER.

import { encodeModule, I64, NO_RESULT, signed, type WasmImport } from '../base/wasm/wasmModule.ts';
import * as op from '../base/wasm/wasmOpcodes.ts';

export type Code = readonly number[];
/** An i64: a constant, or the code that computes it. */
type Value = number | Code;

/** The host functions that contracts use, with the number of their parameters. */
const HOST_FUNCTIONS = {
  read_register: { params: 2, hasResult: false },
  register_len: { params: 1, hasResult: true },
  input: { params: 1, hasResult: false },
  value_return: { params: 2, hasResult: false },
  panic: { params: 0, hasResult: false },
  panic_utf8: { params: 2, hasResult: false },
  log_utf8: { params: 2, hasResult: false },
  storage_write: { params: 5, hasResult: true },
  storage_read: { params: 3, hasResult: true },
  storage_remove: { params: 3, hasResult: true },
  current_account_id: { params: 1, hasResult: false },
  signer_account_id: { params: 1, hasResult: false },
  signer_account_pk: { params: 1, hasResult: false },
  predecessor_account_id: { params: 1, hasResult: false },
  random_seed: { params: 1, hasResult: false },
  block_index: { params: 0, hasResult: true },
  block_timestamp: { params: 0, hasResult: true },
  storage_usage: { params: 0, hasResult: true },
  prepaid_gas: { params: 0, hasResult: true },
  account_balance: { params: 1, hasResult: false },
  attached_deposit: { params: 1, hasResult: false },
  validator_stake: { params: 3, hasResult: false },
  validator_total_stake: { params: 1, hasResult: false },
  sha256: { params: 3, hasResult: false },
} as const;
export type HostFunction = keyof typeof HOST_FUNCTIONS;
const IMPORTS: readonly WasmImport[] = Object.entries(HOST_FUNCTIONS).map(([name, shape]) => ({
  name,
  ...shape,
}));

export const RESULT = 64;
export const BUFFER = 1024;
/** The protocol gives every contract more; this is only what the module declares. */
const MEMORY_BYTES = 65_536;
const LOCALS = 3;

/** A contract whose methods import what they need; `texts` are at the start of its memory. */
export function encodeContract(methods: Readonly<Record<string, Code>>, texts: string): Uint8Array {
  const functions = Object.entries(methods).map(([name, code]) => {
    return { name, params: 0, locals: { type: I64, count: LOCALS }, code };
  });
  const data = [...texts].map((character) => character.charCodeAt(0));
  return encodeModule(functions, MEMORY_BYTES, { imports: IMPORTS, data });
}

export function call(name: HostFunction, ...args: readonly Value[]): Code {
  const index = Object.keys(HOST_FUNCTIONS).indexOf(name);
  return [...args.flatMap(valueCode), op.CALL, index];
}

/** A host function that puts its result into a register, which becomes the result of the call. */
export function returnRegister(register: number): Code {
  return [
    ...call('read_register', register, BUFFER),
    ...call('value_return', call('register_len', register), BUFFER),
  ];
}

/** Returns a u64 as eight bytes. */
export function returnU64(value: Value): Code {
  return [...storeU64(RESULT, value), ...call('value_return', 8, RESULT)];
}

export function storeU64(at: number, value: Value): Code {
  return [op.I32_CONST, ...signed(at), ...valueCode(value), op.I64_STORE, 3, 0];
}

/** Puts the input into the buffer; panics unless it has this length. */
export function readInput(length: number): Code {
  return [
    ...call('input', 0),
    ...when([...call('register_len', 0), ...valueCode(length), op.I64_NE], call('panic')),
    ...call('read_register', 0, BUFFER),
  ];
}

export function when(condition: Code, then: Code): Code {
  return [...condition, op.IF, NO_RESULT, ...then, op.END];
}

/** Repeats the code, counting a local variable up from 0, as long as it is below the limit. */
export function countUp(local: number, limit: Value, body: Code): Code {
  return [
    ...[op.BLOCK, NO_RESULT, op.LOOP, NO_RESULT],
    ...[...get(local), ...valueCode(limit), op.I64_GE_U, op.BR_IF, 1],
    ...body,
    ...set(local, [...get(local), ...valueCode(1), op.I64_ADD]),
    ...[op.BR, 0, op.END, op.END],
  ];
}

export function get(local: number): Code {
  return [op.LOCAL_GET, local];
}

export function set(local: number, value: Value): Code {
  return [...valueCode(value), op.LOCAL_SET, local];
}

export function add(a: Value, b: Value): Code {
  return [...valueCode(a), ...valueCode(b), op.I64_ADD];
}

export function loadU64(at: number): Code {
  return [op.I32_CONST, ...signed(at), op.I64_LOAD, 3, 0];
}

export function storeByte(at: Value, character: string): Code {
  const byte = signed(character.charCodeAt(0));
  return [...valueCode(at), op.I32_WRAP_I64, op.I32_CONST, ...byte, op.I32_STORE8, 0, 0];
}

function valueCode(value: Value): Code {
  return typeof value === 'number' ? [op.I64_CONST, ...signed(value)] : value;
}
