// Contract preparation: which modules are refused, why, and which failure wins if there are
// several. Modules are written byte by byte; limits are tested at their value and one above it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMethod } from '../../src/vm/contractMethods.ts';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import * as w from './support/wasmBytes.ts';

const config = SNAPSHOT;

/** `ok` if V8 accepts the prepared module; otherwise why it was refused. */
function verdict(code: Uint8Array): string {
  const result = prepareContract(code, config);
  if ('error' in result) return result.error;
  if ('compileError' in result) return result.compileError;
  new WebAssembly.Module(result.wasm);
  return result.isLoadable ? 'ok' : 'not loadable';
}

type Row = readonly [name: string, code: Uint8Array, expected: string];

function check(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [name, code, expected] of rows) {
      it(`${name}: ${expected}`, () => assert.equal(verdict(code), expected));
    }
  });
}

const BAD = 'Deserialization';
const NOP = 0x01;
const DROP = 0x1a;
const repeat = <T>(count: number, item: T): T[] => new Array<T>(count).fill(item);
const zero = [0x41, 0x00];
const oneFunction = [w.types(w.type()), w.functions(0)];
const emptyMain = [...oneFunction, w.exports(w.exportFunction('main', 0)), w.bodies(w.body([]))];

check('the file', [
  ['an empty file', new Uint8Array(0), BAD],
  ['a header alone', w.wasm(), 'ok'],
  ['another version', Uint8Array.from([0, 0x61, 0x73, 0x6d, 2, 0, 0, 0]), BAD],
  ['a component', Uint8Array.from([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]), BAD],
  ['bytes after the last section', w.wasm(...emptyMain, [0x00]), BAD],
  ['a section that is too long', w.wasm([1, 5, 0]), BAD],
  ['remaining bytes in a section', w.wasm(w.section(1, [0, 0])), BAD],
  ['an unknown section', w.wasm(w.section(14, [0])), BAD],
  ['a tag section', w.wasm(w.section(13, [0])), BAD],
  ['sections in the wrong order', w.wasm(w.functions(), w.types()), BAD],
  ['a section twice', w.wasm(w.types(), w.types()), BAD],
  ['the data count after the code', w.wasm(w.bodies(), w.dataCount(0)), BAD],
  ['custom sections anywhere', w.wasm(w.custom('a'), ...emptyMain, w.custom('name', [1])), 'ok'],
  ['a custom section without a name', w.wasm([0, 0]), BAD],
  ['a custom name that is not UTF-8', w.wasm(w.section(0, [1, 0xff])), BAD],
  ['a number in more bytes than needed', w.wasm([1, ...w.padded(1, 5), 0]), 'ok'],
  ['a number in too many bytes', w.wasm([1, ...w.padded(1, 6), 0]), BAD],
  ['a number with unused bits', w.wasm([1, 0x81, 0x80, 0x80, 0x80, 0x10, 0]), BAD],
]);

const importOf = (kind: number, ...content: number[]): number[] =>
  w.imports([...w.text('env'), ...w.text('x'), kind, ...content]);

check('types and imports', [
  ['two results', w.wasm(w.types(w.type([], [w.I32, w.I32]))), BAD],
  ['a vector type', w.wasm(w.types(w.type([0x7b]))), BAD],
  ['an external reference', w.wasm(w.types(w.type([0x6f]))), BAD],
  ['a function reference', w.wasm(w.types(w.type([w.FUNCREF], [w.FUNCREF]))), 'ok'],
  ['its long form', w.wasm(w.types([0x60, 1, 0x63, 0x70, 0])), 'ok'],
  ['a reference that is never null', w.wasm(w.types([0x60, 1, 0x64, 0x70, 0])), BAD],
  ['a struct type', w.wasm(w.types([0x5f, 0])), BAD],
  ['a recursion group', w.wasm(w.types([0x4e, 1, ...w.type()])), BAD],
  ['a final type', w.wasm(w.types([0x4f, 0, ...w.type()])), 'ok'],
  ['a type that is not final', w.wasm(w.types([0x50, 0, ...w.type()])), BAD],
  ['1,000 parameters', w.wasm(w.types(w.type(repeat(1_000, w.I32)))), 'ok'],
  ['1,001 parameters', w.wasm(w.types(w.type(repeat(1_001, w.I32)))), BAD],
  ['1,024 types', w.wasm(w.types(...repeat(1_024, w.type()))), 'ok'],
  ['1,025 types', w.wasm(w.types(...repeat(1_025, w.type()))), 'TooManyTypes'],
  ['too many types, one of them bad', w.wasm(w.types([9], ...repeat(1_024, []))), 'TooManyTypes'],
  ['an import of env', w.wasm(w.types(w.type()), w.imports(w.importFunction('x', 0))), 'ok'],
  [
    'an import of another module',
    w.wasm(w.types(w.type()), w.imports(w.importFunction('x', 0, 'enw'))),
    'Instantiate',
  ],
  ['an import of an unknown type', w.wasm(w.imports(w.importFunction('x', 0))), BAD],
  ['an imported table', w.wasm(importOf(1, w.FUNCREF, 0, 1)), 'Instantiate'],
  ['an imported memory', w.wasm(importOf(2, 0, 1)), 'Memory'],
  ['an imported global', w.wasm(importOf(3, w.I32, 0)), 'Instantiate'],
  ['an imported tag', w.wasm(w.types(w.type()), importOf(4, 0, 0)), BAD],
  [
    'a bad import after one of another module',
    w.wasm(w.types(w.type()), w.imports(w.importFunction('x', 0, 'a'), w.importFunction('x', 9))),
    BAD,
  ],
]);

