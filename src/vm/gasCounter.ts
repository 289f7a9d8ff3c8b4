// The gas of one contract call: what is burnt, what is reserved for the receipts it creates, and by
// which cause. Prepaid gas is below 2^53, so charges that fit are exact numbers; a charge that does
// not fit is judged in exact u64 arithmetic, as contracts choose the factors.

import { assert } from '../base/assert.ts';
import { U64_MAX } from '../base/bytes/bigints.ts';
import type { Protocol } from '../params/protocol.ts';
import type { ActionCostName } from '../params/tables/actionFees.ts';
import { ACTION_COSTS } from '../params/tables/actionFees.ts';
import type { ExtCostName } from '../params/tables/extCosts.ts';
import { EXT_COSTS } from '../params/tables/extCosts.ts';
import type { GasProfile } from '../types/outcome.ts';
import { HostError } from './hostError.ts';

function indexByName<N extends string>(names: readonly N[]): Readonly<Record<N, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<N, number>;
}

/** The number of each host cost: `gas.pay(ext.base)`. */
export const ext: Readonly<Record<ExtCostName, number>> = indexByName(EXT_COSTS);

/** The number of each action cost. */
export const action: Readonly<Record<ActionCostName, number>> = indexByName(ACTION_COSTS);

/** The tables of a protocol as numbers, by index. */
export type GasSchedule = {
  readonly ext: Float64Array;
  /** The compute of each unit where it is not the gas; null where it is. */
  readonly extCompute: readonly (bigint | null)[];
  readonly sendSir: Float64Array;
  readonly sendNotSir: Float64Array;
  readonly execution: Float64Array;
};

export function createGasSchedule(protocol: Protocol): GasSchedule {
  const fees = ACTION_COSTS.map((name) => protocol.actionFees[name]);
  return {
    ext: Float64Array.from(EXT_COSTS, (name) => Number(protocol.extCosts[name].gas)),
    extCompute: EXT_COSTS.map((name) => {
      const { compute, gas } = protocol.extCosts[name];
      return compute === gas ? null : compute;
    }),
    sendSir: Float64Array.from(fees, (fee) => Number(fee.sendSir)),
    sendNotSir: Float64Array.from(fees, (fee) => Number(fee.sendNotSir)),
    execution: Float64Array.from(fees, (fee) => Number(fee.execution)),
  };
}

/** An array that V8 stores as doubles; a copy of it is much faster than a new typed array. */
function doubleZeros(length: number): number[] {
  return Array.from({ length }, () => 0.5).fill(0);
}

const EXT_ZEROS = doubleZeros(EXT_COSTS.length);
const ACTION_ZEROS = doubleZeros(ACTION_COSTS.length);
const EXT_ZERO_BIGINTS = EXT_COSTS.map(() => 0n);
const ACTION_ZERO_BIGINTS = ACTION_COSTS.map(() => 0n);

type GasLimits = { readonly prepaid: bigint; readonly maxBurnt: bigint };

export class GasCounter {
  readonly schedule: GasSchedule;
  readonly #prepaid: number;
  readonly #maxBurnt: number;
  #burnt = 0;
  #promises = 0;
  /** The most that may be burnt: min(maxBurnt, prepaid - promises). */
  #limit: number;
  readonly #ext = EXT_ZEROS.slice();
  readonly #actions = ACTION_ZEROS.slice();

