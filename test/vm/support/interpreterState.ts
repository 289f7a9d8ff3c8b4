// Memory, table, globals and segments of an interpreted test module.

import type { Value } from './numericOperators.ts';
import { Trap } from './numericOperators.ts';
import type { Instruction, TestModule } from './testModule.ts';

const PAGE_BYTES = 65_536;
const PAGES_MIN = 1_024;
const PAGES_MAX = 2_048;
const TABLE_MAX = 10_000;

/** The memory of all modules, reused one after the other: 128 MiB are slow to allocate. */
const bytes = new Uint8Array(PAGES_MAX * PAGE_BYTES);
const view = new DataView(bytes.buffer);

type Access = {
  readonly width: number;
  readonly load?: (at: number) => Value;
  readonly store?: (at: number, value: Value) => void;
};

const u32 = (value: Value | undefined): number => (value as number) >>> 0;
const load = (width: number, run: (at: number) => Value): Access => ({ width, load: run });
const store = (width: number, run: (at: number, value: Value) => void): Access => ({
  width,
  store: run,
});

/** From opcode 0x28 on. */
const ACCESSES: readonly Access[] = [
  load(4, (at) => view.getInt32(at, true)),
  load(8, (at) => view.getBigInt64(at, true)),
  load(4, (at) => view.getUint32(at, true)),
  load(8, (at) => view.getBigUint64(at, true)),
  load(1, (at) => view.getInt8(at)),
  load(1, (at) => view.getUint8(at)),
  load(2, (at) => view.getInt16(at, true)),
  load(2, (at) => view.getUint16(at, true)),
  load(1, (at) => BigInt(view.getInt8(at))),
  load(1, (at) => BigInt(view.getUint8(at))),
  load(2, (at) => BigInt(view.getInt16(at, true))),
  load(2, (at) => BigInt(view.getUint16(at, true))),
  load(4, (at) => BigInt(view.getInt32(at, true))),
  load(4, (at) => BigInt(view.getUint32(at, true))),
  store(4, (at, value) => view.setInt32(at, value as number, true)),
  store(8, (at, value) => view.setBigInt64(at, value as bigint, true)),
  store(4, (at, value) => view.setUint32(at, value as number, true)),
  store(8, (at, value) => view.setBigUint64(at, value as bigint, true)),
  store(1, (at, value) => view.setInt8(at, value as number)),
  store(2, (at, value) => view.setInt16(at, value as number, true)),
  store(1, (at, value) => view.setInt8(at, Number(BigInt.asIntN(8, value as bigint)))),
  store(2, (at, value) => view.setInt16(at, Number(BigInt.asIntN(16, value as bigint)), true)),
  store(4, (at, value) => view.setInt32(at, Number(BigInt.asIntN(32, value as bigint)), true)),
];

export class InterpreterState {
  readonly #tableMax: number;
  readonly #globals: Value[];
  readonly #table: (number | null)[];
  readonly #elements: (readonly (number | null)[])[];
  readonly #data: (readonly number[])[];
  /** Pages that were written to. */
  readonly dirtyPages = new Set<number>();
  pages = PAGES_MIN;

  constructor(module: TestModule) {
    const { min, max } = module.table;
    this.#tableMax = Math.min(max, TABLE_MAX);
    this.#globals = module.globals.map(({ init }) => init);
    this.#table = new Array<number | null>(min).fill(null);
    for (const [index, entry] of module.elements[0]!.entries()) this.#table[index] = entry;
    // An active segment is gone once it is applied.
    this.#elements = module.elements.map((segment, index) => (index === 0 ? [] : segment));
    this.#data = module.data.map((segment, index) => (index === 0 ? [] : segment));
    this.#write(0, module.data[0]!);
  }

  page(index: number): Uint8Array {
    return bytes.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
  }

  /** Clears the memory for the next module. */
  release(): void {
    for (const page of this.dirtyPages) this.page(page).fill(0);
  }

