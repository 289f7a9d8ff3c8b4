// Modules that are slow for their gas: to prepare, to load, to instantiate or to run.

import type { Bytes } from '../../test/vm/support/wasmBytes.ts';
import * as w from '../../test/vm/support/wasmBytes.ts';

const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const ELSE = 0x05;
const END = 0x0b;
const BR = 0x0c;
const BR_TABLE = 0x0e;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const DROP = 0x1a;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const GLOBAL_GET = 0x23;
const TABLE_SET = 0x26;
const I32_CONST = 0x41;
const F64_CONST = 0x44;
const I32_LOAD = 0x28;
const I32_STORE = 0x36;
const I32_ADD = 0x6a;
const I32_MUL = 0x6c;
const I32_AND = 0x71;
const I32_SHL = 0x74;
const F64_ADD = 0xa0;
const F64_DIV = 0xa3;
const REF_FUNC = 0xd2;
const BULK = 0xfc;
const MEMORY_COPY = 10;
const MEMORY_FILL = 11;
const TABLE_FILL = 17;
const NO_RESULT = 0x40;

const i32 = (value: number): Bytes => [I32_CONST, ...w.signed(value)];
const get = (local: number): Bytes => [LOCAL_GET, ...w.unsigned(local)];
const set = (local: number): Bytes => [LOCAL_SET, ...w.unsigned(local)];
const forever = (body: Bytes): Bytes => [LOOP, NO_RESULT, ...body, BR, 0, END];

function repeat(count: number, create: (index: number) => Bytes): Bytes {
  return Array.from({ length: count }, (_, index) => create(index)).flat();
}

/** Loops forever, until the gas is used up. */
function loop(body: Bytes, locals: readonly Bytes[] = []): Uint8Array {
  return w.mainModule(forever(body), locals);
}

/**
 * Locals times charges is more than V8's compilers can handle, so the locals are kept in globals.
 */
function spilledLocals(type: number, code: (index: number) => Bytes): Uint8Array {
  const locals = 2_000;
  const body = repeat(600, (index) => [
    ...code(index % locals),
    ...[BLOCK, NO_RESULT, ...i32(0), 0x0d, 0, END],
  ]);
  return loop(body, [[...w.unsigned(locals), type]]);
}

/** Functions with spilled locals that call one another save what is in them. */
function callsOfSpilled(type: number, locals: number, isNested: boolean): Uint8Array {
  const crowd = repeat(Math.ceil(1_100_000 / locals), () => [
    BLOCK,
    NO_RESULT,
    ...i32(0),
    0x0d,
    0,
    END,
  ]);
  // The branches are never reached.
  const inner = [...i32(1), IF, NO_RESULT, 0x0f, END, ...crowd];
  const outer = [...forever([CALL, 2]), ...crowd];
  const group: Bytes = [...w.unsigned(locals), type];
  return w.wasm(
    // A contract may have one local for every two bytes.
    w.custom('x', new Array(4 * locals).fill(0)),
    w.types(w.type()),
    w.functions(0, 0, 0),
    w.exports(w.exportFunction('main', isNested ? 1 : 0)),
    w.bodies(w.body(forever([CALL, 2])), w.body(outer, [group]), w.body(inner, [group])),
  );
}

/** One more function than `main`, so that there is something to refer to. */
function withTable(size: number, code: Bytes, locals: readonly Bytes[] = []): Uint8Array {
  return w.wasm(
    w.types(w.type()),
    w.functions(0, 0),
    w.tables([w.FUNCREF, 0, ...w.unsigned(size)]),
    w.memories([0, 1]),
    w.exports(w.exportFunction('main', 0), w.exportFunction('other', 1)),
    w.elements([0, ...i32(0), END, ...w.list([[1]])]),
    w.bodies(w.body(code, locals), w.body([])),
  );
}

