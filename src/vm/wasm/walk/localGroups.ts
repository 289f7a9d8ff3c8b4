// The parameters and declared locals of one function. Declarations come in groups of one type.

import type { ByteReader } from '../format/byteReader.ts';
import { growInt32, growUint8 } from '../format/growing.ts';
import { readParsedType } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import type { Signature } from '../format/wasmTypes.ts';
import { NONE, TYPE_SIZES } from '../format/wasmTypes.ts';

/** The reference's validator takes no more parameters and locals in a function. */
const LOCALS_MAX = 50_000;
const FRAME_BASE_BYTES = 64;
const CAPACITY_MIN = 256;

export class LocalGroups {
  /** Of parameters and locals, by index. */
  types = new Uint8Array(CAPACITY_MIN);
  count = 0;
  groupSizes = new Int32Array(CAPACITY_MIN);
  groupTypes = new Uint8Array(CAPACITY_MIN);
  groupCount = 0;
  /** What a call takes from the metered stack besides its operands. */
  frameBytes = 0;

  /** Returns what is left of the contract's budget of declared locals. */
  read(reader: ByteReader, signature: Signature, budget: number): number {
    this.#begin(signature);
    let left = budget;
    let isSupported = true;
    const groups = reader.u32();
    for (let index = 0; index < groups; index++) {
      const size = reader.u32();
      const type = readParsedType(reader);
      left -= size;
      if (left < 0) refuse('TooManyLocals');
      if (type === NONE) isSupported = false;
      else this.#addGroup(size, type);
    }
    if (!isSupported || this.count > LOCALS_MAX) refuse('Deserialization');
    return left;
  }

  #begin(signature: Signature): void {
    const { params } = signature;
    this.types = growUint8(this.types, params.length);
    this.types.set(params);
    this.count = params.length;
    this.groupCount = 0;
    this.frameBytes = FRAME_BASE_BYTES;
    for (let index = 0; index < params.length; index++) {
      this.frameBytes += TYPE_SIZES[params[index]!]!;
    }
  }

  #addGroup(size: number, type: number): void {
    const index = this.groupCount++;
    this.groupSizes = growInt32(this.groupSizes, this.groupCount);
    this.groupTypes = growUint8(this.groupTypes, this.groupCount);
    this.groupSizes[index] = size;
    this.groupTypes[index] = type;
    const count = this.count + size;
    if (count <= LOCALS_MAX) {
      this.types = growUint8(this.types, count);
      this.types.fill(type, this.count, count);
    }
    this.count = count;
    this.frameBytes += size * TYPE_SIZES[type]!;
  }
}
