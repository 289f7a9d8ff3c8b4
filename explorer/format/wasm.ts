// The names that a Wasm module exports, read from its bytes; none for anything else.

const MAGIC = 0x6d736100;
const VERSION = 1;
const HEADER_BYTES = 8;
const EXPORT_SECTION = 7;
const FUNCTION_KIND = 0;

/** The names of exported functions, in the order of the module. */
export function listExportedFunctions(code: Uint8Array): string[] {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  const isModule =
    code.length >= HEADER_BYTES &&
    view.getUint32(0, true) === MAGIC &&
    view.getUint32(4, true) === VERSION;
  if (!isModule) return [];
  const reader = new Reader(code, HEADER_BYTES);
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const length = reader.unsigned();
    if (id === EXPORT_SECTION) return readExports(reader);
    reader.skip(length);
  }
  return [];
}

function readExports(reader: Reader): string[] {
  const names: string[] = [];
  const count = reader.unsigned();
  for (let i = 0; i < count && !reader.isAtEnd; i++) {
    const name = reader.text(reader.unsigned());
    const kind = reader.byte();
    reader.unsigned();
    if (kind === FUNCTION_KIND) names.push(name);
  }
  return names;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** An integer of at most 32 bits, seven bits a byte. */
  unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  text(length: number): string {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return new TextDecoder().decode(bytes);
  }
}
