// Preparation rewrites what would make every call of a contract slow: thousands of exports, and
// table elements that are written repeatedly. Calls behave as before; what V8 has to do for an
// instance is counted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { ByteReader } from '../../src/vm/wasm/format/byteReader.ts';
import { MODULE_HEADER, SECTION_ELEMENT } from '../../src/vm/wasm/format/sectionIds.ts';
import { readElements } from '../../src/vm/wasm/module/readSegments.ts';
import { createModule } from '../../src/vm/wasm/module/wasmModule.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import { loadingFee, runModule } from './support/runModule.ts';
import { stackOf } from './support/stackOf.ts';
import * as w from './support/wasmBytes.ts';

const config = SNAPSHOT;

const VALUE_RETURN = 0;
const UNREACHABLE = 0x00;
const CALL_INDIRECT = 0x11;
const i32 = (value: number): number[] => [0x41, ...w.signed(value)];
const i64 = (value: number): number[] => [0x42, ...w.signed(value)];
const END = 0x0b;

/** A method that returns two bytes of its number. */
const store = (value: number): number[] => [...i32(0), ...i32(value), 0x3b, 1, 0];
const answer: number[] = [...i64(2), ...i64(0), 0x10, VALUE_RETURN];
const tell = (value: number): number[] => w.body([...store(value), ...answer]);

const NO_TYPE = 0;
const RETURN_TYPE = 1;
const TAKING_TYPE = 2;
const types = w.types(w.type(), w.type([w.I64, w.I64]), w.type([w.I32]));
const imports = w.imports(w.importFunction('value_return', RETURN_TYPE));

/** Not among the types of the program, which does not need it. */
const { exports: listExports, imports: listImports } = WebAssembly.Module as unknown as {
  exports(module: WebAssembly.Module): readonly unknown[];
  imports(module: WebAssembly.Module): readonly { readonly name: string }[];
};

function returnOf(code: Uint8Array, method: string): unknown {
  const { outcome } = runModule(code, method);
  if (outcome.aborted !== null) return outcome.aborted;
  const { returnData } = outcome;
  return returnData.kind === 'value' ? Buffer.from(returnData.value).readUInt16LE() : null;
}

describe('thousands of exports', () => {
  /** Methods `m1` and so on return their numbers; there are some more. */
  function manyMethods(count: number): Uint8Array {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return w.wasm(
      types,
      imports,
      w.functions(...numbers.map(() => NO_TYPE), NO_TYPE, TAKING_TYPE, NO_TYPE),
      w.tables([w.FUNCREF, 0, 1]),
      w.memories([0, 1]),
      w.exports(
        ...numbers.map((number) => w.exportFunction(`m${number}`, number)),
        w.exportFunction('again', 1),
        w.exportFunction('trap', count + 1),
        w.exportFunction('taking', count + 2),
        w.exportFunction('refer', count + 3),
      ),
      w.bodies(
        ...numbers.map(tell),
        w.body([UNREACHABLE]),
        w.body([]),
        // Only the export allows a reference to this function.
        w.body([...i32(0), 0xd2, 2, 0x26, 0, ...i32(0), CALL_INDIRECT, NO_TYPE, 0]),
      ),
    );
  }

  function exportsOf(code: Uint8Array): number {
    const prepared = prepareContract(code, config);
    assert.ok('wasm' in prepared);
    return listExports(new WebAssembly.Module(prepared.wasm)).length;
  }

  it('are few in the instance', () => {
    assert.ok(exportsOf(manyMethods(5_000)) < 70);
    assert.ok(exportsOf(manyMethods(50)) > 50, 'a few are exported themselves');
  });

  for (const count of [50, 97, 98, 250, 9_000]) {
    it(`${count} methods all exist, and cost the same`, () => {
      const code = manyMethods(count);
      const middle = count >> 1;
      for (const number of [1, 2, middle, count - 1, count]) {
        assert.equal(returnOf(code, `m${number}`), number);
      }
      assert.equal(returnOf(code, 'again'), 1);
      assert.equal(returnOf(code, 'refer'), 2);
      const alone = runModule(manyMethods(1), 'm1').outcome.burntGas;
      const beside = runModule(code, 'm1').outcome.burntGas;
      assert.equal(beside - loadingFee(code.length), alone - loadingFee(manyMethods(1).length));
    });

    it(`of ${count} methods those that fail do so as before`, () => {
      const code = manyMethods(count);
      const error = (name: string) => ({ kind: 'MethodResolveError', error: name });
      assert.deepEqual(returnOf(code, 'taking'), error('MethodInvalidSignature'));
      assert.deepEqual(returnOf(code, 'm0'), error('MethodNotFound'));
      const { outcome } = runModule(code, 'trap');
      assert.deepEqual(outcome.aborted, { kind: 'WasmTrap', trap: 'Unreachable' });
      assert.deepEqual(stackOf(outcome), [count + 1]);
    });
  }
});

