// A compressed block of Zstandard (RFC 8878, section 3.1.1.3): literals, and sequences of literals
// and matches.

import { BackwardBits } from './bits.ts';
import { buildFseTable, FseState, type FseTable, readFseTable, singleSymbolTable } from './fse.ts';
import { type HuffmanTable, readHuffmanStream, readHuffmanTable } from './huffman.ts';
import type { Output } from './output.ts';

/** No block has more. */
const LITERALS_MAX = 128 * 1024;

/** The state that one block passes to the next. */
export interface BlockContext {
  readonly output: Output;
  readonly tables: { [kind in SequencePart]?: FseTable };
  huffman: HuffmanTable | null;
  /** The last three match offsets, newest first. */
  offsets: readonly [number, number, number];
}

type SequencePart = 'literals' | 'offset' | 'match';

interface PartRules {
  readonly logMax: number;
  readonly usual: FseTable;
}

const repeated = (value: number, count: number) => new Array<number>(count).fill(value);

/** The predefined tables. */
const PARTS: Readonly<Record<SequencePart, PartRules>> = {
  literals: {
    logMax: 9,
    usual: buildFseTable(6, [
      ...[4, 3, ...repeated(2, 11), 1, 1, 1, ...repeated(2, 9), 3, 2],
      ...[...repeated(1, 5), ...repeated(-1, 4)],
    ]),
  },
  offset: {
    logMax: 8,
    usual: buildFseTable(5, [...repeated(1, 6), 2, 2, 2, ...repeated(1, 15), ...repeated(-1, 5)]),
  },
  match: {
    logMax: 9,
    usual: buildFseTable(6, [
      ...[1, 4, 3, ...repeated(2, 6), ...repeated(1, 37)],
      ...repeated(-1, 7),
    ]),
  },
};

/** Extra bits of the codes of longer lengths, in order; shorter lengths equal their codes. */
const LITERALS_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const LITERALS_PLAIN = 16;
const MATCH_PLAIN = 32;
const MATCH_MIN = 3;

export function readCompressedBlock(bytes: Uint8Array, context: BlockContext): void {
  const { literals, end } = readLiterals(bytes, context);
  const { count, at } = readSequenceCount(bytes, end);
  if (count === 0) context.output.append(literals);
  else executeSequences(bytes, at, count, { literals, context });
}

interface Literals {
  readonly literals: Uint8Array;
  readonly end: number;
}

function readLiterals(bytes: Uint8Array, context: BlockContext): Literals {
  const head = readNumber(bytes, 0, 5);
  const kind = head % 4;
  const format = Math.floor(head / 4) % 4;
  if (kind >= 2) return readHuffmanLiterals(bytes, context, { head, format, isNew: kind === 2 });
  // The lower bit of the format says whether the size has more than five bits.
  const isShort = format % 2 === 0;
  const headBytes = isShort ? 1 : format === 1 ? 2 : 3;
  const size = Math.floor(head / (isShort ? 8 : 16)) % 2 ** (isShort ? 5 : format === 1 ? 12 : 20);
  checkSize(size);
  if (kind === 1) {
    return { literals: new Uint8Array(size).fill(bytes[headBytes] ?? 0), end: headBytes + 1 };
  }
  return { literals: bytes.subarray(headBytes, headBytes + size), end: headBytes + size };
}

interface HuffmanHead {
  readonly head: number;
  readonly format: number;
  readonly isNew: boolean;
}

function readHuffmanLiterals(
  bytes: Uint8Array,
  context: BlockContext,
  { head, format, isNew }: HuffmanHead,
): Literals {
  const width = [10, 10, 14, 18][format] ?? 10;
  const size = Math.floor(head / 16) % 2 ** width;
  const packed = Math.floor(head / 16 / 2 ** width) % 2 ** width;
  checkSize(size);
  let at = format < 2 ? 3 : format + 2;
  const end = at + packed;
  if (isNew) {
    const read = readHuffmanTable(bytes, at);
    context.huffman = read.table;
    at = read.end;
  }
  if (context.huffman === null) throw new Error('literals have no code');
  const streams = format === 0 ? [bytes.subarray(at, end)] : cutStreams(bytes.subarray(at, end));
  const literals = new Uint8Array(size);
  const part = streams.length === 1 ? size : Math.ceil(size / streams.length);
  for (const [i, stream] of streams.entries()) {
    readHuffmanStream(context.huffman, stream, literals.subarray(i * part, (i + 1) * part));
  }
  return { literals, end };
}

