// Generates random valid modules that use every operator of the protocol, from a seed. Expressions
// are generated from the result backwards, so that the operands always exist; code after an
// unconditional branch is generated too. Nothing ensures termination except gas.

import { alignmentOf, LOADS, OFFSETS, STORES } from './memoryAccesses.ts';
import type { Letter, Value } from './numericOperators.ts';
import { NUMERIC } from './numericOperators.ts';
import { Random } from './random.ts';
import type { Instruction, Result, TestFunction, TestModule, TestType } from './testModule.ts';

const LETTERS: readonly Letter[] = ['i', 'l', 'f', 'd', 'r'];
const NUMBERS: readonly Letter[] = ['i', 'l', 'f', 'd'];

/** Type 0 is that of the import. */
const TYPES: readonly TestType[] = [
  { params: ['i'], result: 'i' },
  { params: [], result: '' },
  { params: ['l', 'd'], result: 'l' },
  { params: ['f', 'r'], result: 'f' },
  { params: ['i', 'i', 'l'], result: 'd' },
  { params: ['r'], result: 'r' },
  { params: ['d'], result: '' },
];
const FUNCTION_TYPES = [1, 0, 2, 3, 4, 5, 6];

const BY_RESULT = new Map(
  NUMBERS.map((type) => [type, [...NUMERIC.values()].filter(({ result }) => result === type)]),
);

/** Enough for recursion to exhaust the metered stack soon. */
const LOCALS_OF_DEEP = 2_000;

type ModuleShape = Omit<TestModule, 'functions'> & {
  readonly functionTypes: readonly number[];
  readonly isDeep: boolean;
};

/** The functions of a deep module have large frames. */
export function randomModule(seed: number, isDeep = false): TestModule {
  const random = new Random(seed);
  const functionTypes = FUNCTION_TYPES.slice(0, 2 + random.below(FUNCTION_TYPES.length - 1));
  const reference = (): number | null =>
    random.chance(20) ? null : random.below(functionTypes.length + 1);
  const references = (count: number): (number | null)[] => Array.from({ length: count }, reference);
  const shape: ModuleShape = {
    isDeep,
    types: TYPES,
    functionTypes,
    globals: LETTERS.flatMap((type) => [
      { type, isMutable: true, init: type === 'r' ? reference() : random.constant(type) },
      { type, isMutable: false, init: type === 'r' ? null : random.constant(type) },
    ]),
    table: { min: 4 + random.below(8), max: random.pick([20, 10_000, 20_000]) },
    elements: [references(4), references(3), references(0)],
    data: [1, 2, 3].map((count) => Array.from({ length: count * 5 }, () => random.below(256))),
  };
  const functions = functionTypes.map((type) => new FunctionMaker(random, shape, type).make());
  return { ...shape, functions };
}

class FunctionMaker {
  readonly #random: Random;
  readonly #shape: ModuleShape;
  readonly #type: number;
  readonly #locals: readonly Letter[];
  readonly #code: Instruction[] = [];
  /** Types of the labels, the innermost last. */
  readonly #labels: Result[] = [];
  #fuel: number;

  constructor(random: Random, shape: ModuleShape, type: number) {
    this.#random = random;
    this.#shape = shape;
    this.#type = type;
    const count = shape.isDeep ? LOCALS_OF_DEEP : random.below(6);
    this.#locals = Array.from({ length: count }, () => random.pick(LETTERS));
    this.#fuel = 20 + random.below(120);
  }

  make(): TestFunction {
    const { result } = this.#shape.types[this.#type]!;
    this.#body(result);
    return { type: this.#type, locals: this.#locals, code: this.#code };
  }

  #emit(opcode: number, ...args: number[]): void {
    this.#code.push({ opcode, args });
  }

