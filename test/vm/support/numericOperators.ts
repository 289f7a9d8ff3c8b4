// Every operator that only computes, as a plain function of its operands (the Wasm specification),
// with its gas class, its effect on the modelled stack, and canonical NaNs.
// i32 is a number of 32 signed bits, i64 a bigint of 64 signed bits, floats are their bits.

import { bigToF32, f32Bits, f32Of, f64Bits, f64Of, nearest } from './floatBits.ts';

export type Letter = 'i' | 'l' | 'f' | 'd' | 'r';
export type Value = number | bigint | null;

export class Trap extends Error {}

export type NumericOperator = {
  readonly opcode: number;
  readonly operands: readonly Letter[];
  readonly result: Letter;
  /** Does it split charges, because it may trap? */
  readonly isTrapping: boolean;
  /** Does the model leave the deepest operand where it is? */
  readonly isInPlace: boolean;
  readonly run: (...operands: never[]) => Value;
};

const list: NumericOperator[] = [];

type Run = NumericOperator['run'];
type Options = { readonly traps?: boolean; readonly inPlace?: boolean };

/** Defines operators with consecutive opcodes. */
function define(
  first: number,
  signature: string,
  runs: readonly Run[],
  options: Options = {},
): void {
  const [operands, result] = signature.split('>') as [string, Letter];
  for (const [index, run] of runs.entries()) {
    list.push({
      opcode: first + index,
      operands: [...operands] as Letter[],
      result,
      isTrapping: options.traps === true,
      isInPlace: options.inPlace === true,
      run,
    });
  }
}

const s32 = (value: number | bigint): number => Number(BigInt.asIntN(32, BigInt(value)));
const s64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const bool = (value: boolean): number => (value ? 1 : 0);

function divide<T extends number | bigint>(a: T, b: T, min: T, run: (a: T, b: T) => T): T {
  if (b === 0 || b === 0n) throw new Trap('IllegalArithmetic');
  if (a === min && (b === -1 || b === -1n)) throw new Trap('IllegalArithmetic');
  return run(a, b);
}

const remainder = (a: bigint, b: bigint): bigint => {
  if (b === 0n) throw new Trap('IllegalArithmetic');
  return a % b;
};

type Compare = (a: number | bigint, b: number | bigint) => boolean;
const lt: Compare = (a, b) => a < b;
const gt: Compare = (a, b) => a > b;
const le: Compare = (a, b) => a <= b;
const ge: Compare = (a, b) => a >= b;
const ORDERED = [lt, gt, le, ge];

const inPlace = { inPlace: true };
const trapping = { traps: true };
const trappingInPlace = { traps: true, inPlace: true };

const integerComparisons = (
  unsigned: (value: never) => number | bigint,
): ((a: never, b: never) => number)[] => [
  (a, b) => bool(a === b),
  (a, b) => bool(a !== b),
  ...ORDERED.flatMap((compare) => [
    (a: never, b: never) => bool(compare(a, b)),
    (a: never, b: never) => bool(compare(unsigned(a), unsigned(b))),
  ]),
];

define(0x45, 'i>i', [(a: number) => bool(a === 0)]);
define(
  0x46,
  'ii>i',
  integerComparisons((value: number) => value >>> 0),
);
define(0x50, 'l>i', [(a: bigint) => bool(a === 0n)]);
define(
  0x51,
  'll>i',
  integerComparisons((value: bigint) => u64(value)),
);

const floatComparisons = <T>(of: (bits: T) => number): ((a: T, b: T) => number)[] => [
  (a, b) => bool(of(a) === of(b)),
  (a, b) => bool(of(a) !== of(b)),
  ...ORDERED.map((compare) => (a: T, b: T) => bool(compare(of(a), of(b)))),
];

define(0x5b, 'ff>i', floatComparisons(f32Of));
define(0x61, 'dd>i', floatComparisons(f64Of));

const count = (bits: string, pattern: RegExp): number => (pattern.exec(bits)?.[0] ?? '').length;
const bits32 = (value: number): string => (value >>> 0).toString(2).padStart(32, '0');
const bits64 = (value: bigint): string => u64(value).toString(2).padStart(64, '0');
const COUNTS: ((bits: string) => number)[] = [
  (bits) => count(bits, /^0*/),
  (bits) => count(bits, /0*$/),
  (bits) => bits.replaceAll('0', '').length,
];