const tableOf = (...content: number[]): Uint8Array => w.wasm(w.tables([w.FUNCREF, ...content]));
const memoryOf = (...content: number[]): Uint8Array => w.wasm(w.memories(content));

check('tables, memories and globals', [
  ['a table of 10,000', tableOf(0, ...w.unsigned(10_000)), 'ok'],
  ['a table of 10,001', tableOf(0, ...w.unsigned(10_001)), 'TooManyTableElements'],
  ['a huge table', tableOf(0, ...w.unsigned(0xffff_ffff)), 'TooManyTableElements'],
  ['a maximum below the minimum', tableOf(1, 2, 1), BAD],
  ['a 64-bit table', tableOf(4, 1), BAD],
  ['a table with an initial value', w.wasm(w.tables([0x40, 0, w.FUNCREF, 0, 1, 0xd0])), BAD],
  ['two tables', w.wasm(w.tables([w.FUNCREF, 0, 1], [w.FUNCREF, 0, 1])), 'TooManyTables'],
  ['101 tables', w.wasm(w.tables(...repeat(101, [w.FUNCREF, 0, 1]))), BAD],
  ['a memory of 65,536 pages', memoryOf(0, ...w.unsigned(65_536)), 'ok'],
  ['a memory of 65,537 pages', memoryOf(0, ...w.unsigned(65_537)), BAD],
  ['two memories', w.wasm(w.memories([0, 1], [0, 1])), BAD],
  ['a shared memory', memoryOf(3, 1, 1), BAD],
  ['a 64-bit memory', memoryOf(4, 1), BAD],
  ['a page size', memoryOf(8, 1, 0), BAD],
  ['a global', w.wasm(w.globals([w.I64, 1, 0x42, 0, 0x0b])), 'ok'],
  ['a global of another type', w.wasm(w.globals([w.I64, 1, 0x41, 0, 0x0b])), BAD],
  ['a global with a strange flag', w.wasm(w.globals([w.I64, 2, 0x42, 0, 0x0b])), BAD],
  [
    'a global from another',
    w.wasm(w.globals([w.I32, 0, ...zero, 0x0b], [w.I32, 0, 0x23, 0, 0x0b])),
    BAD,
  ],
  ['an extended constant', w.wasm(w.globals([w.I32, 0, ...zero, ...zero, 0x6a, 0x0b])), BAD],
  ['a null global', w.wasm(w.globals([w.FUNCREF, 0, 0xd0, 0x70, 0x0b])), 'ok'],
  [
    'a global that refers to a function',
    w.wasm(...oneFunction, w.globals([w.FUNCREF, 0, 0xd2, 0, 0x0b]), w.bodies(w.body([]))),
    'ok',
  ],
  ['65,507 globals', w.wasm(w.globals(...repeat(65_507, [w.I32, 0, ...zero, 0x0b]))), 'ok'],
  [
    '65,508 globals',
    w.wasm(w.globals(...repeat(65_508, [w.I32, 0, ...zero, 0x0b]))),
    'not loadable',
  ],
]);

const main = (...parts: w.Bytes[]): Uint8Array => w.wasm(...oneFunction, ...parts);
const oneBody = w.bodies(w.body([]));
const active = [0x00, ...zero, 0x0b];