  /** The inside of a block: statements, its value, and `end`. */
  #body(result: Result, isLoop = false): void {
    this.#labels.push(isLoop ? '' : result);
    const count = this.#random.below(4);
    for (let index = 0; index < count; index++) this.#statement();
    if (result !== '') this.#expression(result);
    this.#labels.pop();
    this.#emit(0x0b);
  }

  #block(opcode: number, type: Result): void {
    if (opcode === 0x04) this.#expression('i');
    this.#code.push({ opcode, args: [], type });
    const hasElse = opcode === 0x04 && (type !== '' || this.#random.chance(50));
    this.#body(type, opcode === 0x03);
    if (!hasElse) return;
    this.#code.pop();
    this.#emit(0x05);
    this.#body(type);
  }

  #constant(type: Letter, value: Value): void {
    this.#code.push({ opcode: 0x41 + NUMBERS.indexOf(type), args: [], constant: value });
  }

  #leaf(type: Letter): void {
    const random = this.#random;
    const locals = this.#variables(type);
    if (locals.length > 0 && random.chance(50)) {
      this.#emit(0x20, random.pick(locals));
    } else if (random.chance(20)) {
      this.#emit(0x23, 2 * LETTERS.indexOf(type) + random.below(2));
    } else if (type !== 'r') {
      this.#constant(type, random.constant(type));
    } else if (random.chance(50)) {
      this.#emit(0xd0);
    } else {
      this.#emit(0xd2, 1 + random.below(this.#shape.functionTypes.length));
    }
  }

  #variables(type: Letter): number[] {
    const all = [...this.#shape.types[this.#type]!.params, ...this.#locals];
    return all.flatMap((letter, index) => (letter === type ? [index] : []));
  }

  /** An i32 that is mostly small, for addresses, lengths and indexes. */
  #small(bound: number): void {
    if (this.#random.chance(4)) this.#expression('i');
    else this.#constant('i', this.#random.below(bound));
  }

  #expression(type: Letter): void {
    const random = this.#random;
    if (--this.#fuel < 0 || random.chance(15)) {
      this.#leaf(type);
      return;
    }
    const makers = type === 'r' ? this.#referenceMakers() : this.#numberMakers(type);
    const all = [...makers, ...this.#commonMakers(type)];
    random.pick(all)();
  }

  #commonMakers(type: Letter): (() => void)[] {
    const random = this.#random;
    const labels = this.#labelsOf(type);
    const locals = this.#variables(type);
    const makers = [
      () => this.#block(random.pick([0x02, 0x03, 0x04]), type),
      () => {
        this.#expression(type);
        this.#expression(type);
        this.#expression('i');
        this.#code.push({ opcode: 0x1c, args: [], type });
      },
      () => this.#call(type),
    ];
    if (labels.length > 0) {
      makers.push(() => {
        this.#expression(type);
        this.#expression('i');
        this.#emit(0x0d, random.pick(labels));
      });
    }
    if (locals.length > 0) {
      makers.push(() => {
        this.#expression(type);
        this.#emit(0x22, random.pick(locals));
      });
    }
    return makers;
  }

  #labelsOf(type: Result): number[] {
    const last = this.#labels.length - 1;
    return this.#labels.flatMap((label, index) => (label === type ? [last - index] : []));
  }

  #referenceMakers(): (() => void)[] {
    return [
      () => {
        this.#small(10);
        this.#emit(0x25, 0);
      },
    ];
  }

  #numberMakers(type: Letter): (() => void)[] {
    const random = this.#random;
    const operator = random.pick(BY_RESULT.get(type)!);
    const numeric = (): void => {
      for (const operand of operator.operands) this.#expression(operand);
      this.#emit(operator.opcode);
    };
    const access = (): void => {
      this.#small(65_536);
      this.#access(random.pick(LOADS[type]!));
    };
    const select = (): void => {
      this.#expression(type);
      this.#expression(type);
      this.#expression('i');
      this.#emit(0x1b);
    };
    const makers = [numeric, numeric, numeric, numeric, access, select];
    return type === 'i' ? [...makers, ...this.#sizeMakers()] : makers;
  }

  #sizeMakers(): (() => void)[] {
    return [
      () => this.#emit(0x3f, 0),
      () => this.#emit(0x110, 0),
      () => {
        this.#small(3);
        this.#emit(0x40, 0);
      },
      () => {
        this.#expression('r');
        this.#small(10);
        this.#emit(0x10f, 0);
      },
      () => {
        this.#expression('r');
        this.#emit(0xd1);
      },
    ];
  }

  /** A call with this result, if there is such a function. */
  #call(type: Result): void {
    const random = this.#random;
    const wanted = TYPES.flatMap((item, index) => (item.result === type ? [index] : []));
    const typeIndex = wanted.length === 0 ? -1 : random.pick(wanted);
    const callees = this.#shape.functionTypes.flatMap((item, index) =>
      item === typeIndex ? [index + 1] : [],
    );
    if (typeIndex === 0) callees.push(0);
    if (typeIndex < 0) {
      if (type !== '') this.#leaf(type);
      return;
    }
    for (const param of TYPES[typeIndex]!.params) this.#expression(param);
    if (callees.length > 0 && random.chance(60)) {
      this.#emit(0x10, random.pick(callees));
    } else {
      const entries = this.#entriesOf(typeIndex);
      if (entries.length > 0 && random.chance(85)) this.#constant('i', random.pick(entries));
      else this.#small(6);
      this.#emit(0x11, typeIndex, 0);
    }
  }

  /** Table entries that initially have functions of this type. */
  #entriesOf(typeIndex: number): number[] {
    const { elements, functionTypes } = this.#shape;
    const typeOf = (callee: number | null): number | undefined =>
      callee === 0 ? 0 : functionTypes[(callee ?? 0) - 1];
    return elements[0]!.flatMap((callee, entry) => (typeOf(callee) === typeIndex ? [entry] : []));
  }

  #statement(): void {
    if (--this.#fuel < 0) return;
    const random = this.#random;
    const statements = [
      () => {
        this.#expression(random.pick(LETTERS));
        this.#emit(0x1a);
      },
      () => this.#assign(),
      () => this.#store(),
      () => this.#block(random.pick([0x02, 0x03, 0x04]), ''),
      () => this.#block(random.pick([0x02, 0x03, 0x04]), ''),
      () => this.#branch(),
      () => this.#branch(),
      () => this.#call(''),
      () => this.#bulk(),
      () => this.#emit(0x01),
    ];
    random.pick(statements)();
  }

  #assign(): void {
    const random = this.#random;
    const type = random.pick(LETTERS);
    const locals = this.#variables(type);
    this.#expression(type);
    if (locals.length > 0 && random.chance(60)) this.#emit(0x21, random.pick(locals));
    else this.#emit(0x24, 2 * LETTERS.indexOf(type));
  }

  #store(): void {
    const random = this.#random;
    const type = random.pick(NUMBERS);
    this.#small(65_536);
    this.#expression(type);
    this.#access(random.pick(STORES[type]!));
  }

  #access(opcode: number): void {
    const alignment = this.#random.below(alignmentOf(opcode) + 1);
    this.#emit(opcode, alignment, this.#random.pick(OFFSETS));
  }

  #branch(): void {
    const random = this.#random;
    const label = random.below(this.#labels.length);
    const type = this.#labels[this.#labels.length - 1 - label]!;
    const kind = random.below(20);
    if (kind < 8) {
      if (type !== '') return;
      this.#expression('i');
      this.#emit(0x0d, label);
    } else if (kind < 12) {
      if (type !== '') this.#expression(type);
      this.#emit(0x0c, label);
      this.#dead();
    } else if (kind < 16) {
      const labels = this.#labelsOf(type);
      if (type !== '') this.#expression(type);
      this.#small(4);
      this.#emit(0x0e, random.pick(labels), random.pick(labels), label);
      this.#dead();
    } else if (kind < 19) {
      const { result } = this.#shape.types[this.#type]!;
      if (result !== '') this.#expression(result);
      this.#emit(0x0f);
      this.#dead();
    } else {
      this.#emit(0x00);
      this.#dead();
    }
  }

  /** Operators that take missing operands, as code may after a branch. */
  #dead(): void {
    const random = this.#random;
    if (random.chance(40)) return;
    const operators = [...NUMERIC.keys(), 0x1b];
    this.#emit(random.pick(operators));
    this.#emit(0x1a);
    if (random.chance(20)) this.#emit(0x10b, 0);
    if (random.chance(20)) this.#block(0x03, '');
  }

  #bulk(): void {
    const random = this.#random;
    const smalls = (...bounds: number[]): void => {
      for (const bound of bounds) this.#small(bound);
    };
    const bulks = [
      () => {
        smalls(1_000, 8, 8);
        this.#emit(0x108, random.below(3), 0);
      },
      () => this.#emit(0x109, random.below(3)),
      () => {
        smalls(70_000, 70_000, 300);
        this.#emit(0x10a, 0, 0);
      },
      () => {
        smalls(70_000, 256, 300);
        this.#emit(0x10b, 0);
      },
      () => {
        smalls(8, 3, 3);
        this.#emit(0x10c, random.below(3), 0);
      },
      () => this.#emit(0x10d, random.below(3)),
      () => {
        smalls(6, 6, 4);
        this.#emit(0x10e, 0, 0);
      },
      () => {
        this.#small(8);
        this.#expression('r');
        this.#small(4);
        this.#emit(0x111, 0);
      },
      () => {
        this.#small(12);
        this.#expression('r');
        this.#emit(0x26, 0);
      },
    ];
    random.pick(bulks)();
  }
}
