// The encoding of BLS12-381's points in NEAR's host functions (NEP-488): coordinates are big
// endian, and the top three bits of a point are flags. Points are addresses in the memory of the
// program that computes with them.

import { BATCH_MAX, type Curve } from './field/curve.ts';

export const FP_BYTES = 48;

/** Flags in the first byte of an encoded point. */
const COMPRESSED = 0x80;
const INFINITY = 0x40;
const LARGER_Y = 0x20;
const FLAGS = COMPRESSED | INFINITY | LARGER_Y;

/** What differs between the groups over Fp and over Fp2. */
type GroupOptions = {
  readonly curve: Curve;
  /** Bytes of a coordinate; a compressed point is as long. */
  readonly fieldBytes: number;
  /** False for bytes that are not an element. */
  readonly readElement: (target: number, bytes: Uint8Array) => boolean;
  /** The parts of an element, in the order of their encoding. */
  readonly writeElement: (element: number) => readonly Uint8Array[];
  readonly isInGroup: (point: number) => boolean;
  /** Maps a field element to the curve. */
  readonly mapToCurve: (target: number, element: number) => void;
  /** Makes the point a member of the group. */
  readonly clearCofactor: (point: number) => void;
};

export class Bls12381Group {
  readonly curve: Curve;
  readonly isInGroup: (point: number) => boolean;
  /** Room for points that are computed with together. */
  readonly slots: readonly number[];
  readonly #options: GroupOptions;
  readonly #element: number;

  constructor(options: GroupOptions) {
    this.#options = options;
    this.curve = options.curve;
    this.isInGroup = options.isInGroup;
    this.slots = Array.from({ length: BATCH_MAX }, () => this.curve.allocate());
    this.#element = options.curve.field.allocate();
  }

  /** A point of the curve, not necessarily of the group; false if the bytes are none. */
  decode(target: number, bytes: Uint8Array): boolean {
    const flags = bytes[0]! & FLAGS;
    if (flags === INFINITY) return this.#decodeInfinity(target, bytes, INFINITY);
    if (flags !== 0) return false;
    const { curve, fieldBytes, readElement } = this.#options;
    const { size, one } = curve.field;
    if (!readElement(target, bytes.subarray(0, fieldBytes))) return false;
    if (!readElement(target + size, bytes.subarray(fieldBytes))) return false;
    curve.field.copy(target + 2 * size, one);
    return curve.isOnCurve(target);
  }

  /** The same for a point that is given by its x and the choice of y. */
  decompress(target: number, bytes: Uint8Array): boolean {
    const flags = bytes[0]! & FLAGS;
    if ((flags & COMPRESSED) === 0) return false;
    if ((flags & INFINITY) !== 0) {
      return this.#decodeInfinity(target, bytes, COMPRESSED | INFINITY);
    }
    const { field, rightSide } = this.curve;
    const x = bytes.slice();
    x[0]! &= ~FLAGS;
    if (!this.#options.readElement(target, x)) return false;
    const y = target + field.size;
    rightSide(y, target);
    if (!field.squareRoot(y, y)) return false;
    const takeLargerY = (flags & LARGER_Y) !== 0;
    if (field.isLarger(y) !== takeLargerY) field.subtract(y, field.zero, y);
    field.copy(y + field.size, field.one);
    return true;
  }

  /** The member of the group for a field element (RFC 9380); false if the bytes are none. */
  map(target: number, bytes: Uint8Array): boolean {
    if (!this.#options.readElement(this.#element, bytes)) return false;
    this.#options.mapToCurve(target, this.#element);
    this.#options.clearCofactor(target);
    return true;
  }

  /** Normalises the point. */
  encode(point: number): Uint8Array {
    const { fieldBytes, writeElement } = this.#options;
    const bytes = new Uint8Array(2 * fieldBytes);
    if (this.curve.isZero(point)) {
      bytes[0] = INFINITY;
      return bytes;
    }
    this.curve.normalize(point);
    const parts = [point, point + this.curve.field.size].flatMap(writeElement);
    for (const [index, part] of parts.entries()) bytes.set(part, index * FP_BYTES);
    return bytes;
  }

  #decodeInfinity(target: number, bytes: Uint8Array, flags: number): boolean {
    this.curve.copy(target, this.curve.zero);
    return bytes[0] === flags && bytes.subarray(1).every((byte) => byte === 0);
  }
}
