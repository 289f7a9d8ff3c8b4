// A slow, plain interpreter of test modules that charges gas and stack by the rules of the
// protocol: the standard of comparison for instrumented modules on V8. It counts gas twice, by the
// merged charges and by the cost of every executed instruction, which must agree unless gas runs
// out.

import { InterpreterState } from './interpreterState.ts';
import type { Analysis } from './literalAnalysis.ts';
import { analyse, BULK } from './literalAnalysis.ts';
import type { Letter, Value } from './numericOperators.ts';
import { NUMERIC, Trap } from './numericOperators.ts';
import type { Instruction, Result, TestFunction, TestModule } from './testModule.ts';

const STACK_BYTES = 262_144;
const LINEAR_BASE = 32;

export type End =
  | { readonly kind: 'ok' }
  | { readonly kind: 'trap'; readonly trap: string }
  | { readonly kind: 'outOfGas'; readonly cost: number }
  | { readonly kind: 'stackOverflow' };

class Stop extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.kind);
    this.end = end;
  }
}

/** What the imported function does. */
export const probe = (value: number): number => Math.imul(value, 7) + 1;

export type AnalysedFunction = TestFunction & {
  readonly params: readonly Letter[];
  readonly result: Result;
  readonly analysis: Analysis;
  /** By number of the instruction that opens a block: those of its `else` and `end`. */
  readonly elses: readonly number[];
  readonly ends: readonly number[];
};

export class Interpreter {
  readonly #module: TestModule;
  readonly #functions: readonly AnalysedFunction[];
  readonly state: InterpreterState;
  /** Regular operations left. */
  gasLeft: number;
  /** The cost of the instructions that were executed, by the plain rule. */
  gasByRule = 0;
  #stackLeft = STACK_BYTES;

  constructor(module: TestModule, functions: readonly AnalysedFunction[], gas: number) {
    this.#module = module;
    this.#functions = functions;
    this.state = new InterpreterState(module);
    this.gasLeft = gas;
  }

  run(functionIndex: number): End {
    try {
      this.#call(functionIndex, []);
      return { kind: 'ok' };
    } catch (error) {
      if (error instanceof Stop) return error.end;
      if (error instanceof Trap) return { kind: 'trap', trap: error.message };
      throw error;
    }
  }

  #charge(cost: number): void {
    if (this.gasLeft < cost) throw new Stop({ kind: 'outOfGas', cost });
    this.gasLeft -= cost;
  }

  #call(index: number, args: Value[]): Value[] {
    if (index === 0) return [probe(args[0] as number) | 0];
    const target = this.#functions[index - 1]!;
    const { stackBytes, frameCost } = target.analysis;
    if (this.#stackLeft < stackBytes) throw new Stop({ kind: 'stackOverflow' });
    this.#stackLeft -= stackBytes;
    this.#charge(frameCost);
    this.gasByRule += frameCost;
    const stack = this.#execute(target, [...args, ...target.locals.map(zeroOf)]);
    this.#stackLeft += stackBytes;
    return target.result === '' ? [] : [stack.at(-1)!];
  }

  #execute(target: AnalysedFunction, locals: Value[]): Value[] {
    const activation = new Activation(target);
    const { stack } = activation;
    for (let at = activation.advance(); at !== null; at = activation.advance()) {
      const instruction = target.code[at]!;
      const { opcode, args } = instruction;
      const top = BULK.has(opcode) ? (stack.at(-1) as number) >>> 0 : 0;
      for (const { cost, isLinear } of target.analysis.charges[at]!) {
        this.#charge(isLinear ? cost + top : cost);
      }
      this.gasByRule += ruleCost(opcode, top);
      if (opcode >= 0x02 && opcode <= 0x0f) {
        // Branching back to a loop executes it once more.
        if (activation.control(instruction, at)) this.gasByRule += 1;
      } else if (opcode === 0x10) {
        this.#callFrom(stack, args[0]!);
      } else if (opcode === 0x11) {
        this.#callFrom(stack, this.#indirect(stack.pop() as number, args[0]!));
      } else {
        this.#simple(instruction, stack, locals);
      }
    }
    return stack;
  }

  #callFrom(stack: Value[], index: number): void {
    const { params } = index === 0 ? this.#module.types[0]! : this.#functions[index - 1]!;
    const args = stack.splice(stack.length - params.length, params.length);
    stack.push(...this.#call(index, args));
  }

  #indirect(entry: number, typeIndex: number): number {
    const callee = this.state.tableGet(entry);
    if (callee === null) throw new Trap('IndirectCallToNull');
    const wanted = this.#module.types[typeIndex]!;
    const actual = callee === 0 ? this.#module.types[0]! : this.#functions[callee - 1]!;
    const isSame = wanted.result === actual.result && wanted.params.join() === actual.params.join();
    if (!isSame) throw new Trap('IncorrectCallIndirectSignature');
    return callee;
  }

  #simple(instruction: Instruction, stack: Value[], locals: Value[]): void {
    const { opcode, args, constant } = instruction;
    const [index = 0] = args;
    const numeric = NUMERIC.get(opcode);
    if (numeric !== undefined) {
      const operands = stack.splice(stack.length - numeric.operands.length);
      stack.push(numeric.run(...(operands as never[])));
      return;
    }
    switch (opcode) {
      case 0x00:
        throw new Trap('Unreachable');
      case 0x01:
        return;
      case 0x1a:
        stack.pop();
        return;
      case 0x1b:
      case 0x1c: {
        const isFirst = stack.pop() !== 0;
        const second = stack.pop()!;
        if (!isFirst) stack[stack.length - 1] = second;
        return;
      }
      case 0x20:
        stack.push(locals[index]!);
        return;
      case 0x21:
        locals[index] = stack.pop()!;
        return;
      case 0x22:
        locals[index] = stack.at(-1)!;
        return;
      case 0x41:
      case 0x42:
      case 0x43:
      case 0x44:
        stack.push(constant as Value);
        return;
      case 0xd0:
        stack.push(null);
        return;
      case 0xd1:
        stack.push(stack.pop() === null ? 1 : 0);
        return;
      case 0xd2:
        stack.push(index);
        return;
      default:
        this.state.apply(instruction, stack);
    }
  }
}

