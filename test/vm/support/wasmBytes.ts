// Pieces of the binary format, for tests that need modules of any shape, valid or not.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F32 = 0x7d;
export const F64 = 0x7c;
export const FUNCREF = 0x70;

export const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

export type Bytes = readonly number[];

export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

export function signed(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest < -0x40n || rest > 0x3fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest & 0x7fn));
  return bytes;
}

/** A number in more bytes than it needs. */
export function padded(value: number, length: number): number[] {
  const bytes = Array.from({ length }, (_, index) => (value >>> (7 * index)) & 0x7f);
  return bytes.map((byte, index) => (index < length - 1 ? byte | 0x80 : byte));
}

export function list(items: readonly Bytes[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

export function sized(bytes: Bytes): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

export function text(value: string): number[] {
  return sized([...utf8ToBytes(value)]);
}

export function section(id: number, content: Bytes): number[] {
  return [id, ...sized(content)];
}

export function type(params: Bytes = [], results: Bytes = []): number[] {
  return [0x60, ...sized(params), ...sized(results)];
}

/** A function body without its last `end`. */
export function body(code: Bytes, locals: readonly Bytes[] = []): number[] {
  return sized([...list(locals), ...code, 0x0b]);
}

export const types = (...items: Bytes[]): number[] => section(1, list(items));
export const imports = (...items: Bytes[]): number[] => section(2, list(items));
export const functions = (...typeIndexes: number[]): number[] =>
  section(3, list(typeIndexes.map(unsigned)));
export const tables = (...items: Bytes[]): number[] => section(4, list(items));
export const memories = (...items: Bytes[]): number[] => section(5, list(items));
export const globals = (...items: Bytes[]): number[] => section(6, list(items));
export const exports = (...items: Bytes[]): number[] => section(7, list(items));
export const start = (index: number): number[] => section(8, unsigned(index));
export const elements = (...items: Bytes[]): number[] => section(9, list(items));
export const bodies = (...items: Bytes[]): number[] => section(10, list(items));
export const data = (...items: Bytes[]): number[] => section(11, list(items));
export const dataCount = (count: number): number[] => section(12, unsigned(count));
export const custom = (name: string, content: Bytes = []): number[] =>
  section(0, [...text(name), ...content]);

export const importFunction = (name: string, typeIndex: number, module = 'env'): number[] => [
  ...text(module),
  ...text(name),
  0,
  ...unsigned(typeIndex),
];
export const exportFunction = (name: string, index: number): number[] => [
  ...text(name),
  0,
  ...unsigned(index),
];

export function wasm(...sections: Bytes[]): Uint8Array {
  const length = sections.reduce((sum, part) => sum + part.length, HEADER.length);
  const bytes = new Uint8Array(length);
  bytes.set(HEADER);
  let offset = HEADER.length;
  for (const part of sections) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** One function `main` without parameters and results, in a module with a memory and a table. */
export function mainModule(code: Bytes, locals: readonly Bytes[] = []): Uint8Array {
  return wasm(
    types(type()),
    functions(0),
    tables([FUNCREF, 0x00, 0x01]),
    memories([0x00, 0x01]),
    exports(exportFunction('main', 0)),
    bodies(body(code, locals)),
  );
}