/** By what they do, modules whose `main` runs until its gas is used up. */
export const RUNNING_MODULES: Readonly<Record<string, () => Uint8Array>> = {
  'an empty loop': () => loop([]),
  'i32 arithmetic': () =>
    loop(
      repeat(100, () => [...get(0), ...i32(7), I32_ADD, ...set(0)]),
      [[1, w.I32]],
    ),
  'f64 that may be NaN': () =>
    loop(
      repeat(100, () => [...get(0), ...get(1), F64_DIV, ...get(1), F64_ADD, ...set(0)]),
      [[2, w.F64]],
    ),
  'thousands of ifs': () =>
    loop(
      repeat(4_000, () => [...get(0), IF, NO_RESULT, ELSE, END]),
      [[1, w.I32]],
    ),
  'thousands of taken ifs': () =>
    loop(
      [...i32(1), ...set(0), ...repeat(4_000, () => [...get(0), IF, NO_RESULT, END])],
      [[1, w.I32]],
    ),
  'spilled f64 locals': () =>
    spilledLocals(w.F64, (index) => [...get(index), ...get(index), F64_ADD, ...set(index)]),
  'spilled f64 constants': () =>
    spilledLocals(w.F64, (index) => [F64_CONST, 0, 0, 0, 0, 0, 0, 0, 0x40, ...set(index)]),
  'spilled i64 locals': () =>
    spilledLocals(w.I64, (index) => [...get(index), ...get(index), 0x7c, ...set(index)]),
  'spilled i32 locals': () =>
    spilledLocals(w.I32, (index) => [...get(index), ...get(index), I32_ADD, ...set(index)]),
  'calls of a function with spilled f64 locals': () => callsOfSpilled(w.F64, 2_000, false),
  'nested calls with spilled f64 locals': () => callsOfSpilled(w.F64, 2_000, true),
  'nested calls with 250 spilled f64 locals': () => callsOfSpilled(w.F64, 250, true),
  'nested calls with spilled i64 locals': () => callsOfSpilled(w.I64, 2_000, true),
  'nested calls with spilled funcref locals': () => callsOfSpilled(w.FUNCREF, 2_000, true),
  'nested calls with spilled i32 locals': () => callsOfSpilled(w.I32, 2_000, true),
  'calls of nothing': () => withTable(1, forever(repeat(100, () => [CALL, 1]))),
  'indirect calls of nothing': () =>
    withTable(1, forever(repeat(100, () => [...i32(0), CALL_INDIRECT, 0, 0]))),
  'br_table of 5,000': () =>
    loop([
      ...[BLOCK, NO_RESULT, ...i32(4_000)],
      ...[BR_TABLE, ...w.list(Array.from({ length: 5_000 }, () => [0])), 0, END],
    ]),
  'table.set': () =>
    withTable(10_000, forever(repeat(100, (i) => [...i32(i), REF_FUNC, 1, TABLE_SET, 0]))),
  'table.get': () =>
    withTable(10_000, forever(repeat(100, () => [...i32(0), 0x25, 0, 0xd1, DROP]))),
  'ref.func': () => withTable(10, forever(repeat(100, () => [REF_FUNC, 1, 0xd1, DROP]))),
  'table.size': () => withTable(10, forever(repeat(100, () => [BULK, 16, 0, DROP]))),
  'table.grow by nothing': () =>
    withTable(10, forever(repeat(20, () => [0xd0, w.FUNCREF, ...i32(0), BULK, 15, 0, DROP]))),
  'table.copy of nothing': () =>
    withTable(10, forever(repeat(20, () => [...i32(0), ...i32(0), ...i32(0), BULK, 14, 0, 0]))),
  'table.copy of 10,000': () =>
    withTable(10_000, forever([...i32(0), ...i32(0), ...i32(10_000), BULK, 14, 0, 0])),
  'table.set and indirect calls': () =>
    withTable(
      10,
      forever(
        repeat(50, () => [
          ...[...i32(0), REF_FUNC, 1, TABLE_SET, 0],
          ...[...i32(0), CALL_INDIRECT, 0, 0],
        ]),
      ),
    ),
  'table.fill of 1': () => withTable(10_000, forever(tableFill(1))),
  'table.fill of 33': () => withTable(10_000, forever(tableFill(33))),
  'table.fill of nothing': () => withTable(10_000, forever(tableFill(0))),
  'table.fill of 10,000': () => withTable(10_000, forever(tableFill(10_000))),
  'memory.fill of nothing': () => loop(bulk(MEMORY_FILL, 0)),
  ...Object.fromEntries(
    [1, 8, 32, 64, 128, 256].flatMap((n) => [
      [`memory.fill of ${n}`, () => loop(bulk(MEMORY_FILL, n))],
      [`memory.copy of ${n}`, () => loop(bulk(MEMORY_COPY, n))],
    ]),
  ),
  'memory.grow of nothing': () => loop(repeat(50, () => [...i32(0), 0x40, 0, DROP])),
  'memory.fill of 64 KiB': () => loop(bulk(MEMORY_FILL, 65_536)),
  'memory.copy of nothing': () => loop(bulk(MEMORY_COPY, 0)),
  'memory.copy of 64 KiB': () => loop(bulk(MEMORY_COPY, 65_536)),
  'loads that depend on each other, in 64 MiB': () => dependentLoads(1_024),
  'stores 64 bytes apart, in 64 MiB': () => distantStores(64),
  'stores 4,160 bytes apart, in 64 MiB': () => distantStores(4_160),
};