describe('functions that are imported repeatedly', () => {
  const COUNT = 300;
  /** Two types with the same content, and another function in between. */
  const code = w.wasm(
    w.types(w.type(), w.type([w.I64, w.I64]), w.type([], [w.I64]), w.type([], [w.I64])),
    w.imports(
      ...Array.from({ length: COUNT }, (_, index) =>
        w.importFunction('block_index', 2 + (index % 2)),
      ),
      w.importFunction('value_return', 1),
      w.importFunction('epoch_height', 2),
    ),
    w.functions(0, 0, 0),
    w.memories([0, 1]),
    w.exports(
      w.exportFunction('first', COUNT + 2),
      w.exportFunction('last', COUNT + 3),
      w.exportFunction('trap', COUNT + 4),
    ),
    w.bodies(
      ...[0, COUNT - 1].map((callee) =>
        w.body([
          ...[...i32(0), 0x10, ...w.unsigned(callee), 0x37, 3, 0],
          ...[...i64(2), ...i64(0), 0x10, ...w.unsigned(COUNT)],
        ]),
      ),
      w.body([UNREACHABLE]),
    ),
  );

  it('are imported once', () => {
    const prepared = prepareContract(code, config);
    assert.ok('wasm' in prepared);
    const imported = listImports(new WebAssembly.Module(prepared.wasm));
    assert.deepEqual(
      imported.map(({ name }) => name).filter((name) => name !== 'out_of_gas'),
      ['stack_overflow', 'block_index', 'value_return', 'epoch_height'],
    );
  });

  it('are called as before', () => {
    const height = returnOf(code, 'first');
    assert.equal(typeof height, 'number');
    assert.equal(returnOf(code, 'last'), height);
  });

  it('keep the indexes of functions in stack traces', () => {
    assert.deepEqual(stackOf(runModule(code, 'trap').outcome), [COUNT + 4]);
  });
});

describe('unused locals', () => {
  /** More locals and charges than V8's compilers can handle, declared with a few bytes. */
  function manyLocals(functions: number): Uint8Array {
    const block = [0x02, 0x40, ...i32(0), 0x0d, 0, END];
    const code = Array.from({ length: 25 }, () => block).flat();
    const body = w.body(
      [...code, 0x20, ...w.unsigned(40_000), 0x1a],
      [[...w.unsigned(49_990), w.F64]],
    );
    return w.wasm(
      types,
      imports,
      w.functions(...new Array<number>(functions).fill(NO_TYPE)),
      w.exports(w.exportFunction('main', 1)),
      w.bodies(...new Array<number[]>(functions).fill(body)),
    );
  }

  it('take no space in the prepared module, which grows with the code', () => {
    const code = manyLocals(19);
    const prepared = prepareContract(code, config);
    assert.ok('wasm' in prepared);
    assert.ok(prepared.wasm.length < 10 * code.length, `${prepared.wasm.length} bytes`);
  });

  it('are still charged, and overflow the stack of the protocol', () => {
    const { outcome } = runModule(manyLocals(1), 'main');
    assert.equal(outcome.aborted?.kind, 'HostError');
  });
});

