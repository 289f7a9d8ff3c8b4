// Unsigned numbers of 128 bits: amounts of tokens and of NEAR. Overflow panics.

import { panic } from './near';

const DIGITS_MAX: i32 = 39;

export class U128 {
  lo: u64;
  hi: u64;

  constructor(lo: u64, hi: u64 = 0) {
    this.lo = lo;
    this.hi = hi;
  }

  /** The address of the 16 bytes, little-endian, as host functions read and write them. */
  ptr(): u64 {
    return changetype<usize>(this);
  }

  isZero(): bool {
    return (this.lo | this.hi) == 0;
  }

  isLess(other: U128): bool {
    return this.hi < other.hi || (this.hi == other.hi && this.lo < other.lo);
  }

  equals(other: U128): bool {
    return this.lo == other.lo && this.hi == other.hi;
  }

  plus(other: U128): U128 {
    const lo = this.lo + other.lo;
    const carry = u64(lo < this.lo);
    const hi = this.hi + other.hi;
    const sum = hi + carry;
    if (hi < this.hi || sum < hi) panic('The number is too large');
    return new U128(lo, sum);
  }

  minus(other: U128): U128 {
    if (this.isLess(other)) panic('The number would be negative');
    return new U128(this.lo - other.lo, this.hi - other.hi - u64(this.lo < other.lo));
  }

  times(factor: u32): U128 {
    const low = (this.lo & 0xffffffff) * factor;
    const middle = (this.lo >> 32) * factor + (low >> 32);
    const high = (this.hi & 0xffffffff) * factor + (middle >> 32);
    const top = (this.hi >> 32) * factor + (high >> 32);
    if (top >> 32 != 0) panic('The number is too large');
    return new U128((low & 0xffffffff) | (middle << 32), (high & 0xffffffff) | (top << 32));
  }

  toString(): string {
    if (this.isZero()) return '0';
    let text = '';
    const rest = new U128(this.lo, this.hi);
    while (!rest.isZero()) text = String.fromCharCode(48 + rest.takeDigit()) + text;
    return text;
  }

  /** Divides by ten in place; returns the remainder. */
  private takeDigit(): i32 {
    let remainder: u64 = 0;
    const limbs: u64[] = [this.hi >> 32, this.hi & 0xffffffff, this.lo >> 32, this.lo & 0xffffffff];
    for (let index = 0; index < 4; index++) {
      const value = (remainder << 32) | limbs[index];
      limbs[index] = value / 10;
      remainder = value % 10;
    }
    this.hi = (limbs[0] << 32) | limbs[1];
    this.lo = (limbs[2] << 32) | limbs[3];
    return i32(remainder);
  }

  static min(a: U128, b: U128): U128 {
    return a.isLess(b) ? a : b;
  }

  /** Decimal digits; panics for anything else. */
  static parse(text: string): U128 {
    if (text.length == 0 || text.length > DIGITS_MAX) panic(`Invalid number: "${text}"`);
    let value = new U128(0);
    for (let index = 0; index < text.length; index++) {
      const digit = text.charCodeAt(index) - 48;
      if (digit < 0 || digit > 9) panic(`Invalid number: "${text}"`);
      value = value.times(10).plus(new U128(digit));
    }
    return value;
  }
}
