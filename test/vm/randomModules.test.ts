// Random modules of all operators, instrumented and run on V8, against a plain interpreter that
// follows the protocol's tables: the same end, the same gas, the same memory. Each is run with
// plenty of gas, and with so little that it runs out somewhere: then the failing charge is
// compared.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import type { MeterExports } from '../../src/vm/preparedContract.ts';
import { classifyThrown } from '../../src/vm/traps.ts';
import { PROTOCOL } from '../support/protocol.ts';
import type { AnalysedFunction, End } from './support/interpreter.ts';
import { analyseFunctions, Interpreter, probe } from './support/interpreter.ts';
import type { Letter } from './support/numericOperators.ts';
import { Random } from './support/random.ts';
import { randomModule } from './support/randomModule.ts';
import { tableImports } from './support/tableImports.ts';
import type { Instruction, TestModule } from './support/testModule.ts';
import { encodeTestModule } from './support/testModule.ts';
import { withoutTables } from './support/withoutTables.ts';

const config = PROTOCOL;
const OP = Number(config.wasmCosts.regularOpCost);
const PAGE_BYTES = 65_536;
const MODULES = 100;
/** One row for each opcode. */
const OPERATORS = 201;

class Stop extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.kind);
    this.end = end;
  }
}

type Run = { readonly end: End; readonly gasLeft: number; readonly memory: Uint8Array };

/** `rest` is gas below the cost of one operation; it must survive. */
function runOnV8(module: WebAssembly.Module, gas: number, rest: number): Run {
  const { exports } = new WebAssembly.Instance(module, {
    ...tableImports(module),
    env: { probe },
    perigee: {
      out_of_gas: (cost: number) => {
        throw new Stop({ kind: 'outOfGas', cost: cost / OP });
      },
      stack_overflow: () => {
        throw new Stop({ kind: 'stackOverflow' });
      },
    },
  });
  const meter = exports as MeterExports & { readonly f1: () => void };
  meter.set_gas(gas * OP + rest);
  const end = endOf(meter.f1, meter);
  const gasLeft = meter.get_gas();
  assert.equal(gasLeft % OP, rest);
  return { end, gasLeft: (gasLeft - rest) / OP, memory: new Uint8Array(meter.memory.buffer) };
}

function endOf(run: () => void, meter: MeterExports): End {
  try {
    run();
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof Stop) return error.end;
    const failure = classifyThrown(error, meter);
    assert.ok(failure.kind === 'WasmTrap');
    return { kind: 'trap', trap: failure.trap };
  }
}

type Compared = { readonly end: End; readonly used: number };

class Comparison {
  readonly #module: TestModule;
  readonly #functions: readonly AnalysedFunction[];
  readonly #compiled: WebAssembly.Module;

  constructor(module: TestModule) {
    const prepared = prepareContract(encodeTestModule(module), config);
    assert.ok('wasm' in prepared, JSON.stringify(prepared));
    this.#module = module;
    this.#functions = analyseFunctions(module);
    this.#compiled = new WebAssembly.Module(prepared.wasm);
  }

