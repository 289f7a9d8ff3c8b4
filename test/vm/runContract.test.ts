// Complete calls of small modules: the golden gas of the reference, the order of failures with what
// each of them burns, traps, start functions, and stacks of failed calls.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runContract } from '../../src/vm/runContract.ts';
import { formatFailureDebug } from '../../src/vm/vmErrors.ts';
import type { VmOutcome } from '../../src/vm/vmTypes.ts';
import { MemoryExternal } from './support/memoryExternal.ts';
import { runModule, vm } from './support/runModule.ts';
import { I32, I64, i32Const, type SmallModule } from './support/smallModule.ts';
import { stackOf } from './support/stackOf.ts';
import { testContext } from './support/testContext.ts';

const OP = 822_756n;
const DROP = 0x1a;

function failureOf({ aborted }: VmOutcome): string {
  return aborted === null ? 'ok' : formatFailureDebug(aborted);
}

function single(body: readonly number[], more: Partial<SmallModule> = {}): SmallModule {
  return { functions: [{ body }], exports: { main: 0 }, ...more };
}

type Golden = readonly [name: string, module: SmallModule, gas: bigint, end: string];

const recursion = (locals: number[]): SmallModule => ({
  functions: [{ locals, body: [0x10, 0] }],
  exports: { main: 0 },
});

/** The third column is the gas in addition to the loading fee. */
const GOLDEN: readonly Golden[] = [
  ['an empty function', single([]), 8n * OP, 'ok'],
  ['unreachable', single([0]), 9n * OP, 'WasmTrap(Unreachable)'],
  ['a start that traps', single([0], { start: 0 }), 9n * OP, 'WasmTrap(Unreachable)'],
  ['start and method', single([], { start: 0 }), 16n * OP, 'ok'],
  [
    'a division by zero',
    single([...i32Const(1), ...i32Const(0), 0x6d, DROP]),
    11n * OP,
    'WasmTrap(IllegalArithmetic)',
  ],
  [
    'an indirect call to null',
    single([...i32Const(0), 0x11, 0, 0], { tableSize: 1 }),
    10n * OP,
    'WasmTrap(IndirectCallToNull)',
  ],
  [
    'an indirect call of another type',
    {
      functions: [{ body: [...i32Const(0), 0x11, 0, 0] }, { results: [I32], body: i32Const(1) }],
      exports: { main: 0 },
      tableSize: 1,
      elements: [1],
    },
    10n * OP,
    'WasmTrap(IncorrectCallIndirectSignature)',
  ],
  [
    'an indirect call out of bounds',
    single([...i32Const(5), 0x11, 0, 0], { tableSize: 1 }),
    10n * OP,
    'WasmTrap(MemoryOutOfBounds)',
  ],
  ['endless recursion', recursion([]), 4_096n * 9n * OP, 'HostError(MemoryAccessViolation)'],
  ['with a local', recursion([I32]), 3_855n * 10n * OP, 'HostError(MemoryAccessViolation)'],
  [
    'with four locals',
    recursion([I32, I32, I32, I32]),
    3_276n * 11n * OP,
    'HostError(MemoryAccessViolation)',
  ],
  [
    'memory.grow',
    single([...i32Const(10), 0x40, 0, DROP], { hasMemory: true }),
    10n * OP + 42n * OP,
    'ok',
  ],
  [
    'a load at the end of the address space',
    single([...i32Const(1), 0x35, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, DROP], { hasMemory: true }),
    10n * OP,
    'WasmTrap(MemoryOutOfBounds)',
  ],
  [
    'data out of bounds',
    single([], { hasMemory: true, dataAt: 2 ** 27 }),
    0n,
    'WasmTrap(MemoryOutOfBounds)',
  ],
  [
    'elements out of bounds',
    single([], { tableSize: 0, elements: [0] }),
    0n,
    'WasmTrap(MemoryOutOfBounds)',
  ],
  [
    'a host function',
    {
      imports: [{ name: 'prepaid_gas', results: [I64] }],
      functions: [{ body: [0x10, 0, DROP] }],
      exports: { main: 1 },
    },
    10n * OP + 264_768_111n,
    'ok',
  ],
  [
    'an import as method',
    { imports: [{ name: 'panic' }], functions: [], exports: { main: 0 } },
    264_768_111n,
    'HostError(GuestPanic { panic_msg: "explicit guest panic" })',
  ],
];

describe('golden gas', () => {
  for (const [name, module, gas, end] of GOLDEN) {
    it(name, () => {
      const { outcome, fee } = runModule(module, 'main');
      assert.equal(failureOf(outcome), end);
      assert.equal(outcome.burntGas, fee + gas);
      assert.equal(outcome.usedGas, outcome.burntGas);
      assert.equal(outcome.computeUsage, outcome.burntGas);
    });
  }
});