/** Four streams, preceded by the lengths of the first three. */
function cutStreams(bytes: Uint8Array): Uint8Array[] {
  let at = 6;
  const streams = [0, 2, 4].map((place) => {
    const start = at;
    at += readNumber(bytes, place, 2);
    return bytes.subarray(start, at);
  });
  return [...streams, bytes.subarray(at)];
}

function checkSize(size: number): void {
  if (size > LITERALS_MAX) throw new Error('a block has too many literals');
}

function readSequenceCount(bytes: Uint8Array, at: number): { count: number; at: number } {
  const first = bytes[at] ?? 0;
  if (first < 128) return { count: first, at: at + 1 };
  if (first < 255) return { count: (first - 128) * 256 + (bytes[at + 1] ?? 0), at: at + 2 };
  return { count: readNumber(bytes, at + 1, 2) + 0x7f00, at: at + 3 };
}

function executeSequences(
  bytes: Uint8Array,
  start: number,
  count: number,
  { literals, context }: { literals: Uint8Array; context: BlockContext },
): void {
  const modes = bytes[start] ?? 0;
  const source = { bytes, at: start + 1 };
  const tables = {
    literals: chooseTable('literals', (modes >> 6) & 3, source, context),
    offset: chooseTable('offset', (modes >> 4) & 3, source, context),
    match: chooseTable('match', (modes >> 2) & 3, source, context),
  };
  const bits = new BackwardBits(bytes.subarray(source.at));
  const literalsState = new FseState(tables.literals, bits);
  const offsetState = new FseState(tables.offset, bits);
  const matchState = new FseState(tables.match, bits);
  let used = 0;
  for (let i = 0; i < count; i++) {
    const offsetCode = offsetState.symbol;
    const offsetValue = 2 ** offsetCode + bits.read(offsetCode);
    const matchLength = MATCH_MIN + readLength(matchState.symbol, MATCH_PLAIN, MATCH_BITS, bits);
    const length = readLength(literalsState.symbol, LITERALS_PLAIN, LITERALS_BITS, bits);
    if (used + length > literals.length) throw new Error('a sequence needs more literals');
    context.output.append(literals.subarray(used, used + length));
    used += length;
    context.output.repeat(findOffset(context, offsetValue, length), matchLength);
    if (i === count - 1) break;
    literalsState.advance();
    matchState.advance();
    offsetState.advance();
  }
  if (bits.left !== 0) throw new Error('the sequences have another length');
  context.output.append(literals.subarray(used));
}

function chooseTable(
  part: SequencePart,
  mode: number,
  source: { readonly bytes: Uint8Array; at: number },
  context: BlockContext,
): FseTable {
  const table = readTable(part, mode, source, context.tables[part]);
  context.tables[part] = table;
  return table;
}

function readTable(
  part: SequencePart,
  mode: number,
  source: { readonly bytes: Uint8Array; at: number },
  last: FseTable | undefined,
): FseTable {
  const { logMax, usual } = PARTS[part];
  if (mode === 0) return usual;
  if (mode === 1) return singleSymbolTable(source.bytes[source.at++] ?? 0);
  if (mode === 2) {
    const { table, end } = readFseTable(source.bytes, source.at, logMax);
    source.at = end;
    return table;
  }
  if (last === undefined) throw new Error('there is no table to repeat');
  return last;
}

/** The lengths of codes follow each other without a gap. */
function readLength(
  code: number,
  plain: number,
  widths: readonly number[],
  bits: BackwardBits,
): number {
  if (code < plain) return code;
  const width = widths[code - plain];
  if (width === undefined) throw new Error('there is no such length');
  const base = widths.slice(0, code - plain).reduce((sum, bitCount) => sum + 2 ** bitCount, plain);
  return base + bits.read(width);
}

/** The lowest values refer to previous offsets. */
function findOffset(context: BlockContext, value: number, literalsLength: number): number {
  const [first, second, third] = context.offsets;
  if (value > 3) {
    context.offsets = [value - 3, first, second];
    return value - 3;
  }
  const index = value - (literalsLength === 0 ? 0 : 1);
  if (index === 0) return first;
  const offset = index === 1 ? second : index === 2 ? third : first - 1;
  context.offsets = index === 1 ? [offset, first, third] : [offset, first, second];
  return offset;
}

/** Little-endian, of at most six bytes. */
function readNumber(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
