// Random contracts of host calls, from a seed. A call may pass a register instead of bytes, an
// address out of bounds, or the result of an earlier call.

import { concatBytes, u64Le } from '../../../src/base/bytes/bytes.ts';
import type { FunctionType } from '../../../src/vm/preparedContract.ts';
import type { Random } from '../support/random.ts';
import { type HostArgument, HostProgram } from './hostProgram.ts';
import { HOST_ROLES, PROMISE_CREATORS } from './hostRoles.ts';
import { CURVE_INPUTS, ROLE_BYTES, ROLE_NUMBERS, ROLE_TARGETS } from './roleValues.ts';

const REGISTER_MODE = 2n ** 64n - 1n;
const OUT_OF_BOUNDS = 2n ** 32n - 4n;
const ROUGH_PERCENT = 4;
const CALLS_MAX = 8;
const CURVE_ROLES = new Set(['BLS12381', 'ALTBN128']);

type Signatures = ReadonlyMap<string, FunctionType>;

class HostProgramMaker {
  readonly #random: Random;
  readonly #program: HostProgram;
  #promises = 0;

  constructor(random: Random, signatures: Signatures) {
    this.#random = random;
    this.#program = new HostProgram(signatures);
  }

  /** Calls the function with arguments by role, plausible ones unless `isRough`. */
  call(name: string, isRough: boolean): void {
    const roles = (HOST_ROLES[name] as string).split(' ').filter((role) => role !== '');
    const args = roles.flatMap((role) => this.#arguments(role, name, isRough));
    this.#program.call(name, ...args);
    if (PROMISE_CREATORS.has(name)) this.#promises += 1;
  }

  build(): Uint8Array {
    return this.#program.build(this.#random.chance(60));
  }

  #arguments(role: string, name: string, isRough: boolean): HostArgument[] {
    const random = this.#random;
    if (role === role.toUpperCase()) {
      const bytes = this.#bytes(role, name, isRough);
      if (!isRough || !random.chance(ROUGH_PERCENT)) return this.#place(bytes);
      return random.pick<HostArgument[]>([
        [REGISTER_MODE, BigInt(random.below(4))],
        [BigInt(bytes.length), OUT_OF_BOUNDS],
        [BigInt(random.u32()) << 20n, 0n],
      ]);
    }
    if (role === 'promise') return [this.#promise(isRough)];
    if (role === 'promises') {
      const indexes = Array.from({ length: 4 }, () => u64Le(random.below(this.#promises + 1)));
      return [this.#program.place(concatBytes(...indexes))];
    }
    const targets = ROLE_TARGETS[role];
    if (targets !== undefined) return [this.#program.place(this.#pick(targets, isRough))];
    if (isRough && this.#program.callCount > 0 && random.chance(ROUGH_PERCENT)) {
      return [{ resultOf: random.below(this.#program.callCount) }];
    }
    return [this.#pick(ROLE_NUMBERS[role] as readonly bigint[], isRough)];
  }

  #bytes(role: string, name: string, isRough: boolean): Uint8Array {
    if (!CURVE_ROLES.has(role)) return this.#pick(ROLE_BYTES[role] as Uint8Array[], isRough);
    const inputs = CURVE_INPUTS.get(name) ?? [...CURVE_INPUTS.values()].flat();
    const input = this.#random.pick(inputs);
    if (!isRough || !this.#random.chance(30) || input.length === 0) return input;
    return input.with(this.#random.below(input.length), this.#random.below(256));
  }

  #place(bytes: Uint8Array): HostArgument[] {
    return [BigInt(bytes.length), this.#program.place(bytes)];
  }

  #promise(isRough: boolean): HostArgument {
    const last = Math.max(0, this.#promises - 1);
    return BigInt(isRough ? this.#random.below(this.#promises + 1) : last);
  }

  /** The first values of a list are the plausible ones. */
  #pick<T>(values: readonly T[], isRough: boolean): T {
    return isRough ? this.#random.pick(values) : (values[this.#random.below(2)] ?? values[0]!);
  }
}

/** A few random calls. */
export function randomHostProgram(random: Random, signatures: Signatures): Uint8Array {
  const maker = new HostProgramMaker(random, signatures);
  const names = [...signatures.keys()];
  if (random.chance(70)) maker.call('promise_batch_create', false);
  const count = 1 + random.below(CALLS_MAX);
  for (let index = 0; index < count; index++) maker.call(random.pick(names), random.chance(40));
  return maker.build();
}

/** One function behind what it needs to succeed. */
export function singleHostProgram(
  random: Random,
  signatures: Signatures,
  name: string,
): Uint8Array {
  const maker = new HostProgramMaker(random, signatures);
  if (HOST_ROLES[name]?.includes('promise')) maker.call('promise_batch_create', false);
  maker.call(name, random.chance(50));
  return maker.build();
}
