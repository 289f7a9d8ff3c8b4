// The analyses of gas and stack, written from the protocol's rules without regard to speed: a list
// of points, folded twice; a list of sizes. Offsets are instruction numbers.

import type { Letter } from './numericOperators.ts';
import { NUMERIC } from './numericOperators.ts';
import type { Instruction, Result, TestFunction, TestModule } from './testModule.ts';

/** In regular operations; a linear charge adds the topmost operand to its base. */
export type Charge = { readonly cost: number; readonly isLinear: boolean };

export type Analysis = {
  /** By number of the instruction before which they are due. */
  readonly charges: readonly (readonly Charge[])[];
  readonly frameCost: number;
  readonly stackBytes: number;
};

type Kind = 'pure' | 'pre' | 'post' | 'between' | 'unreach' | 'bulk';
type Point = { offset: number; kind: Kind; cost: number; isLinear: boolean };

const SIZES: Readonly<Record<Letter, number>> = { i: 4, l: 8, f: 4, d: 8, r: 8 };
const LINEAR_BASE = 32;

export const BULK = new Set([0x40, 0x108, 0x10a, 0x10b, 0x10c, 0x10e, 0x10f, 0x111]);

export function analyse(module: TestModule, target: TestFunction): Analysis {
  const { params } = module.types[target.type]!;
  const frameBytes = [...params, ...target.locals].reduce((sum, type) => sum + SIZES[type], 64);
  return {
    charges: chargesOf(target.code),
    frameCost: Math.ceil(frameBytes / 8),
    stackBytes: frameBytes + operandBytes(module, target),
  };
}

function isEffect(opcode: number): boolean {
  const isAccess = opcode >= 0x28 && opcode <= 0x3e;
  const isTable = opcode === 0x25 || opcode === 0x26;
  const isCall = opcode === 0x10 || opcode === 0x11;
  return isAccess || isTable || isCall || NUMERIC.get(opcode)?.isTrapping === true;
}

type GasFrame = { isPolymorphic: boolean; target: 'untaken' | 'taken' | [number, number] };

function pointsOf(code: readonly Instruction[]): Point[] {
  const points: Point[] = [];
  const frames: GasFrame[] = [{ isPolymorphic: false, target: 'untaken' }];
  let pending: { kind: Kind; cost: number } | null = null;
  const current = (): GasFrame => frames.at(-1)!;
  const push = (target: GasFrame['target']): void => {
    frames.push({ isPolymorphic: current().isPolymorphic, target });
  };
  const take = (label: number): void => {
    const frame = frames[frames.length - 1 - label]!;
    if (frame.target === 'untaken') frame.target = 'taken';
    if (typeof frame.target === 'string') return;
    points[frame.target[0]]!.kind = 'pre';
    points[frame.target[1]]!.kind = 'post';
  };
  for (const [offset, { opcode, args }] of code.entries()) {
    if (pending !== null) points.push({ offset, ...pending, isLinear: false });
    pending = null;
    const before = (kind: Kind, cost: number, isLinear = false): void => {
      points.push({ offset, kind: current().isPolymorphic ? 'unreach' : kind, cost, isLinear });
    };
    const sideEffect = (cost: number): void => {
      before('pre', cost);
      pending = { kind: 'post', cost: 0 };
    };
    if (opcode === 0x00) {
      before('pre', 1);
      pending = { kind: 'unreach', cost: 0 };
      current().isPolymorphic = true;
    } else if (opcode === 0x02) {
      before('pure', 0);
      push('untaken');
    } else if (opcode === 0x03) {
      const first = points.length;
      before('pure', 0);
      push([first, points.length]);
      pending = { kind: 'pure', cost: 1 };
    } else if (opcode === 0x04) {
      sideEffect(1);
      push('taken');
    } else if (opcode === 0x05) {
      frames.pop();
      push('taken');
      sideEffect(0);
    } else if (opcode === 0x0b) {
      if (current().target === 'taken') sideEffect(0);
      else before('pure', 0);
      if (frames.length > 1) frames.pop();
    } else if (opcode >= 0x0c && opcode <= 0x0f) {
      sideEffect(1);
      for (const label of opcode === 0x0f ? [frames.length - 1] : args) take(label);
      if (opcode !== 0x0d) current().isPolymorphic = true;
    } else if (BULK.has(opcode)) {
      before('bulk', LINEAR_BASE, true);
      pending = { kind: 'post', cost: 0 };
    } else if (isEffect(opcode)) {
      sideEffect(1);
    } else {
      before('pure', 1);
    }
  }
  return points;
}

function mergeSame(first: Kind, second: Kind): Kind {
  if (first === 'unreach' || second === 'unreach') return 'unreach';
  if (second === 'bulk' || first === 'pure') return second;
  if (first === 'pre') return second === 'pre' || second === 'pure' ? 'pre' : 'between';
  if (first === 'post') return second === 'post' || second === 'pure' ? 'post' : 'between';
  return 'between';
}

