// Rewrites the function bodies of a prepared module for an instance that serves many calls: every
// access to memory is checked against the size that the contract sees, and stores record the
// granule that they write to. All other operators are copied.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { ByteReader } from '../format/byteReader.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, I32, I64, NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import { writeSized } from '../format/writeSized.ts';
import type { OffsetRecorder } from '../instrument/offsetRecorder.ts';
import {
  OUT_OF_BOUNDS,
  type ReusableFunctions,
  type ReusableGlobals,
} from './reusableFunctions.ts';
import { PAGE_SHIFT, type ReusableLayout } from './reusableLayout.ts';

/** Bodies get longer by about this factor; a wrong estimate only costs a copy. */
const GROWTH = 3;
/** V8 copies all locals at every branch; contracts as compilers make them stay far below. */
const LOCALS_TIMES_ACCESSES_MAX = 1_000_000;
/** V8 allows a few more. */
const LOCALS_MAX = 49_000;
const CODE_BYTES_MAX = 16 * 1024 * 1024;
/** V8 refuses longer ones. */
const BODY_BYTES_MAX = 7_000_000;

const FIRST_LOAD = op.I32_LOAD;
const FIRST_STORE = 0x36;
const EMPTY_BLOCK = TYPE_BYTES[NONE]!;

/** By opcode of a load or store. */
const ACCESS_BYTES: Readonly<Record<number, number>> = Object.fromEntries(
  [4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4, 4, 8, 4, 8, 1, 2, 1, 2, 4].map((bytes, index) => [
    FIRST_LOAD + index,
    bytes,
  ]),
);

/** By opcode of a store, from the first on. */
const STORED_TYPES: readonly TypeCode[] = [I32, I64, F32, F64, I32, I32, I64, I64, I64];

/** What follows operators behind the prefix that are copied. */
const INDEXES: Readonly<Record<number, number>> = {
  [op.DATA_DROP]: 1,
  [op.TABLE_INIT]: 2,
  [op.ELEM_DROP]: 1,
  [op.TABLE_COPY]: 2,
  [op.TABLE_GROW]: 1,
  [op.TABLE_SIZE]: 1,
  [op.TABLE_FILL]: 1,
};
/** Operators whose effects a reset of the small form cannot undo, or that see them. */
const SINGLE_USE: ReadonlySet<number> = new Set([
  ...[op.MEMORY_INIT, op.DATA_DROP, op.TABLE_SET, op.TABLE_INIT, op.ELEM_DROP],
  ...[op.TABLE_COPY, op.TABLE_GROW, op.TABLE_FILL],
]);

/** The local of an address is another one than that of a stored number of its type. */
const ADDRESS = 'address';
const SOURCE = 'source';
const LENGTH = 'length';
type Temporary = TypeCode | typeof ADDRESS | typeof SOURCE | typeof LENGTH;

/** Thrown for an operator that changes what a reset cannot restore, such as a table. */
export class NotReusable extends Error {}

type RewriteTarget = {
  readonly layout: ReusableLayout;
  readonly functions: ReusableFunctions;
  readonly globals: ReusableGlobals;
};

type RewriteOptions = {
  readonly target: RewriteTarget;
  /** Of each function in the section. */
  readonly paramCounts: readonly number[];
  /** Bodies that follow the others as they are. */
  readonly added: readonly Uint8Array[];
  /** By index in the section, with offsets in the bodies of the given code. */
  readonly recorder: OffsetRecorder | null;
};

/** The content of the code section, from the number of functions on. */
export function rewriteBodies(code: Uint8Array, options: RewriteOptions): Uint8Array {
  const { target, paramCounts, added, recorder } = options;
  const reader = new ByteReader(code);
  const count = reader.u32();
  const out = new ByteWriter(code.length * GROWTH);
  out.u32(count + added.length);
  for (let index = 0; index < count; index++) {
    const start = reader.offset;
    const end = reader.u32() + reader.offset;
    // Both offsets count from the length of the body.
    const record = recorder && { recorder, index, start };
    const body = new BodyRewriter(target, new ByteReader(code, reader.offset, end), record);
    body.write(out, paramCounts[index]!);
    reader.offset = end;
    if (out.length > CODE_BYTES_MAX) throw new NotReusable();
  }
  for (const body of added) out.sized(body);
  return out.written();
}

/** Where a body is recorded. */
type BodyRecord = {
  readonly recorder: OffsetRecorder;
  readonly index: number;
  /** Of the body, with its length, in the code section. */
  readonly start: number;
};

class BodyRewriter {
  readonly #target: RewriteTarget;
  readonly #reader: ByteReader;
  readonly #record: BodyRecord | null;
  readonly #out = new ByteWriter();
  /** The added locals, in the order of their indexes. */
  readonly #temporaries = new Map<Temporary, number>();
  #firstTemporary = 0;
  #accesses = 0;