  tableGet(entry: number): number | null {
    const callee = this.#table[entry >>> 0];
    if (callee === undefined) throw new Trap('MemoryOutOfBounds');
    return callee;
  }

  apply({ opcode, args }: Instruction, stack: Value[]): void {
    const [first = 0, second = 0] = args;
    if (opcode >= 0x28 && opcode <= 0x3e) this.#access(ACCESSES[opcode - 0x28]!, second, stack);
    else if (opcode === 0x23) stack.push(this.#globals[first]!);
    else if (opcode === 0x24) this.#globals[first] = stack.pop()!;
    else if (opcode === 0x25) stack.push(this.tableGet(stack.pop() as number));
    else if (opcode === 0x26) this.#tableSet(stack);
    else if (opcode === 0x3f) stack.push(this.pages);
    else if (opcode === 0x40) this.#grow(stack);
    else if (opcode === 0x109) this.#data[first] = [];
    else if (opcode === 0x10d) this.#elements[first] = [];
    else if (opcode === 0x10f) this.#tableGrow(stack);
    else if (opcode === 0x110) stack.push(this.#table.length);
    else this.#bulk(opcode, first, stack);
  }

  #access({ width, load: read, store: write }: Access, offset: number, stack: Value[]): void {
    const value = write === undefined ? 0 : stack.pop()!;
    const at = u32(stack.pop()) + offset;
    if (at + width > this.pages * PAGE_BYTES) throw new Trap('MemoryOutOfBounds');
    if (read !== undefined) stack.push(read(at));
    write?.(at, value);
    if (write !== undefined) this.#touch(at, width);
  }

  #touch(at: number, length: number): void {
    if (length === 0) return;
    const last = Math.floor((at + length - 1) / PAGE_BYTES);
    for (let page = Math.floor(at / PAGE_BYTES); page <= last; page++) this.dirtyPages.add(page);
  }

  #write(at: number, content: ArrayLike<number>): void {
    bytes.set(content, at);
    this.#touch(at, content.length);
  }

  #grow(stack: Value[]): void {
    const delta = u32(stack.pop());
    const isPossible = this.pages + delta <= PAGES_MAX;
    stack.push(isPossible ? this.pages : -1);
    if (isPossible) this.pages += delta;
  }

  #tableSet(stack: Value[]): void {
    const value = stack.pop() as number | null;
    const entry = u32(stack.pop());
    if (entry >= this.#table.length) throw new Trap('MemoryOutOfBounds');
    this.#table[entry] = value;
  }

  #tableGrow(stack: Value[]): void {
    const delta = u32(stack.pop());
    const value = stack.pop() as number | null;
    const size = this.#table.length;
    const isPossible = size + delta <= this.#tableMax;
    stack.push(isPossible ? size : -1);
    if (isPossible) this.#table.push(...new Array<number | null>(delta).fill(value));
  }

  #bulk(opcode: number, segment: number, stack: Value[]): void {
    const length = u32(stack.pop());
    const source = stack.pop() as Value;
    const to = u32(stack.pop());
    const memoryBytes = this.pages * PAGE_BYTES;
    const isMemory = opcode <= 0x10b;
    const check = (start: number, size: number): void => {
      if (start + length > size) throw new Trap('MemoryOutOfBounds');
    };
    check(to, isMemory ? memoryBytes : this.#table.length);
    const from = u32(source);
    if (opcode === 0x108) {
      check(from, this.#data[segment]!.length);
      this.#write(to, this.#data[segment]!.slice(from, from + length));
    } else if (opcode === 0x10a) {
      check(from, memoryBytes);
      this.#write(to, bytes.slice(from, from + length));
    } else if (opcode === 0x10b) {
      this.#write(to, new Uint8Array(length).fill(from));
    } else if (opcode === 0x111) {
      this.#table.fill(source as number | null, to, to + length);
    } else {
      const entries = opcode === 0x10c ? this.#elements[segment]! : this.#table;
      check(from, entries.length);
      this.#table.splice(to, length, ...entries.slice(from, from + length));
    }
  }
}
