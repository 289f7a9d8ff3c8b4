// A module as lists of instructions, for tests that both run it on V8 and interpret it.

import type { Letter, Value } from './numericOperators.ts';
import * as w from './wasmBytes.ts';

export type Result = Letter | '';

export type Instruction = {
  /** Prefixed ones from 0x100 on. */
  readonly opcode: number;
  /** Indexes, or alignment and offset, or the labels of a branch table with the default last. */
  readonly args: readonly number[];
  readonly constant?: Value;
  /** Of a block, or of a typed select. */
  readonly type?: Result;
};

export type TestType = { readonly params: readonly Letter[]; readonly result: Result };

export type TestFunction = {
  readonly type: number;
  readonly locals: readonly Letter[];
  /** With the last `end`. */
  readonly code: readonly Instruction[];
};

export type TestGlobal = {
  readonly type: Letter;
  readonly isMutable: boolean;
  readonly init: Value;
};

export type TestModule = {
  readonly types: readonly TestType[];
  /** One import, `env.probe`, of type 0: from an i32 to an i32. It is function 0. */
  readonly functions: readonly TestFunction[];
  readonly globals: readonly TestGlobal[];
  readonly table: { readonly min: number; readonly max: number };
  /** Functions or null. The first one is active at 0, the others are passive. */
  readonly elements: readonly (readonly (number | null)[])[];
  /** The first one is active at 0, the others are passive. */
  readonly data: readonly (readonly number[])[];
};

const TYPE_BYTES: Readonly<Record<Result, number>> = {
  '': 0x40,
  i: w.I32,
  l: w.I64,
  f: w.F32,
  d: w.F64,
  r: w.FUNCREF,
};

/** Without an import, function 0 is a function of the module that multiplies by three. */
const PROBE_BODY = w.body([0x20, 0, 0x41, 3, 0x6c]);

export function encodeTestModule(module: TestModule, isProbeImported = true): Uint8Array {
  const { types, functions, globals, table, elements, data } = module;
  const functionTypes = functions.map(({ type }) => type);
  return w.wasm(
    w.types(...types.map(({ params, result }) => w.type(letters(params), letters(result)))),
    ...(isProbeImported
      ? [w.imports(w.importFunction('probe', 0)), w.functions(...functionTypes)]
      : [w.functions(0, ...functionTypes)]),
    w.tables([w.FUNCREF, 1, ...w.unsigned(table.min), ...w.unsigned(table.max)]),
    w.memories([0, 1]),
    w.globals(
      ...globals.map(({ type, isMutable, init }) => [
        TYPE_BYTES[type],
        isMutable ? 1 : 0,
        ...encodeConstant(type, init),
        0x0b,
      ]),
    ),
    w.exports(...functions.map((_, index) => w.exportFunction(`m${index + 1}`, index + 1))),
    w.elements(...elements.map(encodeElements)),
    w.dataCount(data.length),
    w.bodies(
      ...(isProbeImported ? [] : [PROBE_BODY]),
      ...functions.map(({ locals, code }) =>
        w.sized([
          ...w.list(locals.map((letter) => [1, TYPE_BYTES[letter]])),
          ...code.flatMap(encodeInstruction),
        ]),
      ),
    ),
    w.data(
      ...data.map((bytes, index) => [
        ...(index === 0 ? [0, 0x41, 0, 0x0b] : [1]),
        ...w.sized(bytes),
      ]),
    ),
  );
}

function letters(items: readonly Letter[] | Result): number[] {
  return [...items].map((letter) => TYPE_BYTES[letter as Letter]);
}

function encodeElements(items: readonly (number | null)[], index: number): number[] {
  const head = index === 0 ? [4, 0x41, 0, 0x0b] : [5, 0x70];
  return [...head, ...w.list(items.map((item) => [...encodeConstant('r', item), 0x0b]))];
}

function encodeConstant(type: Letter, value: Value): number[] {
  switch (type) {
    case 'i':
      return [0x41, ...w.signed(value as number)];
    case 'l':
      return [0x42, ...w.signed(value as bigint)];
    case 'f':
      return [0x43, ...littleEndian(BigInt(value as number), 4)];
    case 'd':
      return [0x44, ...littleEndian(value as bigint, 8)];
    default:
      return value === null ? [0xd0, 0x70] : [0xd2, ...w.unsigned(value as number)];
  }
}

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

function encodeInstruction({ opcode, args, constant, type }: Instruction): number[] {
  const head = opcode < 0x100 ? [opcode] : [0xfc, ...w.unsigned(opcode - 0x100)];
  if (opcode >= 0x41 && opcode <= 0x44) {
    return encodeConstant('ilfd'[opcode - 0x41] as Letter, constant as Value);
  }
  if (opcode === 0xd0) return [0xd0, 0x70];
  if (opcode === 0x1c) return [...head, 1, TYPE_BYTES[type as Letter]];
  if (opcode >= 0x02 && opcode <= 0x04) return [...head, TYPE_BYTES[type as Result]];
  const indexes = args.flatMap(w.unsigned);
  return opcode === 0x0e
    ? [...head, ...w.unsigned(args.length - 1), ...indexes]
    : [...head, ...indexes];
}