define(
  0x67,
  'i>i',
  COUNTS.map((run) => (a: number) => run(bits32(a))),
  inPlace,
);
define(
  0x79,
  'l>l',
  COUNTS.map((run) => (a: bigint) => BigInt(run(bits64(a)))),
  inPlace,
);

const rotate = (bits: string, by: number): bigint =>
  BigInt(`0b${bits.slice(by)}${bits.slice(0, by)}`);

define(
  0x6a,
  'ii>i',
  [
    (a: number, b: number) => s32(a + b),
    (a: number, b: number) => s32(a - b),
    (a: number, b: number) => Math.imul(a, b),
  ],
  inPlace,
);
define(
  0x6d,
  'ii>i',
  [
    (a: number, b: number) => divide(a, b, -(2 ** 31), (x, y) => Math.trunc(x / y) | 0),
    (a: number, b: number) => divide(a >>> 0, b >>> 0, -1, (x, y) => Math.floor(x / y)) | 0,
    (a: number, b: number) => s32(remainder(BigInt(a), BigInt(b))),
    (a: number, b: number) => s32(remainder(BigInt(a >>> 0), BigInt(b >>> 0))),
  ],
  trappingInPlace,
);
define(
  0x71,
  'ii>i',
  [
    (a: number, b: number) => a & b,
    (a: number, b: number) => a | b,
    (a: number, b: number) => a ^ b,
    (a: number, b: number) => a << b,
    (a: number, b: number) => a >> b,
    (a: number, b: number) => (a >>> b) | 0,
    (a: number, b: number) => s32(rotate(bits32(a), b & 31)),
    (a: number, b: number) => s32(rotate(bits32(a), -b & 31)),
  ],
  inPlace,
);
define(
  0x7c,
  'll>l',
  [
    (a: bigint, b: bigint) => s64(a + b),
    (a: bigint, b: bigint) => s64(a - b),
    (a: bigint, b: bigint) => s64(a * b),
  ],
  inPlace,
);
define(
  0x7f,
  'll>l',
  [
    (a: bigint, b: bigint) => divide(a, b, -(2n ** 63n), (x, y) => x / y),
    (a: bigint, b: bigint) => s64(divide(u64(a), u64(b), -1n, (x, y) => x / y)),
    (a: bigint, b: bigint) => remainder(a, b),
    (a: bigint, b: bigint) => s64(remainder(u64(a), u64(b))),
  ],
  trappingInPlace,
);
define(
  0x83,
  'll>l',
  [
    (a: bigint, b: bigint) => a & b,
    (a: bigint, b: bigint) => a | b,
    (a: bigint, b: bigint) => a ^ b,
    (a: bigint, b: bigint) => s64(a << (b & 63n)),
    (a: bigint, b: bigint) => a >> (b & 63n),
    (a: bigint, b: bigint) => s64(u64(a) >> (b & 63n)),
    (a: bigint, b: bigint) => s64(rotate(bits64(a), Number(b & 63n))),
    (a: bigint, b: bigint) => s64(rotate(bits64(a), Number(-b & 63n))),
  ],
  inPlace,
);

const UNARY: ((value: number) => number)[] = [
  Math.ceil,
  Math.floor,
  Math.trunc,
  nearest,
  Math.sqrt,
];
const BINARY: ((a: number, b: number) => number)[] = [
  (a, b) => a + b,
  (a, b) => a - b,
  (a, b) => a * b,
  (a, b) => a / b,
  Math.min,
  Math.max,
];
const SIGN_32 = 0x8000_0000;
const SIGN_64 = 1n << 63n;

define(
  0x8b,
  'f>f',
  [
    (a: number) => (a & ~SIGN_32) >>> 0,
    (a: number) => (a ^ SIGN_32) >>> 0,
    ...UNARY.map((run) => (a: number) => f32Bits(Math.fround(run(f32Of(a))))),
  ],
  inPlace,
);
define(
  0x92,
  'ff>f',
  [
    ...BINARY.map((run) => (a: number, b: number) => f32Bits(Math.fround(run(f32Of(a), f32Of(b))))),
    (a: number, b: number) => ((a & ~SIGN_32) | (b & SIGN_32)) >>> 0,
  ],
  inPlace,
);
define(
  0x99,
  'd>d',
  [
    (a: bigint) => a & ~SIGN_64,
    (a: bigint) => a ^ SIGN_64,
    ...UNARY.map((run) => (a: bigint) => f64Bits(run(f64Of(a)))),
  ],
  inPlace,
);
define(
  0xa0,
  'dd>d',
  [
    ...BINARY.map((run) => (a: bigint, b: bigint) => f64Bits(run(f64Of(a), f64Of(b)))),
    (a: bigint, b: bigint) => (a & ~SIGN_64) | (b & SIGN_64),
  ],
  inPlace,
);