type Label = { readonly target: number; readonly height: number; readonly arity: number };

/** One call of a function: its operands, its open blocks, and its position. */
class Activation {
  readonly stack: Value[] = [];
  readonly #function: AnalysedFunction;
  readonly #labels: Label[];
  #next = 0;

  constructor(target: AnalysedFunction) {
    this.#function = target;
    const arity = target.result === '' ? 0 : 1;
    this.#labels = [{ target: target.code.length, height: 0, arity }];
  }

  /** The number of the next instruction; null after the last one. */
  advance(): number | null {
    return this.#next < this.#function.code.length ? this.#next++ : null;
  }

  /** Executes a block or branch; returns whether it branched back to a loop. */
  control({ opcode, args, type = '' }: Instruction, at: number): boolean {
    const { stack } = this;
    const end = this.#function.ends[at]!;
    switch (opcode) {
      case 0x02:
        this.#open(end + 1, type);
        return false;
      case 0x03:
        this.#open(at + 1, '');
        return false;
      case 0x04:
        this.#open(end + 1, type);
        if (stack.pop() === 0) this.#skipThen(at);
        return false;
      case 0x05:
        return this.#branch(0);
      case 0x0b:
        this.#labels.pop();
        return false;
      case 0x0c:
        return this.#branch(args[0]!);
      case 0x0d:
        return stack.pop() !== 0 && this.#branch(args[0]!);
      case 0x0e:
        return this.#branch(args[Math.min((stack.pop() as number) >>> 0, args.length - 1)]!);
      default:
        return this.#branch(this.#labels.length - 1);
    }
  }

  #open(target: number, carried: Result): void {
    const isIf = this.#function.code[this.#next - 1]!.opcode === 0x04;
    const height = this.stack.length - (isIf ? 1 : 0);
    this.#labels.push({ target, height, arity: carried === '' ? 0 : 1 });
  }

  #skipThen(at: number): void {
    const otherwise = this.#function.elses[at]!;
    if (otherwise < 0) this.#labels.pop();
    this.#next = (otherwise < 0 ? this.#function.ends[at]! : otherwise) + 1;
  }

  /** A loop stays open, another block is left. */
  #branch(label: number): boolean {
    const index = this.#labels.length - 1 - label;
    const { target, height, arity } = this.#labels[index]!;
    const values = arity === 0 ? [] : [this.stack.at(-1)!];
    this.stack.length = height;
    this.stack.push(...values);
    const isLoop = this.#function.code[target - 1]?.opcode === 0x03;
    this.#labels.length = isLoop ? index + 1 : index;
    this.#next = target;
    return isLoop;
  }
}

function zeroOf(type: Letter): Value {
  if (type === 'r') return null;
  return type === 'l' || type === 'd' ? 0n : 0;
}

function ruleCost(opcode: number, top: number): number {
  if (opcode === 0x02 || opcode === 0x05 || opcode === 0x0b) return 0;
  return BULK.has(opcode) ? LINEAR_BASE + top : 1;
}

export function analyseFunctions(module: TestModule): AnalysedFunction[] {
  return module.functions.map((target) => analyseFunction(module, target));
}

function analyseFunction(module: TestModule, target: TestFunction): AnalysedFunction {
  const { params, result } = module.types[target.type]!;
  const elses = target.code.map(() => -1);
  const ends = target.code.map(() => -1);
  const open: number[] = [];
  for (const [index, { opcode }] of target.code.entries()) {
    if (opcode >= 0x02 && opcode <= 0x04) open.push(index);
    else if (opcode === 0x05) elses[open.at(-1)!] = index;
    else if (opcode === 0x0b && open.length > 0) ends[open.pop()!] = index;
  }
  return { ...target, params, result, analysis: analyse(module, target), elses, ends };
}
