// A Zstandard frame (RFC 8878) with few bytes that expand to very many: after eight literal bytes,
// each sequence of its second block repeats 131,074 bytes.

const HEADER = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
const RAW = 0;
const COMPRESSED = 2;
/** One literal, repeated once. */
const LITERALS = [(1 << 3) | 1, 0x61];
/** Tables with one code each: no literals before a match, a recent offset, the longest match. */
const TABLES = [0b01010100, 0, 0, 52];

export function hostileFrame(sequences: number): Uint8Array<ArrayBuffer> {
  const extraBits = Array(2 * sequences).fill(0xff);
  const count = [(sequences >> 8) + 128, sequences & 255];
  const block = [...LITERALS, ...count, ...TABLES, ...extraBits, 1];
  const first = [1, 2, 3, 4, 5, 6, 7, 8];
  return Uint8Array.from([
    ...HEADER,
    ...blockHeader(first.length, RAW, false),
    ...first,
    ...blockHeader(block.length, COMPRESSED, true),
    ...block,
  ]);
}

function blockHeader(size: number, kind: number, isLast: boolean): number[] {
  const head = (size << 3) | (kind << 1) | (isLast ? 1 : 0);
  return [head & 255, (head >> 8) & 255, head >> 16];
}