const ACROSS: Readonly<Record<string, Kind>> = {
  'pure pure': 'pure',
  'unreach unreach': 'unreach',
  'post pre': 'between',
  'pure pre': 'pre',
  'post pure': 'post',
};

function fold(points: readonly Point[], merge: (a: Point, b: Point) => Kind | undefined): Point[] {
  const result: Point[] = [];
  for (const next of points) {
    const last = result.at(-1);
    const kind =
      last === undefined || last.isLinear || next.isLinear ? undefined : merge(last, next);
    if (last === undefined || kind === undefined) {
      result.push({ ...next });
    } else {
      last.kind = kind;
      last.cost += next.cost;
    }
  }
  return result;
}

function chargesOf(code: readonly Instruction[]): Charge[][] {
  const once = fold(pointsOf(code), (a, b) =>
    a.offset === b.offset ? mergeSame(a.kind, b.kind) : undefined,
  );
  const twice = fold(once, (a, b) => ACROSS[`${a.kind} ${b.kind}`]);
  const charges: Charge[][] = code.map(() => []);
  for (const { offset, kind, cost, isLinear } of twice) {
    if (kind !== 'unreach' && cost > 0) charges[offset]!.push({ cost, isLinear });
  }
  return charges;
}

type StackFrame = { height: number; result: Result; isPolymorphic: boolean };

function operandBytes(module: TestModule, target: TestFunction): number {
  const { params } = module.types[target.type]!;
  const locals = [...params, ...target.locals];
  const sizes: number[] = [];
  const frames: StackFrame[] = [{ height: 0, result: '', isPolymorphic: false }];
  let total = 0;
  let max = 0;
  const current = (): StackFrame => frames.at(-1)!;
  const push = (type: Result): void => {
    if (type === '' || current().isPolymorphic) return;
    sizes.push(SIZES[type]);
    total += SIZES[type];
    max = Math.max(max, total);
  };
  const pop = (count: number): void => {
    if (current().isPolymorphic) return;
    for (const size of sizes.splice(sizes.length - count)) total -= size;
  };
  const open = (result: Result): void => {
    frames.push({ height: sizes.length, result, isPolymorphic: current().isPolymorphic });
  };
  const close = (): Result => {
    const { height, result } = frames.pop()!;
    pop(sizes.length - height);
    return result;
  };
  const call = (type: number): void => {
    pop(module.types[type]!.params.length);
    push(module.types[type]!.result);
  };
  for (const { opcode, args, type = '' } of target.code) {
    const [index = 0] = args;
    const numeric = NUMERIC.get(opcode);
    if (numeric !== undefined) {
      pop(numeric.operands.length - (numeric.isInPlace ? 1 : 0));
      if (!numeric.isInPlace) push(numeric.result);
    } else if (opcode === 0x02 || opcode === 0x03) open(type);
    else if (opcode === 0x04) {
      pop(1);
      open(type);
    } else if (opcode === 0x05) open(close());
    else if (opcode === 0x0b) {
      if (frames.length > 1) push(close());
    } else if (opcode === 0x00 || opcode === 0x0c || opcode === 0x0e || opcode === 0x0f) {
      current().isPolymorphic = true;
    } else if (opcode === 0x10) call(index === 0 ? 0 : module.functions[index - 1]!.type);
    else if (opcode === 0x11) call(index);
    else applySimple(opcode, index, { push, pop, locals, module });
  }
  return max;
}

type Model = {
  readonly push: (type: Result) => void;
  readonly pop: (count: number) => void;
  readonly locals: readonly Letter[];
  readonly module: TestModule;
};

/** The opcodes that are neither control flow nor arithmetic. */
function applySimple(opcode: number, index: number, { push, pop, locals, module }: Model): void {
  if (opcode === 0x20) push(locals[index]!);
  else if (opcode === 0x23) push(module.globals[index]!.type);
  else if (opcode >= 0x41 && opcode <= 0x44) push('ilfd'[opcode - 0x41] as Letter);
  else if (opcode === 0x3f || opcode === 0x110) push('i');
  else if (opcode === 0xd0 || opcode === 0xd2) push('r');
  else if ([0x0d, 0x1a, 0x21, 0x24].includes(opcode)) pop(1);
  else if (opcode === 0x1b || opcode === 0x1c || opcode === 0x26) pop(2);
  else if (opcode >= 0x36 && opcode <= 0x3e) pop(2);
  else if (opcode === 0x25 || opcode === 0xd1 || (opcode >= 0x28 && opcode <= 0x35)) {
    pop(1);
    push(loadType(opcode));
  } else if (opcode === 0x10f) {
    pop(2);
    push('i');
  } else if (BULK.has(opcode) && opcode !== 0x40) pop(3);
}

function loadType(opcode: number): Letter {
  if (opcode === 0x25) return 'r';
  if (opcode === 0x29 || (opcode >= 0x30 && opcode <= 0x35)) return 'l';
  if (opcode === 0x2a) return 'f';
  return opcode === 0x2b ? 'd' : 'i';
}