/** Each line of the cache has the address of another one, in an order that is not predictable. */
function dependentLoads(pages: number): Uint8Array {
  const lines = pages * 1_024;
  const next = [
    ...[...get(0), ...i32(1_103_515_245), I32_MUL, ...i32(12_345), I32_ADD],
    ...[...i32(lines - 1), I32_AND, ...i32(6), I32_SHL],
  ];
  const link: Bytes = [
    ...[LOOP, NO_RESULT, ...get(0), ...i32(6), I32_SHL, ...next, I32_STORE, 2, 0],
    ...[...get(0), ...i32(1), I32_ADD, 0x22, 0, ...i32(lines), 0x49, 0x0d, 0, END],
  ];
  const follow = forever([...get(1), ...repeat(200, () => [I32_LOAD, 2, 0]), ...set(1)]);
  return w.mainModule([...link, ...follow], [[2, w.I32]]);
}

function distantStores(stride: number): Uint8Array {
  const count = 200;
  const last = 1_024 * 65_536 - stride * count;
  const touch = (index: number): Bytes => [
    ...[...get(0), ...i32(1), I32_STORE, 2],
    ...w.unsigned(stride * index),
  ];
  return loop(
    [
      ...repeat(count, touch),
      ...[...get(0), ...i32(stride * count), I32_ADD, ...set(0)],
      ...[...get(0), ...i32(last), 0x4b, IF, NO_RESULT, ...i32(0), ...set(0), END],
    ],
    [[1, w.I32]],
  );
}

function tableFill(length: number): Bytes {
  return [...i32(0), REF_FUNC, 1, ...i32(length), BULK, TABLE_FILL, 0];
}

function bulk(opcode: number, length: number): Bytes {
  const memories = opcode === MEMORY_COPY ? [0, 0] : [0];
  return [...i32(0), ...i32(0), ...i32(length), BULK, opcode, ...memories];
}

/** By what there is much of, modules whose `main` does nothing. */
export const LOADED_MODULES: Readonly<Record<string, () => Uint8Array>> = {
  'an empty contract': () => w.mainModule([]),
  '9,999 exports': () => manyExports(9_999),
  'one function exported 200,000 times': () => manyExports(1, 200_000),
  '9,998 functions': () => manyFunctions(9_998),
  '10,000 elements': () => manyElements(10_000, 1),
  'a megabyte of elements': () => manyElements(10_000, 50),
  'a megabyte of passive elements': () => manyElements(10_000, 50, 1),
  '9,998 imports': () => manyImports(9_998),
  '200,000 globals': () => manyGlobals(200_000),
  '100,000 data segments': () => manyData(100_000, 1),
  'a data segment of 4 MB': () => manyData(1, 4_000_000),
  '128 MiB of memory': () => withMemory(2_048),
  'every page of 64 MiB': () => touched({ stride: 4_096 }),
  'every page of 128 MiB': () => touched({ stride: 4_096, grown: 1_024 }),
  'every page of 64 MiB, with a table': () => touched({ stride: 4_096, hasTable: true }),
  'every 256 bytes of 64 MiB': () => touched({ stride: 256 }),
  'every 256 bytes of 128 MiB': () => touched({ stride: 256, grown: 1_024 }),
  'every 64 bytes of 64 MiB': () => touched({ stride: 64 }),
  'memory.fill of 64 MiB': () => w.mainModule(bulk(MEMORY_FILL, 1_024 * 65_536)),
  'memory.copy of 32 MiB': () =>
    w.mainModule([...i32(512 * 65_536), ...i32(0), ...i32(512 * 65_536), BULK, MEMORY_COPY, 0, 0]),
  'the whole stack': () => w.mainModule([CALL, 0]),
  'a megabyte of names': () => w.wasm(...loadable(), w.custom('name', longNames(300_000))),
  'a custom section of 4 MB': () => w.wasm(...loadable(), w.custom('x', new Array(4_000_000))),
};