check('exports, start and segments', [
  [
    'a name twice',
    main(w.exports(w.exportFunction('a', 0), w.exportFunction('a', 0)), oneBody),
    BAD,
  ],
  ['an export of nothing', main(w.exports(w.exportFunction('a', 1)), oneBody), BAD],
  ['an export of a missing memory', main(w.exports([1, 97, 2, 0]), oneBody), BAD],
  ['a name that is not UTF-8', main(w.exports([1, 0xff, 0, 0]), oneBody), BAD],
  [
    'a name of 100,000 bytes',
    main(w.exports(w.exportFunction('a'.repeat(100_000), 0)), oneBody),
    'ok',
  ],
  [
    'a name of 100,001 bytes',
    main(w.exports(w.exportFunction('a'.repeat(100_001), 0)), oneBody),
    BAD,
  ],
  ['a start function', main(w.start(0), oneBody), 'ok'],
  ['no such start function', main(w.start(1), oneBody), BAD],
  [
    'a start function with a parameter',
    w.wasm(w.types(w.type([w.I32])), w.functions(0), w.start(0), oneBody),
    BAD,
  ],
  ['elements without a table', main(w.elements([...active, 1, 0]), oneBody), BAD],
  ['elements', main(w.tables([w.FUNCREF, 0, 1]), w.elements([...active, 1, 0]), oneBody), 'ok'],
  ['passive elements', main(w.elements([0x01, 0x00, 1, 0]), oneBody), 'ok'],
  ['declared elements', main(w.elements([0x03, 0x00, 1, 0]), oneBody), 'ok'],
  [
    'element expressions',
    main(w.elements([0x05, 0x70, 2, 0xd2, 0, 0x0b, 0xd0, 0x70, 0x0b]), oneBody),
    'ok',
  ],
  ['elements of no function', main(w.elements([0x01, 0x00, 1, 1]), oneBody), BAD],
  ['unknown element flags', main(w.elements([0x08, 0x00, 1, 0]), oneBody), BAD],
  ['data without a memory', main(oneBody, w.data([...active, 1, 65])), BAD],
  ['data', main(w.memories([0, 1]), oneBody, w.data([...active, 1, 65])), 'ok'],
  [
    'data with the memory named',
    main(w.memories([0, 1]), oneBody, w.data([2, 0, ...zero, 0x0b, 0])),
    'ok',
  ],
  ['passive data', main(oneBody, w.data([0x01, 1, 65])), 'ok'],
  ['unknown data flags', main(oneBody, w.data([0x03, 1, 65])), BAD],
  ['a wrong data count', main(w.dataCount(2), oneBody, w.data([0x01, 1, 65])), BAD],
  ['a data count without data', main(w.dataCount(1), oneBody), BAD],
]);

const withCode = (code: w.Bytes, locals?: readonly w.Bytes[]): Uint8Array =>
  w.mainModule(code, locals);

