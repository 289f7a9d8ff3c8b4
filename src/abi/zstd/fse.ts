// Finite-state entropy tables of Zstandard (RFC 8878, section 4.1): a state has a symbol, and the
// number of bits that select the next state.

import { type BackwardBits, ForwardBits, highestBit } from './bits.ts';

interface FseStep {
  readonly symbol: number;
  readonly bits: number;
  readonly base: number;
}

export interface FseTable {
  /** How many bits the first state has. */
  readonly log: number;
  readonly steps: readonly FseStep[];
}

/** A symbol that is less likely than one state. */
const RARE = -1;

export function buildFseTable(log: number, shares: readonly number[]): FseTable {
  const size = 1 << log;
  const symbols = new Array<number>(size).fill(0);
  const next = shares.map((share) => Math.abs(share));
  let high = size;
  for (const [symbol, share] of shares.entries()) if (share === RARE) symbols[--high] = symbol;
  const stride = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (const [symbol, share] of shares.entries()) {
    for (let i = 0; i < share; i++) {
      symbols[at] = symbol;
      do at = (at + stride) % size;
      while (at >= high);
    }
  }
  const steps = symbols.map((symbol) => {
    const state = next[symbol] ?? 1;
    next[symbol] = state + 1;
    const bits = log - highestBit(state);
    return { symbol, bits, base: (state << bits) - size };
  });
  return { log, steps };
}

/** The table with one symbol only, which takes no bits. */
export function singleSymbolTable(symbol: number): FseTable {
  return { log: 0, steps: [{ symbol, bits: 0, base: 0 }] };
}

interface ReadTable {
  readonly table: FseTable;
  /** The first byte after its description. */
  readonly end: number;
}

export function readFseTable(bytes: Uint8Array, at: number, logMax: number): ReadTable {
  const bits = new ForwardBits(bytes, at);
  const log = bits.read(4) + 5;
  if (log > logMax) throw new Error('a table is too large');
  const shares: number[] = [];
  let left = 1 << log;
  while (left > 0) {
    const share = readShare(bits, left);
    left -= Math.abs(share);
    shares.push(share);
    if (share === 0) pushZeros(bits, shares);
    if (left < 0 || shares.length > 256) throw new Error('the shares of a table do not add up');
  }
  return { table: buildFseTable(log, shares), end: bits.nextByte };
}

/** A small share takes one bit less if that is unambiguous. */
function readShare(bits: ForwardBits, left: number): number {
  const width = highestBit(left + 1) + 1;
  const value = bits.read(width);
  const lower = value & ((1 << (width - 1)) - 1);
  const short = (1 << width) - 1 - (left + 1);
  if (lower < short) {
    bits.unread(1);
    return lower - 1;
  }
  return (value === lower ? value : value - short) - 1;
}

function pushZeros(bits: ForwardBits, shares: number[]): void {
  let more: number;
  do {
    more = bits.read(2);
    for (let i = 0; i < more; i++) shares.push(0);
  } while (more === 3);
}

/** One walk through a table. */
export class FseState {
  readonly #table: FseTable;
  readonly #bits: BackwardBits;
  #state: number;

  constructor(table: FseTable, bits: BackwardBits) {
    this.#table = table;
    this.#bits = bits;
    this.#state = bits.read(table.log);
  }

  get symbol(): number {
    return this.#step.symbol;
  }

  advance(): void {
    const { bits, base } = this.#step;
    this.#state = base + this.#bits.read(bits);
  }

  get #step(): FseStep {
    const step = this.#table.steps[this.#state];
    if (step === undefined) throw new Error('a state is not in its table');
    return step;
  }
}
