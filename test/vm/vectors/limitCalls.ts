// Calls that reach a limit of the protocol, and calls that exceed it by one.

import { bytesToBase64, concatBytes, u64Le, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import type { FunctionType } from '../../../src/vm/preparedContract.ts';
import { HostProgram } from './hostProgram.ts';

const VERSION = 88;
const GAS = 10 ** 15;
const REGISTER_MODE = 2n ** 64n - 1n;
const PAGE_BYTES = 65_536;
const LOGS_MAX = 100;
const LOG_BYTES_MAX = 16_384;
const REGISTERS_MAX = 100;
const REGISTER_BYTES_MAX = 104_857_600n;
const PROMISES_MAX = 1_024;
const DEPENDENCIES_MAX = 128;
const VALUE_BYTES_MAX = 4_194_304n;

type Write = (program: HostProgram) => void;

export function* limitCalls(signatures: ReadonlyMap<string, FunctionType>): Generator<JsonObject> {
  for (const [label, write] of Object.entries(LIMIT_PROGRAMS)) {
    const program = new HostProgram(signatures);
    write(program);
    const wasm = bytesToBase64(program.build(true));
    yield { label, version: VERSION, wasm, gas: GAS };
  }
}

const repeat = (count: number, call: (index: number) => void): void => {
  for (let index = 0; index < count; index++) call(index);
};

const account = (program: HostProgram) => {
  const id = utf8ToBytes('bob.near');
  return [BigInt(id.length), program.place(id)] as const;
};

/** Joins `count` times the promise 0. */
function joinFirst(program: HostProgram, count: number): void {
  const indexes = Array.from({ length: count }, () => u64Le(0));
  program.call('promise_and', program.place(concatBytes(...indexes)), BigInt(count));
}

function fillRegisters(program: HostProgram, count: number): void {
  repeat(count, (index) => program.call('write_register', BigInt(index), 3n, 0n));
}

function logText(program: HostProgram, length: number, byte = 97): void {
  const bytes = new Uint8Array(length).fill(byte);
  program.call('log_utf8', BigInt(length), program.place(bytes));
}

/** UTF-16 text: three bytes of UTF-8 for two. */
function logWide(program: HostProgram, length: bigint, units: number): void {
  const unit = Uint8Array.of(0xac, 0x20);
  const text = concatBytes(...Array.from({ length: units }, () => unit), new Uint8Array(2));
  program.call('log_utf16', length, program.place(text));
}

function fillPromises(program: HostProgram, count: number): void {
  repeat(count, () => program.call('promise_and', 0n, 0n));
}

/** A register of as many zeros, from a memory that is large enough. */
function writeLargeRegister(program: HostProgram, length: bigint): void {
  program.grow(1_024n);
  program.call('write_register', 1n, length, BigInt(PAGE_BYTES));
  program.call('register_len', 1n);
}

const LIMIT_PROGRAMS: Readonly<Record<string, Write>> = {
  'all registers': (program) => {
    fillRegisters(program, REGISTERS_MAX);
    repeat(REGISTERS_MAX + 1, (index) => program.call('register_len', BigInt(index)));
    program.call('sha256', REGISTER_MODE, 7n, REGISTER_MODE);
  },
  'all registers, one replaced': (program) => {
    fillRegisters(program, REGISTERS_MAX);
    program.call('write_register', 5n, 0n, 0n);
  },
  'all registers but one': (program) => {
    fillRegisters(program, REGISTERS_MAX - 1);
    program.call('write_register', 5n, 0n, 0n);
    program.call('input', REGISTER_MODE);
    program.call('storage_has_key', REGISTER_MODE, 5n);
    program.call('signer_account_id', 3n);
  },
  'largest register': (program) => writeLargeRegister(program, REGISTER_BYTES_MAX),
  'too large a register': (program) => writeLargeRegister(program, REGISTER_BYTES_MAX + 1n),
  'most logs': (program) => repeat(LOGS_MAX, () => logText(program, 1)),
  'too many logs': (program) => repeat(LOGS_MAX + 1, () => logText(program, 1)),
  'too many logs, of UTF-16': (program) => {
    repeat(LOGS_MAX, () => logText(program, 0));
    logWide(program, REGISTER_MODE, 1);
  },
  'longest logs': (program) => {
    logText(program, LOG_BYTES_MAX - 10);
    logText(program, 10);
    logText(program, 0);
    program.call('log_utf8', REGISTER_MODE, 0n);
    program.call('log_utf16', REGISTER_MODE, 0n);
  },
  'too long a log': (program) => {
    logText(program, LOG_BYTES_MAX - 10);
    logText(program, 11);
  },
  'too long a log up to a zero': (program) => {
    logText(program, LOG_BYTES_MAX - 2);
    const text = program.place(Uint8Array.of(0xff, 97, 97, 97, 0));
    program.call('log_utf8', REGISTER_MODE, text);
  },
  'longest log up to a zero': (program) => {
    logText(program, LOG_BYTES_MAX - 2);
    program.call('log_utf8', REGISTER_MODE, program.place(Uint8Array.of(98, 97, 0)));
  },
  'too long a log of UTF-16': (program) => {
    logText(program, LOG_BYTES_MAX - 8);
    logWide(program, 6n, 3);
  },
  'too long a log of UTF-16 up to a zero': (program) => {
    logText(program, LOG_BYTES_MAX - 5);
    logWide(program, REGISTER_MODE, 3);
  },
  'a panic after the longest logs': (program) => {
    logText(program, LOG_BYTES_MAX - 1);
    program.call('panic_utf8', 2n, program.place(utf8ToBytes('no')));
  },
  'most promises': (program) => fillPromises(program, PROMISES_MAX),
  'too many promises': (program) => fillPromises(program, PROMISES_MAX + 1),
  'too many promises, one to an account': (program) => {
    fillPromises(program, PROMISES_MAX);
    program.call('promise_batch_create', ...account(program));
  },
  'too many promises, one with a call': (program) => {
    fillPromises(program, PROMISES_MAX);
    const amount = program.place(new Uint8Array(16));
    program.call('promise_create', ...account(program), 1n, 1024n, 0n, 0n, amount, 1n);
  },
  'too many promises, one that waits': (program) => {
    fillPromises(program, PROMISES_MAX);
    program.place(utf8ToBytes('call'));
    program.call('promise_yield_create', 4n, 1024n, 0n, 0n, 0n, 1n, 0n);
  },
  'most dependencies': (program) => {
    program.call('promise_batch_create', ...account(program));
    joinFirst(program, DEPENDENCIES_MAX);
    program.call('promise_batch_then', 1n, ...account(program));
    program.call('promise_return', 2n);
  },
  'too many dependencies': (program) => {
    program.call('promise_batch_create', ...account(program));
    joinFirst(program, DEPENDENCIES_MAX);
    const pair = concatBytes(u64Le(0), u64Le(1));
    program.call('promise_and', program.place(pair), 2n);
  },
  'too long a result': (program) => program.call('value_return', VALUE_BYTES_MAX + 1n, 0n),
  'too long a stored value': (program) =>
    program.call('storage_write', 1n, 0n, VALUE_BYTES_MAX + 1n, 0n, 0n),
  'longest stored key': (program) => program.call('storage_write', 2_048n, 0n, 1n, 0n, 0n),
  'too long a stored key in a register': (program) => {
    program.call('write_register', 0n, 2_049n, 0n);
    program.call('storage_has_key', REGISTER_MODE, 0n);
  },
  'too large a contract': (program) => {
    program.call('promise_batch_create', ...account(program));
    program.call('promise_batch_action_deploy_contract', 0n, VALUE_BYTES_MAX + 1n, 0n);
  },
  'too large a global contract': (program) => {
    program.call('promise_batch_create', ...account(program));
    program.call('promise_batch_action_deploy_global_contract', 9n, VALUE_BYTES_MAX + 1n, 0n);
  },
  'longest payload': (program) => program.call('promise_yield_resume', 32n, 0n, 1_024n, 0n),
  'too long a payload': (program) => program.call('promise_yield_resume', 31n, 0n, 1_025n, 0n),
};