check('code', [
  ['functions without code', main(), BAD],
  ['more bodies than functions', main(w.bodies(w.body([]), w.body([]))), BAD],
  ['code without functions', w.wasm(w.bodies()), 'ok'],
  ['a body without its end', main(w.bodies([2, 0, NOP])), BAD],
  ['operators after the end', main(w.bodies([4, 0, 0x0b, NOP, 0x0b])), BAD],
  ['a block that stays open', withCode([0x02, 0x40]), BAD],
  ['an else without an if', withCode([0x02, 0x40, 0x05, 0x0b]), BAD],
  ['a value that is left', withCode(zero), BAD],
  ['a value that is missing', withCode([DROP]), BAD],
  ['a value of another type', withCode([0x42, 0, 0x45, DROP]), BAD],
  ['a value below the block', withCode([...zero, 0x02, 0x40, DROP, 0x0b]), BAD],
  ['any value in unreachable code', withCode([0x00, 0x6a, DROP]), 'ok'],
  ['a wrong value in unreachable code', withCode([0x00, 0x42, 0, 0x6a, DROP]), BAD],
  ['an if with a result and no else', withCode([...zero, 0x04, w.I32, ...zero, 0x0b, DROP]), BAD],
  ['a branch too far', withCode([0x0c, 1]), BAD],
  [
    'a branch table with unlike labels',
    withCode([0x02, w.I32, ...zero, ...zero, 0x0e, 1, 0, 1, 0x0b, DROP]),
    BAD,
  ],
  ['a block type by index', withCode([0x02, 0x00, 0x0b]), BAD],
  ['a block type in long form', withCode([0x02, 0x63, 0x70, 0xd0, 0x70, 0x0b, DROP]), 'ok'],
  ['a missing local', withCode([0x20, 0, DROP]), BAD],
  ['a missing global', withCode([0x23, 0, DROP]), BAD],
  ['an alignment above the natural', withCode([...zero, 0x28, 3, 0, DROP]), BAD],
  ['an offset in five bytes', withCode([...zero, 0x28, 2, ...w.padded(0, 5), DROP]), 'ok'],
  ['an alignment in two bytes', withCode([...zero, 0x28, ...w.padded(2, 2), 0, DROP]), 'ok'],
  ['a wrong alignment in two bytes', withCode([...zero, 0x28, ...w.padded(3, 2), 0, DROP]), BAD],
  ['an offset in six bytes', withCode([...zero, 0x28, 2, ...w.padded(0, 6), DROP]), BAD],
  ['memory.size of a longer zero', withCode([0x3f, 0x80, 0x00, DROP]), BAD],
  [
    'memory.fill of a longer zero',
    withCode([...zero, ...zero, ...zero, 0xfc, 11, 0x80, 0x00]),
    'ok',
  ],
  ['a longer prefixed opcode', withCode([0x43, 0, 0, 0, 0, 0xfc, 0x80, 0, DROP]), 'ok'],
  ['memory.init without a data count', withCode([...zero, ...zero, ...zero, 0xfc, 8, 0, 0]), BAD],
  ['ref.func of an exported function', withCode([0xd2, 0, DROP]), 'ok'],
  ['ref.func of another', main(w.bodies(w.body([0xd2, 0, DROP]))), BAD],
  ['select of references', withCode([0xd0, 0x70, 0xd0, 0x70, ...zero, 0x1b, DROP]), BAD],
  [
    'typed select of references',
    withCode([0xd0, 0x70, 0xd0, 0x70, ...zero, 0x1c, 1, 0x70, DROP]),
    'ok',
  ],
  ['ref.null extern', withCode([0xd0, 0x6f, DROP]), BAD],
  ['a tail call', withCode([0x12, 0]), BAD],
  ['a vector operator', withCode([0xfd, 0x0c, ...repeat(16, 0), DROP]), BAD],
  ['an atomic operator', withCode([0xfe, 0x03, 0]), BAD],
  ['wide arithmetic', withCode([0x00, 0xfc, 19]), BAD],
  ['a throw', withCode([0x08, 0]), BAD],
  ['memory without a memory', main(w.bodies(w.body([...zero, 0x28, 2, 0, DROP]))), BAD],
  ['a call through no table', main(w.bodies(w.body([...zero, 0x11, 0, 0]))), BAD],
]);

const manyBodies = (count: number, code: w.Bytes, params: w.Bytes = []): Uint8Array =>
  w.wasm(
    w.types(w.type(params)),
    w.functions(...repeat(count, 0)),
    w.bodies(...repeat(count, w.body(code))),
  );
const paramsOf = (count: number): Uint8Array => manyBodies(1, [], repeat(count, w.I32));
const bodyOf = (length: number): Uint8Array => withCode(repeat(length - 2, NOP));
const localsOf = (...sizes: number[]): Uint8Array =>
  withCode(
    [],
    sizes.map((size) => [...w.unsigned(size), w.I32]),
  );
const pushesOf = (count: number): number[] => [
  ...repeat(count, [0x42, 0]).flat(),
  ...repeat(count, DROP),
];
const blocksOf = (count: number): number[] => repeat(count, [0x02, 0x40, 0x0b]).flat();

check('limits of the protocol', [
  ['10,000 functions', manyBodies(10_000, []), 'ok'],
  ['10,001 functions', manyBodies(10_001, []), 'TooManyFunctions'],
  [
    'imports count too',
    w.wasm(
      w.types(w.type()),
      w.imports(w.importFunction('x', 0)),
      w.functions(...repeat(10_000, 0)),
      w.bodies(...repeat(10_000, w.body([]))),
    ),
    'TooManyFunctions',
  ],
  [
    '10,001 imports',
    w.wasm(w.types(w.type()), w.imports(...repeat(10_001, w.importFunction('x', 0)))),
    'TooManyFunctions',
  ],
  ['a body of 196,608 bytes', bodyOf(196_608), 'ok'],
  ['a body of 196,609 bytes', bodyOf(196_609), 'FunctionBodyTooLarge'],
  ['64 parameters', paramsOf(64), 'ok'],
  ['65 parameters', paramsOf(65), 'TooManyParamsPerFunction'],
  ['50,000 parameters in all', manyBodies(1_000, [], repeat(50, w.I32)), 'ok'],
  [
    '50,050 parameters in all',
    manyBodies(1_001, [], repeat(50, w.I32)),
    'TooManyParamsPerContract',
  ],
  ['an operand stack of 8,192 bytes', withCode(pushesOf(1_024)), 'ok'],
  ['an operand stack of 8,200 bytes', withCode(pushesOf(1_025)), 'OperandStackTooLarge'],
  ['5,000 blocks', withCode(blocksOf(5_000)), 'ok'],
  ['5,001 blocks', withCode(blocksOf(5_001)), 'TooManyBlocksPerFunction'],
  ['50,000 blocks in all', manyBodies(10, blocksOf(5_000)), 'ok'],
  ['50,001 blocks in all', manyBodies(10_000, blocksOf(6)), 'TooManyBlocksPerContract'],
  ['49,998 locals', localsOf(49_998), 'ok'],
  ['49,999 locals', localsOf(49_999), 'failed to compile: wasm[0]::function[3]'],
  ['50,000 locals in groups', localsOf(49_999, 1), 'failed to compile: wasm[0]::function[3]'],
  ['50,001 locals', localsOf(50_001), BAD],
  ['1,000,001 locals', localsOf(1_000_000, 1), 'TooManyLocals'],
]);