  constructor(target: RewriteTarget, reader: ByteReader, record: BodyRecord | null) {
    this.#target = target;
    this.#reader = reader;
    this.#record = record;
  }

  write(out: ByteWriter, paramCount: number): void {
    const reader = this.#reader;
    const groups = reader.u32();
    const declared = reader.offset;
    this.#firstTemporary = paramCount;
    for (let group = 0; group < groups; group++) {
      this.#firstTemporary += reader.u32();
      reader.u8();
    }
    if (this.#firstTemporary > LOCALS_MAX) throw new NotReusable();
    const start = reader.offset;
    const record = this.#record;
    record?.recorder.begin(0);
    this.#rewriteOperators();
    if (this.#accesses * this.#firstTemporary > LOCALS_TIMES_ACCESSES_MAX) throw new NotReusable();
    if (this.#out.length > BODY_BYTES_MAX) throw new NotReusable();
    const bodyStart = out.length;
    writeSized(out, () => {
      out.u32(groups + this.#temporaries.size);
      out.all(reader.bytes.subarray(declared, start));
      for (const type of this.#temporaries.keys()) {
        out.all([1, TYPE_BYTES[typeof type === 'string' ? I32 : type]!]);
      }
      record?.recorder.end(record.index, record.index, out.length - bodyStart);
      out.all(this.#out.written());
    });
  }

  #rewriteOperators(): void {
    const reader = this.#reader;
    let copied = reader.offset;
    while (!reader.isAtEnd()) {
      const start = reader.offset;
      const opcode = readOpcode(reader);
      if (!this.#isLarge && SINGLE_USE.has(opcode)) throw new NotReusable();
      if (opcode < FIRST_LOAD || (opcode > op.MEMORY_GROW && opcode < op.PREFIXED)) {
        skipImmediates(reader, opcode);
      } else if (isOnMemory(opcode)) {
        this.#copy(copied, start);
        this.#record?.recorder.add(this.#out.length, start - this.#record.start);
        this.#rewrite(opcode);
        copied = reader.offset;
      } else {
        for (let rest = INDEXES[opcode] ?? 0; rest > 0; rest--) reader.u32();
      }
    }
    this.#copy(copied, reader.end);
  }

  get #isLarge(): boolean {
    return this.#target.layout.form === 'large';
  }

  #copy(start: number, end: number): void {
    this.#record?.recorder.copy(this.#out.length, start - this.#record.start);
    this.#out.all(this.#reader.bytes.subarray(start, end));
  }

  #rewrite(opcode: number): void {
    const { functions, globals } = this.#target;
    const out = this.#out;
    switch (opcode) {
      case op.MEMORY_SIZE:
        this.#reader.u8();
        writeOperator(out, op.GLOBAL_GET, globals.visible);
        writeI32(out, PAGE_SHIFT);
        out.u8(op.I32_SHR_U);
        return;
      case op.MEMORY_GROW:
        this.#reader.u8();
        writeOperator(out, op.CALL, functions.grow);
        return;
      case op.MEMORY_FILL:
        this.#reader.u8();
        writeOperator(out, op.CALL, functions.fill);
        return;
      case op.MEMORY_COPY:
        this.#reader.skip(2);
        writeOperator(out, op.CALL, functions.copy);
        return;
      case op.MEMORY_INIT:
        this.#rewriteInit();
        return;
      default:
        this.#rewriteAccess(opcode);
    }
  }

  /** What is out of bounds of the segment is left to V8, after marking. */
  #rewriteInit(): void {
    this.#accesses++;
    const { functions } = this.#target;
    const out = this.#out;
    const segment = this.#reader.u32();
    this.#reader.u8();
    const [address, source] = [this.#temporary(ADDRESS), this.#temporary(SOURCE)];
    const length = this.#temporary(LENGTH);
    for (const local of [length, source, address]) writeOperator(out, op.LOCAL_SET, local);
    writeOperator(out, op.LOCAL_GET, address);
    writeOperator(out, op.LOCAL_GET, length);
    out.u8(op.I64_EXTEND_I32_U);
    writeOperator(out, op.CALL, functions.check);
    writeOperator(out, op.LOCAL_GET, length);
    out.all([op.IF, EMPTY_BLOCK]);
    for (const local of [address, address, length]) writeOperator(out, op.LOCAL_GET, local);
    out.u8(op.I32_ADD);
    writeOperator(out, op.CALL, functions.mark);
    out.u8(op.END);
    for (const local of [address, source, length]) writeOperator(out, op.LOCAL_GET, local);
    out.u8(op.PREFIX);
    out.u32(op.MEMORY_INIT - op.PREFIXED);
    out.u32(segment);
    out.u8(0);
  }

  #rewriteAccess(opcode: number): void {
    this.#accesses++;
    const out = this.#out;
    const alignment = this.#reader.u32();
    const offset = this.#reader.u32();
    const end = offset + ACCESS_BYTES[opcode]!;
    const address = this.#temporary(ADDRESS);
    const stored = STORED_TYPES[opcode - FIRST_STORE];
    const isStore = stored !== undefined;
    const value = isStore ? this.#temporary(stored) : 0;
    if (isStore) writeOperator(out, op.LOCAL_SET, value);
    writeOperator(out, op.LOCAL_SET, address);
    const isPossible = end <= this.#target.layout.pagesMax << PAGE_SHIFT;
    if (isPossible) this.#check(address, end);
    if (isPossible) writeOperator(out, op.LOCAL_GET, address);
    else writeI32(out, OUT_OF_BOUNDS);
    if (isStore) writeOperator(out, op.LOCAL_GET, value);
    writeOperator(out, opcode, alignment);
    out.u32(offset);
    if (isStore && isPossible) this.#mark(address, offset);
  }

  /** Traps if an access that ends so far behind the address is out of bounds. */
  #check(address: number, end: number): void {
    const { functions, globals, layout } = this.#target;
    const out = this.#out;
    writeOperator(out, op.LOCAL_GET, address);
    if (end > layout.pagesMin << PAGE_SHIFT) {
      out.u8(op.I64_CONST);
      out.i32(end);
      writeOperator(out, op.CALL, functions.check);
      return;
    }
    // At least that much is always visible, so the difference is not negative.
    writeOperator(out, op.GLOBAL_GET, globals.visible);
    writeI32(out, end);
    out.u8(op.I32_SUB);
    out.u8(op.I32_GT_U);
    out.all(TRAP_IF);
  }

