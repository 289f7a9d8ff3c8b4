// A contract of any size, built from the operators that contracts usually consist of. Most of its
// functions are never called. It is used to measure how long contracts take until they run.

import { utf8ToBytes } from '../src/base/bytes/bytes.ts';

const STATEMENTS = 40;
const LOCALS = 12;
const PAGES = 17;

const I32 = 0x7f;
const I64 = 0x7e;
const NO_RESULT = 0x40;

/**
 * About half a kilobyte for each function. `main` calls the first of them, which adds up a little;
 * another seed makes another code.
 */
export function createSampleContract(functions: number, seed = 1): Uint8Array {
  const random = createRandom(seed);
  const bodies = Array.from({ length: functions }, (_, index) =>
    createBody(random, index, functions),
  );
  const main = sized([0, ...constant(7), ...constant(9), 0x10, 0, 0x1a, 0x0b]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, 0x60, 2, I32, I32, 1, I32, 0x60, 0, 0]),
    ...section(3, list([...bodies.map(() => [0]), [1]])),
    ...section(5, [1, 0, PAGES]),
    ...section(7, [1, ...sized([...utf8ToBytes('main')]), 0, ...unsigned(functions)]),
    ...section(10, list([...bodies, main])),
  ]);
}

type Random = (below: number) => number;

/** Statements on locals and memory; the first function is short, as it is run. */
function createBody(random: Random, index: number, functions: number): number[] {
  const count = index === 0 ? 3 : STATEMENTS;
  const callees = index === 0 ? 0 : functions;
  const statements = Array.from({ length: count }, () => createStatement(random, callees));
  const result = [0x20, 2, 0x0b];
  return sized([2, LOCALS - 4, I32, 2, I64, ...statements.flat(), ...result]);
}

const local = (random: Random): number => random(LOCALS - 2);

/** Calls nothing without callees. */
function createStatement(random: Random, callees: number): number[] {
  const [a, b, c] = [local(random), local(random), local(random)];
  const offset = unsigned(random(4_000));
  switch (random(7)) {
    case 0:
      return [0x20, a, 0x20, b, 0x6a, ...constant(random(100_000)), 0x71, 0x21, c];
    case 1:
      return [0x20, a, ...constant(0xffff), 0x71, 0x28, 2, ...offset, 0x21, b];
    case 2:
      return [0x20, a, ...constant(0xffff), 0x71, 0x20, b, 0x36, 2, ...offset];
    case 3:
      return [0x20, a, 0x45, 0x04, NO_RESULT, 0x20, b, 0x21, c, 0x05, 0x20, c, 0x21, b, 0x0b];
    case 4:
      return [
        ...[0x02, NO_RESULT, 0x20, a, 0x20, b, 0x49, 0x0d, 0],
        ...[0x20, a, ...constant(1), 0x6b, 0x21, a, 0x0b],
      ];
    case 5:
      return [0x20, a, 0xad, 0x42, 33, 0x88, 0x22, LOCALS - 1, 0xa7, 0x21, c];
    default: {
      if (callees === 0) return [0x20, a, 0x20, b, 0x73, 0x21, c];
      const callee = unsigned(random(callees));
      return [0x20, a, 0x20, b, 0x10, ...callee, 0x21, c];
    }
  }
}

/** A small linear congruential generator: the same code on every machine. */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

function constant(value: number): number[] {
  const bytes = unsigned(value);
  const last = bytes.at(-1) as number;
  return last < 64 ? [0x41, ...bytes] : [0x41, ...bytes.slice(0, -1), last | 0x80, 0];
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}