/** Types of proposals are counted like others, and refused after that; other bytes are no types. */
const TOO_MANY = w.unsigned(1_000_001);
check('locals of types that are not supported', [
  ['a nullable reference to a function', withCode([], [[1, 0x63, 0x70]]), 'ok'],
  ...(
    [
      ['an external reference', [0x6f]],
      ['a vector', [0x7b]],
      ['a reference to a type', [0x05]],
      ['a reference to a type in five bytes', w.padded(5, 5)],
      ['a reference that is not null', [0x64, 0x70]],
      ['a shared reference', [0x65, 0x70]],
    ] as const
  ).flatMap(([name, type]): Row[] => [
    [`${name}: one`, withCode([], [[1, ...type]]), BAD],
    [`${name}: too many`, withCode([], [[...TOO_MANY, ...type]]), 'TooManyLocals'],
  ]),
  ...(
    [
      ['an empty type', [0x40]],
      ['an unknown type', [0x67]],
      ['an index that is too large', w.unsigned(2 ** 20)],
      ['a negative number in two bytes', [0xf0, 0x7f]],
      ['an index in six bytes', w.padded(5, 6)],
      ['a shared reference to a type', [0x65, 0x05]],
    ] as const
  ).map(([name, type]): Row => [name, withCode([], [[...TOO_MANY, ...type]]), BAD]),
]);

check('several failures', [
  ['invalid code after too many blocks', main(w.bodies(w.body([...blocksOf(5_001), DROP]))), BAD],
  [
    'the first function decides among the limits of instrumentation',
    w.wasm(
      w.types(w.type(), w.type(repeat(65, w.I32))),
      w.functions(0, 1),
      w.bodies(w.body(blocksOf(5_001)), w.body([])),
    ),
    'TooManyBlocksPerFunction',
  ],
  [
    'parameters before operands before blocks',
    w.wasm(
      w.types(w.type(repeat(65, w.I32))),
      w.functions(0),
      w.bodies(w.body([...pushesOf(1_025), ...blocksOf(5_001)])),
    ),
    'TooManyParamsPerFunction',
  ],
  ['a body too large before its locals', bodyOf(196_609), 'FunctionBodyTooLarge'],
]);

describe('the description of a prepared contract', () => {
  const code = w.wasm(
    w.types(w.type(), w.type([w.I64, w.F32], [w.FUNCREF])),
    w.imports(w.importFunction('first', 1), w.importFunction('second', 0)),
    w.functions(0, 1),
    w.memories([0, 1]),
    w.exports(
      w.exportFunction('main', 2),
      w.exportFunction('alias', 2),
      [...w.text('memory'), 2, 0],
      w.exportFunction('imported', 1),
      w.exportFunction('typed', 3),
    ),
    w.start(2),
    w.bodies(w.body([]), w.body([0xd0, 0x70])),
  );
  const result = prepareContract(code, config);

  it('names imports and exported functions with their types', () => {
    assert.ok('wasm' in result);
    const typed = { params: ['i64', 'f32'], results: ['funcref'] };
    const plain = { params: [], results: [] };
    assert.deepEqual(result.imports, [
      { name: 'first', type: typed },
      { name: 'second', type: plain },
    ]);
    const names = ['main', 'alias', 'imported', 'typed', 'memory', 'mai', 'mains', ''];
    assert.deepEqual(
      names.map((name) => findMethod(result.methods, name)),
      [
        ...[{ place: 2 }, { place: 2 }, { place: 1 }, { error: 'MethodInvalidSignature' }],
        ...new Array(4).fill({ error: 'MethodNotFound' }),
      ],
    );
    assert.equal(result.hasStart, true);
  });
});
