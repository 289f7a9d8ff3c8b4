// A contract whose methods try to exhaust the node that runs them, and a module that does so before
// it runs.

import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { encodeSmallModule, I32, I64, leb } from '../vm/support/smallModule.ts';
import * as w from '../vm/support/wasmBytes.ts';

const VALUE_BYTES = 4 * 1024 * 1024;
const LOG_BYTES = 16_384;
const PAGE_BYTES = 65_536;

const LOG_UTF8 = 0;
const STORAGE_WRITE = 1;
const STORAGE_READ = 2;
const VALUE_RETURN = 3;
const CURRENT_ACCOUNT_ID = 4;
const READ_REGISTER = 5;
const REGISTER_LEN = 6;
const PROMISE_BATCH_CREATE = 7;
const PROMISE_BATCH_THEN = 8;
const FUNCTION_CALL_WEIGHT = 9;
const SHA256 = 10;
const GAS = 11;

const IMPORTS = [
  { name: 'log_utf8', params: [I64, I64] },
  { name: 'storage_write', params: [I64, I64, I64, I64, I64], results: [I64] },
  { name: 'storage_read', params: [I64, I64, I64], results: [I64] },
  { name: 'value_return', params: [I64, I64] },
  { name: 'current_account_id', params: [I64] },
  { name: 'read_register', params: [I64, I64] },
  { name: 'register_len', params: [I64], results: [I64] },
  { name: 'promise_batch_create', params: [I64, I64], results: [I64] },
  { name: 'promise_batch_then', params: [I64, I64, I64], results: [I64] },
  {
    name: 'promise_batch_action_function_call_weight',
    params: [I64, I64, I64, I64, I64, I64, I64, I64],
  },
  { name: 'sha256', params: [I64, I64, I64] },
  { name: 'gas', params: [I32] },
];

type Code = readonly number[];

const call = (index: number): Code => [0x10, ...leb(index)];
const i32 = (value: number): Code => [0x41, ...w.signed(value)];
const i64 = (value: number): Code => [0x42, ...w.signed(value)];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const IF = 0x04;
const END = 0x0b;
const NO_RESULT = 0x40;
const DROP = 0x1a;
const I32_GE_S = 0x4e;
const I32_ADD = 0x6a;
const I32_MUL = 0x6c;
const I32_STORE8 = [0x3a, 0, 0];
const MEMORY_GROW = [0x40, 0];
/** Repeats its body without end. */
const forever = (...body: Code[]): Code => [0x03, NO_RESULT, ...body.flat(), 0x0c, 0, END];

/** Where the contract's own account id is written, and where the name of a method is. */
const ACCOUNT_AT = 0;
const METHOD_AT = 1_000;
/** Zeros. */
const AMOUNT_AT = 2_000;

const writeMethodName = (name: string): Code =>
  [...utf8ToBytes(name)].flatMap((byte, index) => [
    ...i32(METHOD_AT + index),
    ...i32(byte),
    ...I32_STORE8,
  ]);

const ownAccount: Code = [...i64(0), ...call(REGISTER_LEN), ...i64(ACCOUNT_AT)];
const prepareCalls = (method: string): Code => [
  ...[...i64(0), ...call(CURRENT_ACCOUNT_ID)],
  ...[...i64(0), ...i64(ACCOUNT_AT), ...call(READ_REGISTER)],
  ...writeMethodName(method),
];
/** A promise to call one of its own methods with its share of the remaining gas. */
const callLater = (method: string): Code => [
  ...[...ownAccount, ...call(PROMISE_BATCH_CREATE)],
  ...[...i64(method.length), ...i64(METHOD_AT)],
  ...[...i64(0), ...i64(0), ...i64(AMOUNT_AT), ...i64(0), ...i64(1)],
  ...call(FUNCTION_CALL_WEIGHT),
];

const writeValue = (length: number): Code => [
  ...[...i64(1), ...i64(0), ...i64(length), ...i64(0), ...i64(0)],
  ...[...call(STORAGE_WRITE), DROP],
];

const METHODS: Readonly<Record<string, { locals?: number[]; body: Code }>> = {
  spin: { body: forever() },
  /** Grows as far as possible, writes to the last byte of each page, and keeps trying. */
  grow: {
    locals: [I32],
    body: forever(
      [...i32(1), ...MEMORY_GROW, ...set(0)],
      [...get(0), ...i32(0), I32_GE_S, IF, NO_RESULT],
      [...get(0), ...i32(PAGE_BYTES), I32_MUL, ...i32(PAGE_BYTES - 1), I32_ADD],
      [...i32(1), ...I32_STORE8, END],
    ),
  },
  grow_by_nothing: { body: forever([...i32(0), ...MEMORY_GROW, DROP]) },
  pay_nothing: { body: forever([...i32(0), ...call(GAS)]) },
  hash_nothing: { body: forever([...i64(0), ...i64(0), ...i64(0), ...call(SHA256)]) },
  log_much: { body: forever([...i64(LOG_BYTES), ...i64(0), ...call(LOG_UTF8)]) },
  log_often: { body: forever([...i64(1), ...i64(0), ...call(LOG_UTF8)]) },
  write: { body: writeValue(VALUE_BYTES) },
  write_too_much: { body: writeValue(VALUE_BYTES + 1) },
  read: { body: [...i64(1), ...i64(0), ...i64(0), ...call(STORAGE_READ), DROP] },
  answer: { body: [...i64(VALUE_BYTES), ...i64(0), ...call(VALUE_RETURN)] },
  answer_too_much: { body: [...i64(VALUE_BYTES + 1), ...i64(0), ...call(VALUE_RETURN)] },
  /** Calls itself, each time one receipt deeper. */
  descend: { body: [...prepareCalls('descend'), ...callLater('descend')] },
  /** Calls itself twice: a tree of receipts. */
  branch: { body: [...prepareCalls('branch'), ...callLater('branch'), ...callLater('branch')] },
  /** Promises that wait for each other in a chain, as long as there is room for one. */
  queue: {
    locals: [I64],
    body: [
      ...prepareCalls('queue'),
      ...[...ownAccount, ...call(PROMISE_BATCH_CREATE), ...set(0)],
      ...forever([...get(0), ...ownAccount, ...call(PROMISE_BATCH_THEN), ...set(0)]),
    ],
  },
};

/** Not among the methods, as it needs to know its own index. */
const RECURSE = IMPORTS.length + Object.keys(METHODS).length;

export const hostileContract: Uint8Array = encodeSmallModule({
  imports: IMPORTS,
  functions: [...Object.values(METHODS), { locals: [I32], body: call(RECURSE) }],
  exports: Object.fromEntries(
    [...Object.keys(METHODS), 'recurse'].map((name, index) => [name, IMPORTS.length + index]),
  ),
  hasMemory: true,
});

/** A valid module of this many empty functions; `main` is the first. */
export function manyFunctions(count: number): Uint8Array {
  const type = 0;
  return w.wasm(
    w.types(w.type()),
    w.functions(...Array.from({ length: count }, () => type)),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(...Array.from({ length: count }, () => w.body([]))),
  );
}