  run(gas: number, rest: number): Compared {
    const interpreter = new Interpreter(this.#module, this.#functions, gas);
    const end = interpreter.run(1);
    const actual = runOnV8(this.#compiled, gas, rest);
    const used = gas - interpreter.gasLeft;
    assert.deepEqual(actual.end, end);
    assert.equal(actual.gasLeft, interpreter.gasLeft);
    if (end.kind === 'ok' || end.kind === 'trap') assert.equal(used, interpreter.gasByRule);
    const { state } = interpreter;
    assert.equal(actual.memory.length, state.pages * PAGE_BYTES);
    for (const page of new Set([0, 1, ...state.dirtyPages])) {
      const start = page * PAGE_BYTES;
      const bytes = actual.memory.subarray(start, start + PAGE_BYTES);
      assert.ok(Buffer.compare(bytes, state.page(page)) === 0, `page ${page}`);
    }
    state.release();
    return { end, used };
  }
}

/**
 * Compares `count` modules, also without uses of their tables; returns how many ended in which way
 * with enough gas.
 */
function compareModules(first: number, count: number, gas: number, isDeep: boolean): Set<string> {
  const ends = new Set<string>();
  for (let seed = first; seed < first + count; seed++) {
    const random = new Random(seed);
    const module = randomModule(seed, isDeep);
    try {
      for (const form of [module, withoutTables(module)]) {
        const comparison = new Comparison(form);
        const { end, used } = comparison.run(gas, random.below(OP));
        ends.add(end.kind === 'trap' ? end.trap : end.kind);
        comparison.run(random.below(used), random.below(OP));
        comparison.run(random.below(used), random.below(OP));
      }
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  return ends;
}

describe('random modules', () => {
  it('use every operator of the protocol', () => {
    const used = new Set<number>();
    for (let seed = 1; seed <= MODULES; seed++) {
      const { functions } = randomModule(seed);
      for (const { opcode } of functions.flatMap(({ code }) => code)) used.add(opcode);
    }
    assert.equal(used.size, OPERATORS);
  });

  it('behave on V8 as in the interpreter', () => {
    const ends = compareModules(1, MODULES, 5_000, false);
    assert.deepEqual([...ends].sort(), [
      'IllegalArithmetic',
      'IncorrectCallIndirectSignature',
      'IndirectCallToNull',
      'MemoryOutOfBounds',
      'Unreachable',
      'ok',
      'outOfGas',
    ]);
  });

  it('end in the same way when the metered stack is exhausted', () => {
    const ends = compareModules(1, 5, 60_000, true);
    assert.ok(ends.has('stackOverflow'));
  });
});

describe('a function with many locals and many charges', () => {
  const LOCALS = 2_000;
  const CHARGES = 600;
  const instruction = (opcode: number, ...args: number[]): Instruction => ({ opcode, args });
  const constant = (value: number): Instruction => ({ opcode: 0x41, args: [], constant: value });
  const wide = (value: bigint): Instruction => ({ opcode: 0x42, args: [], constant: value });
  const I64_LOCAL = 1;
  const F32_LOCAL = 2;
  const F64_LOCAL = 3;

  /** Stores numbers derived from the parameter in both halves of wide locals. */
  const setWide: readonly Instruction[] = [
    ...[instruction(0x20, 0), instruction(0xac), wide(0x1_0000_0011n), instruction(0x7e)],
    instruction(0x21, I64_LOCAL),
    ...[instruction(0x20, 0), instruction(0xb2), instruction(0x21, F32_LOCAL)],
    ...[instruction(0x20, 0), instruction(0xb7), instruction(0x21, F64_LOCAL)],
  ];
  /** Adds their values to the operand. */
  const addWide: readonly Instruction[] = [
    ...[instruction(0x20, I64_LOCAL), instruction(0xa7), instruction(0x6a)],
    ...[instruction(0x20, I64_LOCAL), wide(32n), instruction(0x88), instruction(0xa7)],
    instruction(0x6a),
    ...[instruction(0x20, F32_LOCAL), instruction(0xa8), instruction(0x6a)],
    ...[instruction(0x20, F64_LOCAL), instruction(0xaa), instruction(0x6a)],
  ];

  /** Adds its parameter to the local, calls itself with one less, and adds up what is left. */
  const recursive = (local: number): Instruction[] => [
    ...Array.from({ length: CHARGES }, () => [
      constant(0),
      instruction(0x28, 2, 0),
      instruction(0x1a),
    ]).flat(),
    ...setWide,
    instruction(0x20, local),
    instruction(0x20, 0),
    instruction(0x6a),
    instruction(0x22, local),
    instruction(0x1a),
    instruction(0x20, 0),
    { opcode: 0x04, args: [], type: 'i' },
    instruction(0x20, 0),
    constant(1),
    instruction(0x6b),
    instruction(0x10, 2),
    instruction(0x05),
    constant(0),
    instruction(0x0b),
    instruction(0x20, local),
    instruction(0x6a),
    ...addWide,
    instruction(0x0b),
  ];

  function crowdedModule(): TestModule {
    const letters: Letter[] = ['l', 'f', 'd', 'r', 'i'];
    const locals = Array.from({ length: LOCALS }, (_, index) => letters[index % 5] as Letter);
    const main = [
      constant(8),
      constant(6),
      instruction(0x10, 2),
      instruction(0x36, 2, 0),
      instruction(0x0b),
    ];
    return {
      types: [
        { params: ['i'], result: 'i' },
        { params: [], result: '' },
      ],
      functions: [
        { type: 1, locals: [], code: main },
        { type: 0, locals, code: recursive(LOCALS) },
      ],
      globals: [],
      table: { min: 1, max: 1 },
      elements: [[]],
      data: [[]],
    };
  }

  it('keeps its locals through recursion', () => {
    const comparison = new Comparison(crowdedModule());
    const { end, used } = comparison.run(100_000, 0);
    assert.equal(end.kind, 'ok');
    for (const gas of [used - 1, used - 5_000, 9_000]) comparison.run(gas, 0);
  });
});
