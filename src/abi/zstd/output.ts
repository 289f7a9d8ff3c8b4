// The decompressed bytes, which matches can refer to. Their number is bounded.

export class Output {
  readonly #bytesMax: number;
  #buffer = new Uint8Array(1024);
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  append(bytes: Uint8Array): void {
    const start = this.#grow(bytes.length);
    this.#buffer.set(bytes, start);
  }

  fill(byte: number, count: number): void {
    const start = this.#grow(count);
    this.#buffer.fill(byte, start, start + count);
  }

  /** Copies earlier bytes; the source may overlap the destination. */
  repeat(offset: number, count: number): void {
    if (offset < 1 || offset > this.#length)
      throw new Error('a repetition begins before the start');
    const start = this.#grow(count);
    for (let at = start; at < start + count; at++) {
      this.#buffer[at] = this.#buffer[at - offset] ?? 0;
    }
  }

  #grow(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#bytesMax) throw new Error('more comes out than is allowed');
    if (this.#length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, start));
      this.#buffer = larger;
    }
    return start;
  }
}
