// Where a function charges gas, and how much: the reference's analysis, which notes a point for
// every operator and then merges them in two passes (facts: vm.md 2.2). Merging decides what is
// burnt when gas runs out (vm.md 2.4), so it is reproduced exactly. Costs count regular operations.

import { growInt32, growUint8 } from './growing.ts';

const PURE = 0;
const PRE = 1;
const POST = 2;
const BETWEEN = 3;
const DEAD = 4;
const BULK = 5;
const NOTHING = 6;

/** The cost of a point that is charged by the operand of its operator. */
export const LINEAR_COST = -1;

const OPERATOR_COST = 1;
/** One operator adds a pending point and one of its own. */
const POINTS_PER_OPERATOR = 2;
const CAPACITY_MIN = 4096;

export class GasPoints {
  /** Of `count` points while a function is walked, of `count` charges after `merge`. */
  offsets = new Int32Array(CAPACITY_MIN);
  costs = new Int32Array(CAPACITY_MIN);
  count = 0;
  #kinds = new Uint8Array(CAPACITY_MIN);
  #pending = NOTHING;
  #pendingCost = 0;

  begin(bodyLength: number): void {
    const capacity = (bodyLength + 1) * POINTS_PER_OPERATOR;
    this.offsets = growInt32(this.offsets, capacity);
    this.costs = growInt32(this.costs, capacity);
    this.#kinds = growUint8(this.#kinds, capacity);
    this.count = 0;
    this.#pending = NOTHING;
  }

  /** A run of operators without effects; the two passes would merge them. */
  pure(offset: number, isDead: boolean, count = 1): void {
    this.#add(offset, isDead ? DEAD : PURE, count * OPERATOR_COST);
  }

  effect(offset: number, isDead: boolean, cost = OPERATOR_COST): void {
    this.#add(offset, isDead ? DEAD : PRE, cost);
    this.#schedule(POST, 0);
  }

  bulk(offset: number, isDead: boolean): void {
    this.#add(offset, isDead ? DEAD : BULK, LINEAR_COST);
    this.#schedule(POST, 0);
  }

  unreachable(offset: number, isDead: boolean): void {
    this.#add(offset, isDead ? DEAD : PRE, OPERATOR_COST);
    this.#schedule(DEAD, 0);
  }

  /** A block, or an end that no branch goes to. */
  free(offset: number, isDead: boolean): void {
    this.#add(offset, isDead ? DEAD : PURE, 0);
  }

  /** Returns a handle for `takeLoop`. The cost is charged inside, on every round. */
  loop(offset: number, isDead: boolean): number {
    const point = this.count + (this.#pending === NOTHING ? 0 : 1);
    this.#add(offset, isDead ? DEAD : PURE, 0);
    this.#schedule(PURE, OPERATOR_COST);
    return point;
  }

  /** A branch goes back to this loop. */
  takeLoop(point: number): void {
    this.#kinds[point] = PRE;
    this.#kinds[point + 1] = POST;
  }

  #schedule(kind: number, cost: number): void {
    this.#pending = kind;
    this.#pendingCost = cost;
  }

  #add(offset: number, kind: number, cost: number): void {
    if (this.#pending !== NOTHING) {
      this.#append(offset, this.#pending, this.#pendingCost);
      this.#pending = NOTHING;
    }
    this.#append(offset, kind, cost);
  }

  #append(offset: number, kind: number, cost: number): void {
    const index = this.count++;
    this.offsets[index] = offset;
    this.#kinds[index] = kind;
    this.costs[index] = cost;
  }

  /** Leaves the charges to emit, in the order of their offsets. */
  merge(): void {
    const { offsets, costs } = this;
    const kinds = this.#kinds;
    const points = this.count;
    this.count = 0;
    let offset = -1;
    let kind = NOTHING;
    let cost = 0;
    for (let index = 0; index < points; ) {
      const nextOffset = offsets[index]!;
      let nextKind = kinds[index]!;
      let nextCost = costs[index]!;
      index++;
      while (
        index < points &&
        offsets[index] === nextOffset &&
        nextCost !== LINEAR_COST &&
        costs[index] !== LINEAR_COST
      ) {
        nextKind = mergeAtOffset(nextKind, kinds[index]!);
        nextCost += costs[index]!;
        index++;
      }
      const merged = nextCost === LINEAR_COST ? NOTHING : mergeAcross(kind, nextKind);
      if (merged !== NOTHING) {
        kind = merged;
        cost += nextCost;
        continue;
      }
      this.#emit(offset, kind, cost);
      offset = nextOffset;
      kind = nextKind;
      cost = nextCost;
    }
    this.#emit(offset, kind, cost);
  }

  #emit(offset: number, kind: number, cost: number): void {
    if (kind === DEAD || kind === NOTHING || cost === 0) return;
    this.offsets[this.count] = offset;
    this.costs[this.count] = cost;
    this.count++;
  }
}

function mergeAtOffset(first: number, second: number): number {
  if (first === DEAD || second === DEAD) return DEAD;
  if (first === PURE) return second;
  if (first === BETWEEN) return BETWEEN;
  return second === PURE || second === first ? first : BETWEEN;
}

/** `NOTHING` if the two stay apart. */
function mergeAcross(first: number, second: number): number {
  if (first === second && (first === PURE || first === DEAD)) return first;
  if (first === POST && second === PRE) return BETWEEN;
  if (first === PURE && second === PRE) return PRE;
  if (first === POST && second === PURE) return POST;
  return NOTHING;
}
