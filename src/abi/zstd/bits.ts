// Reads numbers of any bit width, forwards and, as in most of Zstandard, backwards. Reading past an
// end returns zeros; callers check how far that went.

export class ForwardBits {
  readonly #bytes: Uint8Array;
  #at: number;

  /** `at` is a byte offset. */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at * 8;
  }

  read(count: number): number {
    const value = readBits(this.#bytes, this.#at, count);
    this.#at += count;
    return value;
  }

  unread(count: number): void {
    this.#at -= count;
  }

  /** The first unread byte. */
  get nextByte(): number {
    return Math.ceil(this.#at / 8);
  }
}

export class BackwardBits {
  readonly #bytes: Uint8Array;
  #left: number;

  /** The highest set bit of the last byte only marks where the others start. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const last = bytes.at(-1) ?? 0;
    if (last === 0) throw new Error('a stream of bits has no end');
    this.#left = (bytes.length - 1) * 8 + highestBit(last);
  }

  read(count: number): number {
    this.#left -= count;
    return readBits(this.#bytes, this.#left, count);
  }

  /** Negative if bits were read past the end. */
  get left(): number {
    return this.#left;
  }
}

function readBits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  let scale = 1;
  for (let at = start; at < start + count; at++, scale *= 2) {
    if (at < 0) continue;
    const byte = bytes[Math.floor(at / 8)] ?? 0;
    if (((byte >> (at % 8)) & 1) === 1) value += scale;
  }
  return value;
}

/** The number of the highest bit that is set. */
export function highestBit(value: number): number {
  return 31 - Math.clz32(value);
}