describe('elements that are overwritten', () => {
  const TABLE = 4;
  const segment = (offset: number, ...functions: number[]): number[] => [
    ...[0, ...i32(offset), END],
    ...w.list(functions.map(w.unsigned)),
  ];
  const withNull = (offset: number): number[] => [
    ...[4, ...i32(offset), END],
    ...w.list([[0xd0, 0x70, END]]),
  ];
  const passive = (...functions: number[]): number[] => [
    ...[1, 0],
    ...w.list(functions.map(w.unsigned)),
  ];

  /** Functions 1 to 4 store their numbers; `slot0` and so on call the table's entries. */
  function withSegments(segments: readonly number[][], last: readonly number[] = []): Uint8Array {
    const slots = Array.from({ length: TABLE }, (_, slot) => slot);
    return w.wasm(
      types,
      imports,
      w.functions(...new Array<number>(TABLE * 2 + 2).fill(NO_TYPE)),
      w.tables([w.FUNCREF, 0, TABLE]),
      w.memories([0, 1]),
      w.exports(
        ...slots.map((slot) => w.exportFunction(`slot${slot}`, 1 + TABLE + slot)),
        w.exportFunction('last', 1 + 2 * TABLE),
        w.exportFunction('refer', 2 + 2 * TABLE),
      ),
      w.elements(...segments),
      w.bodies(
        ...slots.map((slot) => w.body(store(slot + 1))),
        ...slots.map((slot) => w.body([...i32(slot), CALL_INDIRECT, NO_TYPE, 0, ...answer])),
        w.body(last),
        w.body([0xd2, 4, 0x1a]),
      ),
    );
  }

  function entriesOf(code: Uint8Array): number {
    const prepared = prepareContract(code, config);
    assert.ok('wasm' in prepared);
    const reader = new ByteReader(prepared.wasm, MODULE_HEADER.length);
    while (reader.u8() !== SECTION_ELEMENT) reader.skip(reader.u32());
    reader.u32();
    const module = createModule(prepared.wasm);
    module.table = { min: TABLE, max: null };
    module.functionTypes.push(...new Array<number>(1_000).fill(0));
    readElements(reader, module, reader.u32());
    const active = module.elements.filter(({ mode }) => mode === 'active');
    return active.reduce((sum, { functions }) => sum + functions.length, 0);
  }

  const NULL = { kind: 'WasmTrap', trap: 'IndirectCallToNull' };
  const OUTSIDE = { kind: 'WasmTrap', trap: 'MemoryOutOfBounds' };

  const cases: Readonly<Record<string, [number[][], unknown[], number]>> = {
    'not merged where they fit': [[segment(0, 1, 2), segment(2, 3, 4)], [1, 2, 3, 4], 4],
    'the last counts': [[segment(0, 1, 1, 1, 1), segment(1, 2, 3), segment(3, 4)], [1, 2, 3, 4], 4],
    'separate ranges stay separate': [
      [segment(0, 1), segment(3, 2), segment(0, 3), segment(3, 4), segment(0, 2)],
      [2, NULL, NULL, 4],
      2,
    ],
    'null counts as well': [
      [segment(0, 1, 2, 3, 4), withNull(1), segment(3, 1)],
      [1, NULL, 3, 1],
      4,
    ],
    'passive ones are left out': [
      [passive(4), segment(0, 1, 1, 1, 1), segment(0, 2)],
      [2, 1, 1, 1],
      4,
    ],
    'one outside the table fails every call': [
      [segment(0, 1, 2, 3, 4), segment(0, 1, 2, 3), segment(2, 1, 1, 1)],
      new Array(4).fill(OUTSIDE),
      3,
    ],
    'an empty one outside as well': [
      [segment(0, 1, 2, 3, 4), segment(0, 1), segment(5)],
      new Array(4).fill(OUTSIDE),
      0,
    ],
    'hundreds of empty ones': [
      [...new Array<number[]>(500).fill(segment(4)), segment(0, 4)],
      [4, NULL, NULL, NULL],
      1,
    ],
  };

  for (const [name, [segments, expected, entries]] of Object.entries(cases)) {
    it(name, () => {
      const code = withSegments(segments);
      assert.deepEqual(
        [0, 1, 2, 3].map((slot) => returnOf(code, `slot${slot}`)),
        expected,
      );
      assert.equal(entriesOf(code), entries);
    });
  }

  it('a merged segment is dropped like any active one, a passive one is not', () => {
    const full = segment(0, 4, 4, 4, 4);
    const initialise = [...i32(0), ...i32(0), ...i32(1), 0xfc, 12, 0, 0];
    const run = (...segments: number[][]) => returnOf(withSegments(segments, initialise), 'last');
    assert.deepEqual(run(segment(0, 2), full), OUTSIDE);
    assert.equal(run(passive(2), full, full), null);
  });

  it('a function can be referred to that only an overwritten segment names', () => {
    const code = withSegments([segment(0, 4, 4, 4, 4), segment(0, 1, 1, 1, 1)]);
    assert.equal(returnOf(code, 'refer'), null);
  });
});
