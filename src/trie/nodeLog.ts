/**
 * Nodes with their hashes, appended to memory segments; the oldest segment makes room for a new
 * one. A node is not a JavaScript object here: tens of thousands of small long-lived arrays take
 * more memory than they hold, are traversed by every garbage collection, and fragment the heap.
 */

import { HASH_LENGTH, type Hash } from '../base/crypto/hash.ts';

/** Longer nodes are not kept: lengths have two bytes, and the end of a segment is wasted. */
export const NODE_BYTES_MAX = 1024;

/** Holding on to returned bytes keeps their whole segment alive. */
const SEGMENT_BYTES = 64 * 1024;
/** An entry is a hash, the length of the node in two bytes, and the node. */
const NODE_OFFSET = HASH_LENGTH + 2;

export class NodeLog {
  /** By their number, modulo how many are kept. */
  readonly #segments: Uint8Array[];
  /** How many nodes each segment holds. */
  readonly #counts: Uint32Array;
  /** Positions count bytes from the first segment there ever was; none before this one is kept. */
  #start: number;
  #end: number;

  /** At least two segments are kept, whatever `bytesMax` says. */
  constructor(bytesMax: number) {
    const count = Math.max(2, Math.floor(bytesMax / SEGMENT_BYTES));
    this.#segments = new Array(count).fill(new Uint8Array());
    this.#counts = new Uint32Array(count);
    this.#start = count * SEGMENT_BYTES;
    this.#end = this.#start;
  }

  /** Of the segments that are in use so far. */
  get bytes(): number {
    return this.#segments.reduce((sum, { length }) => sum + length, 0);
  }

  get nodes(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** Its position, which is never 0. What is kept is a copy. */
  append(hash: Hash, node: Uint8Array): number {
    const position = this.#findRoom(NODE_OFFSET + node.length);
    const index = this.#indexOf(position);
    const segment = this.#segments[index]!;
    const offset = position % SEGMENT_BYTES;
    this.#counts[index]!++;
    segment.set(hash, offset);
    segment[offset + HASH_LENGTH] = node.length & 0xff;
    segment[offset + HASH_LENGTH + 1] = node.length >> 8;
    segment.set(node, offset + NODE_OFFSET);
    this.#end = position + NODE_OFFSET + node.length;
    return position;
  }

  /** The node at a position, if it is still kept and has this hash. */
  read(position: number, hash: Hash): Uint8Array | undefined {
    if (position < this.#start) return undefined;
    const segment = this.#segments[this.#indexOf(position)]!;
    const offset = position % SEGMENT_BYTES;
    for (let i = 0; i < HASH_LENGTH; i++) if (segment[offset + i] !== hash[i]) return undefined;
    const length = segment[offset + HASH_LENGTH]! | (segment[offset + HASH_LENGTH + 1]! << 8);
    return segment.subarray(offset + NODE_OFFSET, offset + NODE_OFFSET + length);
  }

  /** Half of the segments that are kept are newer. */
  isOld(position: number): boolean {
    return this.#end - position > (this.#segments.length / 2) * SEGMENT_BYTES;
  }

  #findRoom(bytes: number): number {
    const used = this.#end % SEGMENT_BYTES;
    if (used > 0 && used + bytes <= SEGMENT_BYTES) return this.#end;
    const position = Math.ceil(this.#end / SEGMENT_BYTES) * SEGMENT_BYTES;
    // A new array, because the old one may still be in use.
    const index = this.#indexOf(position);
    this.#segments[index] = new Uint8Array(SEGMENT_BYTES);
    this.#counts[index] = 0;
    this.#start = Math.max(this.#start, position - (this.#segments.length - 1) * SEGMENT_BYTES);
    return position;
  }

  #indexOf(position: number): number {
    return Math.floor(position / SEGMENT_BYTES) % this.#segments.length;
  }
}