describe('out of gas', () => {
  const endless = single([0x03, 0x40, 0x0c, 0, 0x0b]);

  it('burns what was prepaid', () => {
    const { outcome } = runModule(endless, 'main', { prepaidGas: 10_000_000_000n });
    assert.equal(failureOf(outcome), 'HostError(GasExceeded)');
    assert.equal(outcome.burntGas, 10_000_000_000n);
  });

  it('is the burn limit in views', () => {
    const view = { maxGasBurnt: 10_000_000_000n };
    const { outcome } = runModule(endless, 'main', { view, prepaidGas: 0n });
    assert.equal(failureOf(outcome), 'HostError(GasLimitExceeded)');
    assert.equal(outcome.burntGas, view.maxGasBurnt);
  });

  it('is the burn limit for more than 10^15 at once', () => {
    const module: SmallModule = {
      imports: [{ name: 'gas', params: [I32] }],
      functions: [{ body: [0x41, 0x7f, 0x10, 0] }],
      exports: { main: 1 },
    };
    const { outcome } = runModule(module, 'main');
    assert.equal(failureOf(outcome), 'HostError(GasLimitExceeded)');
    assert.equal(outcome.burntGas, 100_000_000_000_000n);
  });

  it('in the loading fee always refers to the prepaid gas', () => {
    const { outcome } = runModule(endless, 'missing', { prepaidGas: 1n });
    assert.equal(failureOf(outcome), 'HostError(GasExceeded)');
    assert.equal(outcome.burntGas, 1n);
    assert.equal(outcome.profile.ext[2], 1n);
  });
});

describe('failures before the method runs', () => {
  const unknown: SmallModule = {
    imports: [{ name: 'sha1', params: [I64, I64, I64] }],
    functions: [{ body: [] }],
    exports: { main: 1 },
  };
  const mistyped: SmallModule = { ...unknown, imports: [{ name: 'panic', params: [I32] }] };
  const typed: SmallModule = {
    functions: [{ params: [I32], body: [] }],
    exports: { main: 0 },
  };

  it('no code', () => {
    const external = new MemoryExternal({ accountId: 'alice.near' });
    const context = testContext();
    const absent = { hash: new Uint8Array(32), read: () => null };
    for (const code of [null, absent]) {
      const outcome = runContract(vm, { code, method: '', context, external });
      const end = 'CompilationError(CodeDoesNotExist { account_id: "alice.near" })';
      assert.equal(failureOf(outcome), end);
      assert.equal(outcome.burntGas, 0n);
    }
  });

  const cases: readonly (readonly [string, SmallModule | Uint8Array, string, boolean])[] = [
    ['', single([]), 'MethodResolveError(MethodEmptyName)', false],
    ['', Uint8Array.of(1), 'MethodResolveError(MethodEmptyName)', false],
    ['main', Uint8Array.of(1), 'CompilationError(PrepareError(Deserialization))', false],
    ['missing', unknown, 'LinkError { msg: "unknown or invalid import" }', true],
    [
      'main',
      mistyped,
      'LinkError { msg: "types incompatible: ' +
        'expected type `(func (param i32))`, found type `(func)`" }',
      true,
    ],
    ['missing', single([]), 'MethodResolveError(MethodNotFound)', false],
    ['main', typed, 'MethodResolveError(MethodInvalidSignature)', false],
  ];
  for (const [method, module, end, paysFee] of cases) {
    it(`"${method}": ${end}`, () => {
      const { outcome, fee } = runModule(module, method);
      assert.equal(failureOf(outcome), end);
      assert.equal(outcome.burntGas, paysFee ? fee : 0n);
      assert.equal(outcome.usedGas, outcome.burntGas);
    });
  }
});

describe('calls', () => {
  it('keep logs and burnt gas of a failure, and show where it happened', () => {
    const module: SmallModule = {
      imports: [{ name: 'log_utf8', params: [I64, I64] }],
      functions: [{ body: [0x10, 2] }, { body: [0x42, 1, 0x42, 0, 0x10, 0, 0] }],
      exports: { main: 1 },
      hasMemory: true,
    };
    const { outcome } = runModule(module, 'main');
    assert.equal(failureOf(outcome), 'WasmTrap(Unreachable)');
    assert.deepEqual(outcome.logs, ['\0']);
    assert.deepEqual(stackOf(outcome), [2, 1]);
    const again = runModule(module, 'main');
    assert.deepEqual(again.outcome, outcome);
  });

  it('start from a zeroed memory each time', () => {
    const store = [...i32Const(8), ...i32Const(1), 0x36, 2, 0];
    const trapUnlessZero = [...i32Const(8), 0x28, 2, 0, 0x04, 0x40, 0, 0x0b];
    const module = single([...trapUnlessZero, ...store], { hasMemory: true });
    assert.equal(failureOf(runModule(module, 'main').outcome), 'ok');
    assert.equal(failureOf(runModule(module, 'main').outcome), 'ok');
  });
});
