// Huffman codes of Zstandard (RFC 8878, section 4.2): weights of symbols, and the literals that are
// written with them.

import { BackwardBits, highestBit } from './bits.ts';
import { FseState, readFseTable } from './fse.ts';

const CODE_BITS_MAX = 11;
const WEIGHTS_LOG_MAX = 6;
const SYMBOLS_MAX = 256;

export interface HuffmanTable {
  readonly bitsMax: number;
  /** By the next `bitsMax` bits: the symbol, and how many of them are its code. */
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

interface ReadHuffman {
  readonly table: HuffmanTable;
  readonly end: number;
}

export function readHuffmanTable(bytes: Uint8Array, at: number): ReadHuffman {
  const head = bytes[at] ?? 0;
  if (head < 128) {
    const end = at + 1 + head;
    return { table: buildTable(readPackedWeights(bytes.subarray(0, end), at + 1)), end };
  }
  const count = head - 127;
  const weights = Array.from({ length: count }, (_, i) => {
    const byte = bytes[at + 1 + (i >> 1)] ?? 0;
    return i % 2 === 0 ? byte >> 4 : byte & 15;
  });
  return { table: buildTable(weights), end: at + 1 + Math.ceil(count / 2) };
}

/** Two states of one table alternate until the bits are used up. */
function readPackedWeights(bytes: Uint8Array, at: number): number[] {
  const { table, end } = readFseTable(bytes, at, WEIGHTS_LOG_MAX);
  const bits = new BackwardBits(bytes.subarray(end));
  let [turn, other] = [new FseState(table, bits), new FseState(table, bits)];
  const weights: number[] = [];
  while (weights.length < SYMBOLS_MAX) {
    weights.push(turn.symbol);
    turn.advance();
    if (bits.left < 0) return [...weights, other.symbol];
    [turn, other] = [other, turn];
  }
  throw new Error('there are more weights than symbols');
}

/** The weight of the last symbol is implied by the others. */
function buildTable(known: readonly number[]): HuffmanTable {
  const sum = known.reduce((total, weight) => total + share(weight), 0);
  const bitsMax = highestBit(sum) + 1;
  const left = (1 << bitsMax) - sum;
  if (sum === 0 || bitsMax > CODE_BITS_MAX || share(highestBit(left) + 1) !== left) {
    throw new Error('the weights of a code do not add up');
  }
  const weights = [...known, highestBit(left) + 1];
  const symbols = new Uint8Array(1 << bitsMax);
  const bits = new Uint8Array(1 << bitsMax);
  let at = 0;
  for (let weight = 1; weight <= bitsMax; weight++) {
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue;
      symbols.fill(symbol, at, at + share(weight));
      bits.fill(bitsMax + 1 - weight, at, at + share(weight));
      at += share(weight);
    }
  }
  return { bitsMax, symbols, bits };
}

function share(weight: number): number {
  return weight === 0 ? 0 : 1 << (weight - 1);
}

/** Exactly this many symbols, which use up the bytes. */
export function readHuffmanStream(
  { bitsMax, symbols, bits }: HuffmanTable,
  bytes: Uint8Array,
  into: Uint8Array,
): void {
  const source = new BackwardBits(bytes);
  const mask = (1 << bitsMax) - 1;
  let state = source.read(bitsMax);
  for (let i = 0; i < into.length; i++) {
    into[i] = symbols[state] ?? 0;
    const length = bits[state] ?? 0;
    state = ((state << length) & mask) + source.read(length);
  }
  if (source.left !== -bitsMax) throw new Error('a stream of literals has another length');
}