interface Touched {
  readonly stride: number;
  /** Pages of 64 KiB. */
  readonly grown?: number;
  /** One that it changes. */
  readonly hasTable?: boolean;
}

/** Writes to one address after another, for a few operations each. */
function touched({ stride, grown = 0, hasTable = false }: Touched): Uint8Array {
  const end = (1_024 + grown) * 65_536;
  const touch = (count: number): Bytes => [
    ...[...get(0), ...i32(1), I32_STORE, 2],
    ...w.unsigned(stride * count),
  ];
  const body = [
    ...(hasTable ? [...i32(0), REF_FUNC, 1, TABLE_SET, 0] : []),
    ...[...i32(grown), 0x40, 0, DROP],
    ...[LOOP, NO_RESULT, ...repeat(32, touch)],
    ...[...get(0), ...i32(32 * stride), I32_ADD, 0x22, 0, ...i32(end), 0x49, 0x0d, 0, END],
  ];
  const locals = [[1, w.I32]];
  return hasTable ? withTable(10, body, locals) : w.mainModule(body, locals);
}

function loadable(): Bytes[] {
  return [
    w.types(w.type()),
    w.functions(0),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(w.body([0x00])),
  ];
}

function longNames(count: number): Bytes {
  const names = Array.from({ length: count }, (_, index) => [...w.unsigned(index % 128), 1, 0x61]);
  return w.section(1, w.list(names));
}

function manyExports(functions: number, exported = functions): Uint8Array {
  const indexes = Array.from({ length: exported }, (_, index) => index % functions);
  return w.wasm(
    w.types(w.type()),
    w.functions(...new Array<number>(functions).fill(0)),
    w.exports(
      w.exportFunction('main', 0),
      ...indexes.map((index, name) => w.exportFunction(name.toString(36), index)),
    ),
    w.bodies(...new Array<Bytes>(functions).fill(w.body([]))),
  );
}

function manyFunctions(functions: number): Uint8Array {
  const body = w.body(repeat(30, () => [...i32(1), DROP]));
  return w.wasm(
    w.types(w.type()),
    w.functions(...new Array<number>(functions).fill(0)),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(w.body([]), ...new Array<Bytes>(functions - 1).fill(body)),
  );
}

function manyImports(count: number): Uint8Array {
  const imported = w.importFunction('block_index', 1);
  return w.wasm(
    w.types(w.type(), w.type([], [w.I64])),
    w.imports(...new Array<Bytes>(count).fill(imported)),
    w.functions(0),
    w.exports(w.exportFunction('main', count)),
    w.bodies(w.body([])),
  );
}

function manyElements(entries: number, segments: number, flags = 0): Uint8Array {
  const head = flags === 0 ? [0, ...i32(0), END] : [flags, 0];
  const segment = [...head, ...w.list(new Array<Bytes>(entries).fill([1]))];
  return w.wasm(
    w.types(w.type()),
    w.functions(0, 0),
    w.tables([w.FUNCREF, 0, ...w.unsigned(entries)]),
    w.exports(w.exportFunction('main', 0)),
    w.elements(...new Array<Bytes>(segments).fill(segment)),
    w.bodies(w.body([]), w.body([])),
  );
}

function manyGlobals(count: number): Uint8Array {
  return w.wasm(
    w.types(w.type()),
    w.functions(0),
    w.globals(...new Array<Bytes>(count).fill([w.I64, 1, 0x42, 1, END])),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(w.body([GLOBAL_GET, 0, DROP])),
  );
}

function manyData(segments: number, bytes: number): Uint8Array {
  const content = w.sized(new Array<number>(bytes).fill(1));
  return w.wasm(
    w.types(w.type()),
    w.functions(0),
    w.memories([0, ...w.unsigned(100)]),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(w.body([])),
    w.data(...new Array<Bytes>(segments).fill([0, ...i32(0), END, ...content])),
  );
}

function withMemory(pages: number): Uint8Array {
  return w.wasm(
    w.types(w.type()),
    w.functions(0),
    w.memories([0, ...w.unsigned(pages)]),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(w.body([])),
  );
}
