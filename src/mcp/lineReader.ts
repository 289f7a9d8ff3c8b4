// Splits a stream into lines, as the protocol has one message per line. Bounds: a line that is too
// long is skipped, and null is returned in its place.

/** A contract of 4 MiB in base64, and room for the rest of its message. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Lines without their ends; the last one need not have one. */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  bytesMax = LINE_BYTES_MAX,
): AsyncGenerator<string | null, void, void> {
  const line = new Line(bytesMax);
  for await (const chunk of stream) {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      line.add(rest.subarray(0, end));
      yield line.take();
      rest = rest.subarray(end + 1);
    }
    line.add(rest);
  }
  if (!line.isEmpty) yield line.take();
}

class Line {
  readonly #bytesMax: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#bytesMax) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The text so far, or null if it was too long. Starts a new line. */
  take(): string | null {
    const isTooLong = this.#length > this.#bytesMax;
    const text = isTooLong ? null : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return text;
  }
}