  constructor(schedule: GasSchedule, { prepaid, maxBurnt }: GasLimits) {
    this.schedule = schedule;
    this.#prepaid = Number(prepaid);
    this.#maxBurnt = Number(maxBurnt);
    assert(Number.isSafeInteger(this.#prepaid), 'prepaid gas is below 2^53');
    assert(Number.isSafeInteger(this.#maxBurnt), 'the gas limit is below 2^53');
    this.#limit = Math.min(this.#prepaid, this.#maxBurnt);
  }

  get burnt(): number {
    return this.#burnt;
  }

  /** Burnt and reserved gas. */
  get used(): number {
    return this.#burnt + this.#promises;
  }

  get remaining(): number {
    return Math.max(0, this.#prepaid - this.used);
  }

  /** Charges a host cost once. */
  pay(cost: number): void {
    this.payPer(cost, 1);
  }

  /** Charges a host cost `units` times. Units from 2^53 on need not be exact: none can be paid. */
  payPer(cost: number, units: number): void {
    const price = this.schedule.ext[cost] as number;
    const amount = price * units;
    const before = this.#burnt;
    if (before + amount <= this.#limit) {
      this.#burnt = before + amount;
      (this.#ext[cost] as number) += amount;
      return;
    }
    const error = this.#refuseBurn(BigInt(price) * BigInt(units));
    (this.#ext[cost] as number) += this.#burnt - before;
    throw error;
  }

  /** Burns gas of Wasm instructions; the profile books what no other cause explains. */
  burn(amount: number): void {
    if (this.#burnt + amount > this.#limit) throw this.#refuseBurn(BigInt(amount));
    this.#burnt += amount;
  }

  /** Charges `units` of an action: sending is burnt, execution is reserved. */
  payAction(cost: number, senderIsReceiver: boolean, units = 1): void {
    const burn = this.sendFee(cost, senderIsReceiver) * units;
    this.payActionAmounts(cost, burn, this.executionFee(cost) * units);
  }

  /** Charges an action whose amounts come from more than one fee. */
  payActionAmounts(cost: number, burn: number, reserve: number): void {
    const before = this.#burnt;
    try {
      this.#deduct(burn, reserve);
    } finally {
      (this.#actions[cost] as number) += this.#burnt - before;
    }
  }

  /** Reserves gas for a function call of a promise; the amount is any u64 of the contract. */
  prepay(gas: bigint): void {
    const amount = Number(gas);
    if (!Number.isSafeInteger(amount)) throw this.#refuse(0n, gas);
    this.#deduct(0, amount);
  }

  sendFee(cost: number, senderIsReceiver: boolean): number {
    const { sendSir, sendNotSir } = this.schedule;
    return (senderIsReceiver ? sendSir : sendNotSir)[cost] as number;
  }

  executionFee(cost: number): number {
    return this.schedule.execution[cost] as number;
  }

  profile(): GasProfile {
    return {
      ext: toBigints(this.#ext, EXT_ZERO_BIGINTS),
      actions: toBigints(this.#actions, ACTION_ZERO_BIGINTS),
      wasm: BigInt(this.#wasm),
    };
  }

  /**
   * What the call counts towards the compute limit of its chunk. Sending an action has no compute
   * cost of its own: its gas counts.
   */
  computeUsage(): bigint {
    const { ext: prices, extCompute } = this.schedule;
    let same = this.#wasm + total(this.#actions);
    let other = 0n;
    for (let cost = 0; cost < this.#ext.length; cost++) {
      const gas = this.#ext[cost] as number;
      if (gas === 0) continue;
      const compute = extCompute[cost] as bigint | null;
      if (compute === null) same += gas;
      else other += (BigInt(gas) * compute) / BigInt(prices[cost] as number);
    }
    return BigInt(same) + other;
  }

  /** Burnt by Wasm: what no other cause explains. */
  get #wasm(): number {
    return Math.max(0, this.#burnt - total(this.#ext) - total(this.#actions));
  }

  #deduct(burn: number, reserve: number): void {
    const burnt = this.#burnt + burn;
    const promises = this.#promises + reserve;
    if (burnt > this.#maxBurnt || burnt + promises > this.#prepaid) {
      throw this.#refuse(BigInt(burn), BigInt(reserve));
    }
    this.#burnt = burnt;
    this.#promises = promises;
    this.#limit = Math.min(this.#maxBurnt, this.#prepaid - promises);
  }

  #refuseBurn(amount: bigint): HostError {
    const burnt = BigInt(this.#burnt) + amount;
    if (burnt > U64_MAX) return HostError.of('IntegerOverflow');
    // The reference lets this one sum wrap around.
    return this.#clip(burnt, BigInt.asUintN(64, burnt + BigInt(this.#promises)));
  }

  #refuse(burn: bigint, reserve: bigint): HostError {
    const burnt = BigInt(this.#burnt) + burn;
    const used = burnt + BigInt(this.#promises) + reserve;
    return used > U64_MAX ? HostError.of('IntegerOverflow') : this.#clip(burnt, used);
  }

  /** Burns what the refused charge may burn: not always everything that remains. */
  #clip(attemptedBurnt: bigint, attemptedUsed: bigint): HostError {
    this.#burnt = Math.min(Number(attemptedBurnt), this.#prepaid, this.#maxBurnt);
    const used = Math.min(this.#prepaid, Number(attemptedUsed));
    this.#promises = Math.max(0, used - this.#burnt);
    const overLimit = attemptedBurnt > BigInt(this.#maxBurnt);
    return HostError.of(overLimit ? 'GasLimitExceeded' : 'GasExceeded');
  }
}

/** Exact, as it is at most the burnt gas. */
function total(amounts: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < amounts.length; index++) sum += amounts[index] as number;
  return sum;
}

/** Most amounts are zero, and making a bigint is slow. */
function toBigints(amounts: readonly number[], zeros: readonly bigint[]): bigint[] {
  const bigints = zeros.slice();
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index] as number;
    if (amount !== 0) bigints[index] = BigInt(amount);
  }
  return bigints;
}