  /** Records a store, after it: a trap has written nothing. */
  #mark(address: number, offset: number): void {
    const out = this.#out;
    writeOperator(out, op.LOCAL_GET, address);
    if (offset > 0) {
      writeI32(out, offset);
      out.u8(op.I32_ADD);
    }
    writeI32(out, this.#target.layout.granuleShift);
    out.u8(op.I32_SHR_U);
    writeI32(out, 1);
    writeOperator(out, op.I32_STORE8, 0);
    out.u32(this.#target.layout.dirty);
  }

  /** A local that no other operator uses: for an address, or for values of a type. */
  #temporary(type: Temporary): number {
    let place = this.#temporaries.get(type);
    if (place === undefined) {
      place = this.#temporaries.size;
      this.#temporaries.set(type, place);
    }
    return this.#firstTemporary + place;
  }
}

const TRAP_IF = [
  ...[op.IF, EMPTY_BLOCK, op.I32_CONST, 0x7f /* OUT_OF_BOUNDS */],
  ...[op.I32_LOAD, 0, 0, op.UNREACHABLE, op.END],
];

function readOpcode(reader: ByteReader): number {
  const opcode = reader.u8();
  return opcode === op.PREFIX ? op.PREFIXED + reader.u32() : opcode;
}

/** Of the operators on memory and behind the prefix. */
function isOnMemory(opcode: number): boolean {
  if (opcode < op.PREFIXED) return true;
  return opcode >= op.MEMORY_INIT && opcode <= op.MEMORY_FILL && opcode !== op.DATA_DROP;
}

/** Skips what follows an operator that is neither prefixed nor on memory. */
function skipImmediates(reader: ByteReader, opcode: number): void {
  switch (opcode) {
    case op.BLOCK:
    case op.LOOP:
    case op.IF:
    case op.I64_CONST:
      reader.skipI64();
      return;
    case op.BR_TABLE:
      for (let labels = reader.u32(); labels >= 0; labels--) reader.u32();
      return;
    case op.CALL_INDIRECT:
      reader.u32();
      reader.u32();
      return;
    case op.SELECT_TYPED:
      reader.skip(reader.u32());
      return;
    case op.BR:
    case op.BR_IF:
    case op.CALL:
    case op.LOCAL_GET:
    case op.LOCAL_SET:
    case op.LOCAL_TEE:
    case op.GLOBAL_GET:
    case op.GLOBAL_SET:
    case op.TABLE_GET:
    case op.TABLE_SET:
    case op.REF_FUNC:
      reader.u32();
      return;
    case op.I32_CONST:
      reader.i32();
      return;
    case op.F32_CONST:
      reader.skip(4);
      return;
    case op.F64_CONST:
      reader.skip(8);
      return;
    case op.REF_NULL:
      reader.u8();
  }
}
