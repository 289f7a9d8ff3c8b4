// Where a function charges gas, and how much: the reference's analysis notes points around every
// operator, merges those at one offset, and then neighbours. Merging decides what is burnt when gas
// runs out, so it is reproduced exactly; it happens here as points come in, except around loops, as
// only a later branch makes a loop one. Costs count regular operations; points in dead code have
// none.

import { growInt32, growUint8 } from '../format/growing.ts';

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
  /** Of `count` points, in their order. After `finish`, those with a cost are the charges. */
  offsets = new Int32Array(CAPACITY_MIN);
  costs = new Int32Array(CAPACITY_MIN);
  count = 0;
  #kinds = new Uint8Array(CAPACITY_MIN);
  /** Comes after the last operator, at the offset of the next one. */
  #pending = NOTHING;
  #pendingCost = 0;
  /** Points before this one are not merged with new ones yet. */
  #barrier = 0;

  begin(bodyLength: number): void {
    const capacity = (bodyLength + 1) * POINTS_PER_OPERATOR;
    this.offsets = growInt32(this.offsets, capacity);
    this.costs = growInt32(this.costs, capacity);
    this.#kinds = growUint8(this.#kinds, capacity);
    this.count = 0;
    this.#pending = NOTHING;
    this.#barrier = 0;
  }

  /** A run of operators without effects. */
  pure(offset: number, isDead: boolean, count = 1): void {
    if (isDead) this.#add(offset, DEAD, 0);
    else this.#add(offset, PURE, count * OPERATOR_COST);
  }

  effect(offset: number, isDead: boolean, cost = OPERATOR_COST): void {
    if (isDead) this.#add(offset, DEAD, 0);
    else this.#add(offset, PRE, cost);
    this.#pending = POST;
    this.#pendingCost = 0;
  }

  /** A run of operators without effects, which may be empty, and then one with an effect. */
  pureThenEffect(offset: number, isDead: boolean, count: number, effectOffset: number): void {
    if (this.#pending === POST && !isDead) {
      // What was merged so far ends before; what comes next begins after.
      this.#append(count > 0 ? offset : effectOffset, BETWEEN, (count + 1) * OPERATOR_COST);
    } else {
      if (count > 0) this.pure(offset, isDead, count);
      this.effect(effectOffset, isDead);
    }
  }

  /** The same before an operator that is charged by its operand, which is never merged. */
  pureThenBulk(offset: number, isDead: boolean, count: number, bulkOffset: number): void {
    if (count > 0) this.pure(offset, isDead, count);
    if (this.#pending !== NOTHING) this.#join(bulkOffset, this.#pending, this.#pendingCost);
    if (isDead) this.#append(bulkOffset, DEAD, 0);
    else this.#append(bulkOffset, BULK, LINEAR_COST);
    this.#pending = POST;
    this.#pendingCost = 0;
  }

  unreachable(offset: number, isDead: boolean): void {
    this.effect(offset, isDead);
    this.#pending = DEAD;
  }

  /** A block, or an end that no branch goes to. */
  free(offset: number, isDead: boolean): void {
    this.#add(offset, isDead ? DEAD : PURE, 0);
  }

  /** Returns a handle for `takeLoop`. The cost is charged inside, on every round. */
  loop(offset: number, isDead: boolean): number {
    this.#barrier = this.count;
    this.#add(offset, isDead ? DEAD : PURE, 0);
    this.#barrier = this.count;
    this.#pending = PURE;
    this.#pendingCost = OPERATOR_COST;
    return this.count - 1;
  }

  /** A branch goes back to this loop: the point before it and the one inside change their kind. */
  takeLoop(point: number): void {
    this.#kinds[point] = mergeAtOffset(this.#kinds[point]!, PRE);
    this.#kinds[point + 1] = mergeAtOffset(POST, this.#kinds[point + 1]!);
  }

  #add(offset: number, kind: number, cost: number): void {
    if (this.#pending === NOTHING) {
      this.#join(offset, kind, cost);
    } else {
      const merged = mergeAtOffset(this.#pending, kind);
      this.#join(offset, merged, merged === DEAD ? 0 : cost + this.#pendingCost);
      this.#pending = NOTHING;
    }
  }

  #join(offset: number, kind: number, cost: number): void {
    const last = this.count - 1;
    const merged = last < this.#barrier ? NOTHING : mergeAcross(this.#kinds[last]!, kind);
    if (merged === NOTHING) {
      this.#append(offset, kind, cost);
    } else {
      this.#kinds[last] = merged;
      this.costs[last]! += cost;
    }
  }

  #append(offset: number, kind: number, cost: number): void {
    const index = this.count++;
    this.offsets[index] = offset;
    this.#kinds[index] = kind;
    this.costs[index] = cost;
  }

  /** Merges across loops, which could not be done before. */
  finish(): void {
    if (this.#barrier === 0) return;
    const points = this.count;
    this.count = 0;
    this.#barrier = 0;
    for (let index = 0; index < points; index++) {
      this.#join(this.offsets[index]!, this.#kinds[index]!, this.costs[index]!);
    }
  }
}

function mergeAtOffset(first: number, second: number): number {
  if (first === DEAD || second === DEAD) return DEAD;
  if (first === PURE) return second;
  if (first === BETWEEN) return BETWEEN;
  return second === PURE || second === first ? first : BETWEEN;
}

/** `NOTHING` if the two stay apart. A bulk point is none of these kinds. */
function mergeAcross(first: number, second: number): number {
  if (first === PURE) return second === PURE || second === PRE ? second : NOTHING;
  if (first === POST) return second === PURE ? POST : second === PRE ? BETWEEN : NOTHING;
  return first === DEAD && second === DEAD ? DEAD : NOTHING;
}
