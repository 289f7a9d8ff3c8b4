// A contract that stores its input: `put` writes it under the key of one zero byte, `get` returns
// it, and `remove` deletes it.

import { encodeSmallModule, I64 } from '../vm/support/smallModule.ts';

const INPUT = 0;
const READ_REGISTER = 1;
const REGISTER_LEN = 2;
const STORAGE_WRITE = 3;
const STORAGE_READ = 4;
const STORAGE_REMOVE = 5;
const VALUE_RETURN = 6;

/** The address of the key; the input is read to address 0. */
const KEY_AT = 1000;

const call = (index: number): number[] => [0x10, index];
const i64 = (value: number): number[] =>
  value < 64 ? [0x42, value] : [0x42, (value & 0x7f) | 0x80, value >> 7];
const DROP = 0x1a;

export const STORAGE_KEY = new Uint8Array(1);

export const storageContract: Uint8Array = encodeSmallModule({
  imports: [
    { name: 'input', params: [I64] },
    { name: 'read_register', params: [I64, I64] },
    { name: 'register_len', params: [I64], results: [I64] },
    { name: 'storage_write', params: [I64, I64, I64, I64, I64], results: [I64] },
    { name: 'storage_read', params: [I64, I64, I64], results: [I64] },
    { name: 'storage_remove', params: [I64, I64, I64], results: [I64] },
    { name: 'value_return', params: [I64, I64] },
  ],
  functions: [
    {
      body: [
        ...[...i64(0), ...call(INPUT)],
        ...[...i64(0), ...i64(0), ...call(READ_REGISTER)],
        ...[...i64(1), ...i64(KEY_AT), ...i64(0), ...call(REGISTER_LEN), ...i64(0), ...i64(1)],
        ...[...call(STORAGE_WRITE), DROP],
      ],
    },
    {
      body: [
        ...[...i64(1), ...i64(KEY_AT), ...i64(0), ...call(STORAGE_READ), DROP],
        ...[...i64(0), ...i64(0), ...call(READ_REGISTER)],
        ...[...i64(0), ...call(REGISTER_LEN), ...i64(0), ...call(VALUE_RETURN)],
      ],
    },
    { body: [...i64(1), ...i64(KEY_AT), ...i64(0), ...call(STORAGE_REMOVE), DROP] },
  ],
  exports: { put: 7, get: 8, remove: 9 },
  hasMemory: true,
});
