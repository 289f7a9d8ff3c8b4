// What instrumented code does itself because calling the host would be too slow for its gas: the
// import `env.gas`, and `memory.grow` where the size does not change.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFailureDebug } from '../../src/vm/vmErrors.ts';
import { runModule } from './support/runModule.ts';
import { I32, I64, i32Const, type SmallModule } from './support/smallModule.ts';

const OP = 822_756n;
/** A call of a function without locals, and a constant and a call in it. */
const FRAME_AND_CALL = 10n * OP;
const LARGEST_SHORT_CUT = 2 ** 20;

const payDirectly = (count: number): SmallModule => ({
  imports: [{ name: 'gas', params: [I32] }],
  functions: [{ body: [...i32Const(count), 0x10, 0] }],
  exports: { main: 1 },
});

/** The import is in the table, and is called from there. */
const payIndirectly = (count: number): SmallModule => ({
  imports: [{ name: 'gas', params: [I32] }],
  functions: [{ body: [...i32Const(count), ...i32Const(0), 0x11, 0, 0] }],
  exports: { main: 1, pay: 0 },
  tableSize: 1,
  elements: [0],
});

describe('the import `gas`', () => {
  for (const count of [0, 1, 1_000, LARGEST_SHORT_CUT, LARGEST_SHORT_CUT + 1, 100_000_000]) {
    it(`charges ${count} operations`, () => {
      const direct = runModule(payDirectly(count), 'main');
      assert.equal(direct.outcome.aborted, null);
      assert.equal(direct.outcome.burntGas, direct.fee + FRAME_AND_CALL + BigInt(count) * OP);
      assert.equal(direct.outcome.profile.wasm, FRAME_AND_CALL + BigInt(count) * OP);
      const indirect = runModule(payIndirectly(count), 'main');
      assert.equal(indirect.outcome.aborted, null);
      assert.equal(
        indirect.outcome.burntGas,
        indirect.fee + FRAME_AND_CALL + OP + BigInt(count) * OP,
      );
    });
  }

  for (const count of [1_000, LARGEST_SHORT_CUT + 1]) {
    it(`${count} operations fit to the last one, and not one less`, () => {
      const module = payDirectly(count);
      const { burntGas } = runModule(module, 'main').outcome;
      assert.equal(runModule(module, 'main', { prepaidGas: burntGas }).outcome.aborted, null);
      const { outcome } = runModule(module, 'main', { prepaidGas: burntGas - 1n });
      assert.ok(outcome.aborted !== null);
      assert.equal(formatFailureDebug(outcome.aborted), 'HostError(GasExceeded)');
      assert.equal(outcome.burntGas, burntGas - 1n);
    });
  }

  it('of another signature is a link error', () => {
    const { outcome } = runModule(
      {
        imports: [{ name: 'gas', params: [I64] }],
        functions: [{ body: [0x42, 0, 0x10, 0] }],
        exports: { main: 1 },
      },
      'main',
    );
    assert.equal(outcome.aborted?.kind, 'LinkError');
  });

  it('may be imported twice', () => {
    const { outcome, fee } = runModule(
      {
        imports: [
          { name: 'gas', params: [I32] },
          { name: 'gas', params: [I32] },
        ],
        functions: [{ body: [...i32Const(5), 0x10, 0, ...i32Const(7), 0x10, 1] }],
        exports: { main: 2 },
      },
      'main',
    );
    assert.equal(outcome.aborted, null);
    assert.equal(outcome.burntGas, fee + FRAME_AND_CALL + 2n * OP + 12n * OP);
  });
});

const PAGES_AT_FIRST = 1_024;
const PAGES_MAX = 2_048;

/** Grows by each number, and traps if the result is not the expected one. */
const growBy = (steps: readonly (readonly [by: number, result: number])[]): SmallModule => ({
  functions: [
    {
      body: steps.flatMap(([by, result]) => [
        ...[...i32Const(by), 0x40, 0],
        ...(result < 0 ? [0x41, 0x7f] : i32Const(result)),
        ...[0x47, 0x04, 0x40, 0x00, 0x0b],
      ]),
    },
  ],
  exports: { main: 0 },
  hasMemory: true,
});

describe('memory.grow', () => {
  const ROOM = PAGES_MAX - PAGES_AT_FIRST;
  const TABLE: readonly (readonly [string, readonly (readonly [number, number])[]])[] = [
    ['by zero returns the size', [[0, PAGES_AT_FIRST]]],
    [
      'by one',
      [
        [1, PAGES_AT_FIRST],
        [0, PAGES_AT_FIRST + 1],
      ],
    ],
    [
      'to the limit',
      [
        [ROOM, PAGES_AT_FIRST],
        [0, PAGES_MAX],
        [1, -1],
        [0, PAGES_MAX],
      ],
    ],
    [
      'beyond the limit',
      [
        [ROOM + 1, -1],
        [0, PAGES_AT_FIRST],
      ],
    ],
    [
      'by very much',
      [
        [1_000_000, -1],
        [0, PAGES_AT_FIRST],
      ],
    ],
  ];
  for (const [name, steps] of TABLE) {
    it(name, () => assert.equal(runModule(growBy(steps), 'main').outcome.aborted, null));
  }
});