/** Truncates to an integer in the range, which is open at both ends. */
function truncate(value: number, above: number, below: number): bigint {
  if (!(value > above && value < below)) throw new Trap('IllegalArithmetic');
  return BigInt(Math.trunc(value));
}

/** The doubles next to the integers that are just out of range; f32 operands are doubles too. */
const RANGES: Readonly<Record<string, readonly [above: number, below: number]>> = {
  s32: [-(2 ** 31) - 1, 2 ** 31],
  u32: [-1, 2 ** 32],
  s64: [-(2 ** 63) - 1025, 2 ** 63],
  u64: [-1, 2 ** 64],
};

type Range = keyof typeof RANGES;

const truncations = (range: Range): [(a: number) => bigint, (a: bigint) => bigint] => {
  const [above, below] = RANGES[range]!;
  return [(a) => truncate(f32Of(a), above, below), (a) => truncate(f64Of(a), above, below)];
};

const saturations = (range: Range): [(a: number) => bigint, (a: bigint) => bigint] => {
  const [above, below] = RANGES[range]!;
  const saturate = (value: number): bigint => {
    if (Number.isNaN(value)) return 0n;
    if (value <= above) return BigInt(range === 's64' ? -(2 ** 63) : Math.ceil(above + 0.5));
    return value >= below ? BigInt(below) - 1n : BigInt(Math.trunc(value));
  };
  return [(a) => saturate(f32Of(a)), (a) => saturate(f64Of(a))];
};

for (const [make, first, options] of [
  [truncations, [0xa8, 0xae], trapping],
  [saturations, [0x100, 0x104], {}],
] as const) {
  const [signed32, unsigned32] = [make('s32'), make('u32')];
  const [signed64, unsigned64] = [make('s64'), make('u64')];
  define(
    first[0],
    'f>i',
    [signed32[0], unsigned32[0]].map((run) => (a: number) => s32(run(a))),
    options,
  );
  define(
    first[0] + 2,
    'd>i',
    [signed32[1], unsigned32[1]].map((run) => (a: bigint) => s32(run(a))),
    options,
  );
  define(
    first[1],
    'f>l',
    [signed64[0], unsigned64[0]].map((run) => (a: number) => s64(run(a))),
    options,
  );
  define(
    first[1] + 2,
    'd>l',
    [signed64[1], unsigned64[1]].map((run) => (a: bigint) => s64(run(a))),
    options,
  );
}

define(0xa7, 'l>i', [(a: bigint) => s32(a)]);
define(0xac, 'i>l', [(a: number) => BigInt(a), (a: number) => BigInt(a >>> 0)]);
define(0xb2, 'i>f', [
  (a: number) => f32Bits(Math.fround(a)),
  (a: number) => f32Bits(Math.fround(a >>> 0)),
]);
define(0xb4, 'l>f', [
  (a: bigint) => f32Bits(bigToF32(a)),
  (a: bigint) => f32Bits(bigToF32(u64(a))),
]);
define(0xb6, 'd>f', [(a: bigint) => f32Bits(Math.fround(f64Of(a)))]);
define(0xb7, 'i>d', [(a: number) => f64Bits(a), (a: number) => f64Bits(a >>> 0)]);
define(0xb9, 'l>d', [(a: bigint) => f64Bits(Number(a)), (a: bigint) => f64Bits(Number(u64(a)))]);
define(0xbb, 'f>d', [(a: number) => f64Bits(f32Of(a))]);
define(0xbc, 'f>i', [(a: number) => a | 0]);
define(0xbd, 'd>l', [(a: bigint) => s64(a)]);
define(0xbe, 'i>f', [(a: number) => a >>> 0]);
define(0xbf, 'l>d', [(a: bigint) => u64(a)]);
define(0xc0, 'i>i', [(a: number) => (a << 24) >> 24, (a: number) => (a << 16) >> 16]);
define(
  0xc2,
  'l>l',
  [8, 16, 32].map((width) => (a: bigint) => BigInt.asIntN(width, a)),
);

/** By opcode; prefixed ones from 0x100 on. */
export const NUMERIC: ReadonlyMap<number, NumericOperator> = new Map(
  list.map((operator) => [operator.opcode, operator]),
);
