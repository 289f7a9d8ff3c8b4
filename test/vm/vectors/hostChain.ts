// Random contracts whose host calls build on each other, from a seed: bytes travel through
// registers and to the edges of the memory, promises depend on promises, storage is read back. Most
// calls succeed, so that a chain gets far; rough ones come last.

import { concatBytes, u64Le } from '../../../src/base/bytes/bytes.ts';
import type { FunctionType } from '../../../src/vm/preparedContract.ts';
import { CURVE_INPUTS, CurveInputs } from '../support/curveInputs.ts';
import type { Random } from '../support/random.ts';
import { type HostArgument, HostProgram, RESULTS_AT } from './hostProgram.ts';
import { HOST_ROLES, PROMISE_CREATORS } from './hostRoles.ts';
import {
  ROLE_BYTES,
  ROLE_NUMBERS,
  ROLE_TARGETS,
  SOUND_BYTES,
  SOUND_NUMBERS,
} from './roleValues.ts';

type Signatures = ReadonlyMap<string, FunctionType>;

const U64_MAX = 2n ** 64n - 1n;
const REGISTER_MODE = U64_MAX;
const PAGE_BYTES = 65_536n;
const INITIAL_PAGES = 1_024n;
/** Results of calls and copied registers, all of which the contract returns as a hash. */
const SCRATCH_AT = 900_000n;
const SCRATCH_SLOTS = 256;
const SLOT_BYTES = 64;
const HASH_BYTES = 32;
const CALLS_MAX = 24;
/** The price of a byte that is read from memory. */
const READ_BYTE_GAS = 3_801_333n;
const REGISTERS = [0n, 1n, 2n, 3n, 2n ** 32n, U64_MAX];

/** Functions by what they have to do with each other; a chain prefers a few of these families. */
const FAMILIES: readonly RegExp[] = [
  /^(read|write)_register|^register_len/,
  /^(current|signer|predecessor|refund|input|chain|random|block|epoch|storage_usage)/,
  /balance|deposit|_gas$|validator/,
  /^storage_/,
  /^(sha|keccak|ripemd)/,
  /verify$|^ecrecover/,
  /^alt_bn128/,
  /^bls12381/,
  /^(log_|value_return)/,
  /^promise_(create|then|and|batch_create|batch_then|set_refund|results|result|return)/,
  /^promise_batch_action|^set_state_init/,
  /^promise_batch_action|^universal/,
  /^promise_yield/,
];

/** Functions that end a call are only good for its end. */
const ENDS = /^(panic|panic_utf8|abort|storage_iter_.*|gas)$/;

const NEEDS_PROMISE = /batch_action|set_state|_then$|^promise_return|set_refund/;

/** What a function leaves in its register, where it is of use to others. */
const REGISTER_ROLES: Readonly<Record<string, string>> = {
  current_account_id: 'ACCOUNT',
  signer_account_id: 'ACCOUNT',
  predecessor_account_id: 'ACCOUNT',
  refund_to_account_id: 'ACCOUNT',
  signer_account_pk: 'PUBLICKEY',
  random_seed: 'HASH',
  sha256: 'HASH',
  keccak256: 'HASH',
  ecrecover: 'ECDSASIGNATURE',
  promise_yield_create: 'DATAID',
};

/** Which functions a view call may make: all but these. */
const NOT_IN_VIEWS =
  /^(signer|predecessor|refund|prepaid|used_gas|storage_write|storage_remove|promise|set_state)/;

/** (0, 2) and (0, -2) are on the first curve of BLS12-381, but in no group. */
const LOW_POINT = new Uint8Array(96).with(95, 2);
const COMPRESSED_LOW_POINT = new Uint8Array(48).with(0, 0x80);
const UNGROUPED_ITEMS: Readonly<Record<string, readonly Uint8Array[]>> = {
  bls12381_p1_sum: [0, 1].map((sign) => concatBytes(Uint8Array.of(sign), LOW_POINT)),
  bls12381_g1_multiexp: [concatBytes(LOW_POINT, new Uint8Array(32).with(0, 3))],
  bls12381_p1_decompress: [COMPRESSED_LOW_POINT, COMPRESSED_LOW_POINT.with(0, 0xa0)],
  bls12381_pairing_check: [concatBytes(LOW_POINT, new Uint8Array(192).with(0, 0x40))],
};

type MadePromise = { readonly position: number; readonly isJoint: boolean };

class HostChainMaker {
  readonly #random: Random;
  readonly #curveInputs: CurveInputs;
  readonly #names: readonly string[];
  /** Those that need not end the call. */
  readonly #soundNames: readonly string[];
  readonly #program: HostProgram;
  /** The role of what each register holds. */
  readonly #registers = new Map<bigint, string>();
  readonly #promises: MadePromise[] = [];
  readonly #stateInits: number[] = [];
  #memoryEnd = INITIAL_PAGES * PAGE_BYTES;
  #slots = 0;

  constructor(random: Random, signatures: Signatures, isView: boolean) {
    this.#random = random;
    this.#curveInputs = new CurveInputs(random);
    const isSound = (name: string) => !ENDS.test(name) && !(isView && NOT_IN_VIEWS.test(name));
    this.#names = [...signatures.keys()];
    this.#soundNames = this.#names.filter(isSound);
    this.#program = new HostProgram(signatures);
  }

  make(): Uint8Array {
    const random = this.#random;
    const families = Array.from({ length: 1 + random.below(4) }, () => random.pick(FAMILIES));
    const count = 1 + random.below(CALLS_MAX);
    for (let index = 0; index < count; index++) {
      this.#step(random.chance(85) ? random.pick(families) : random.pick(FAMILIES), false);
    }
    for (let rough = random.below(6) - 2; rough > 0; rough--) {
      this.#step(random.chance(90) ? random.pick(families) : ENDS, true);
    }
    const returnsResults = random.chance(75);
    if (!returnsResults) return this.#program.build(false);
    this.#hashState();
    return this.#program.build(true, HASH_BYTES);
  }

  #step(family: RegExp, isRough: boolean): void {
    const names = (isRough ? this.#names : this.#soundNames).filter((name) => family.test(name));
    if (this.#random.chance(4)) this.#grow();
    else if (names.length > 0) this.#call(this.#random.pick(names), isRough);
  }

  #grow(): void {
    const pages = BigInt(this.#random.pick([0, 1, 3]));
    this.#program.grow(pages);
    this.#memoryEnd += pages * PAGE_BYTES;
  }

  #call(name: string, isRough: boolean): void {
    if (NEEDS_PROMISE.test(name) && this.#promises.length === 0) {
      this.#call(this.#random.chance(80) ? 'promise_batch_create' : 'promise_create', false);
    }
    const roles = HOST_ROLES[name]!.split(' ').filter((role) => role !== '');
    const args = roles.flatMap((role) => this.#arguments(role, name, isRough));
    const position = this.#program.call(name, ...args);
    if (PROMISE_CREATORS.has(name)) {
      this.#promises.push({ position, isJoint: name === 'promise_and' });
    }
    if (/^promise_batch_action_state_init/.test(name)) this.#stateInits.push(position);
    const register = args.at(-1);
    if (roles.at(-1) === 'register' && name !== 'register_len' && typeof register === 'bigint') {
      // A read or a removal of a key that is absent leaves the register as it was.
      if (!/^storage_|^promise_result/.test(name) || this.#random.chance(30)) {
        this.#registers.set(register, REGISTER_ROLES[name] ?? 'DATA');
      }
    }
  }

  #arguments(role: string, name: string, isRough: boolean): HostArgument[] {
    const random = this.#random;
    const isOdd = isRough && random.chance(12);
    if (role === role.toUpperCase()) {
      if (isOdd) return this.#oddRange();
      return this.#passBytes(role, this.#bytes(role, name, isRough));
    }
    if (isOdd && this.#program.callCount > 0) {
      return [{ resultOf: random.below(this.#program.callCount) }];
    }
    if (role === 'promise') return [this.#promise(isRough)];
    if (role === 'promises') return [this.#promiseList()];
    if (role === 'register') return [this.#register(name, isRough)];
    if (role === 'target') return [this.#target(isRough)];
    if (role === 'action' && this.#stateInits.length > 0 && !isOdd) {
      return [{ resultOf: random.pick(this.#stateInits) }];
    }
    const targets = ROLE_TARGETS[role];
    if (targets !== undefined) return [this.#program.place(this.#pick(targets, isRough))];
    const sound = SOUND_NUMBERS[role] ?? ROLE_NUMBERS[role]!;
    return [random.pick(isRough ? ROLE_NUMBERS[role]! : sound)];
  }

  #bytes(role: string, name: string, isRough: boolean): Uint8Array {
    const create = CURVE_INPUTS[name];
    if (create !== undefined) {
      const ungrouped = UNGROUPED_ITEMS[name];
      const hasUngrouped = ungrouped !== undefined && this.#random.chance(10);
      const items = create(this.#curveInputs);
      const input = concatBytes(...items, ...(hasUngrouped ? [this.#random.pick(ungrouped)] : []));
      return isRough ? this.#damage(input) : input;
    }
    const sound = SOUND_BYTES[role] ?? ROLE_BYTES[role]!;
    return this.#random.pick(isRough ? ROLE_BYTES[role]! : sound);
  }

  #damage(input: Uint8Array): Uint8Array {
    const random = this.#random;
    const bytes = Uint8Array.from(input);
    const place = random.below(bytes.length + 1);
    switch (random.below(5)) {
      case 0:
        return bytes.subarray(0, place);
      case 1:
        return concatBytes(bytes, bytes.subarray(0, 1 + random.below(200)));
      case 2:
        return bytes.fill(random.pick([0, 0xff]), place, place + random.pick([1, 32, 48]));
      case 3:
        if (bytes.length > 0) bytes[random.below(3) % bytes.length]! ^= 1 << random.below(8);
        return bytes;
      default:
        if (place < bytes.length) bytes[place] = random.below(256);
        return bytes;
    }
  }

  /** The two arguments for the bytes, wherever they come from. */
  #passBytes(role: string, bytes: Uint8Array): HostArgument[] {
    const random = this.#random;
    const held = [...this.#registers].filter(([, one]) => one === role || role === 'DATA');
    if (held.length > 0 && random.chance(35)) return [REGISTER_MODE, random.pick(held)[0]];
    const length = BigInt(bytes.length);
    const place = this.#program.place(bytes);
    if (random.chance(10)) {
      const register = random.pick(REGISTERS);
      this.#program.call('write_register', register, length, place);
      this.#registers.set(register, role);
      if (random.chance(50)) return [REGISTER_MODE, register];
      const copy = random.chance(50) ? this.#memoryEnd - length : this.#slot(bytes.length);
      this.#program.call('read_register', register, copy);
      if (random.chance(50)) return [length, copy];
      return [{ resultOf: this.#program.call('register_len', register) }, copy];
    }
    return [length, place];
  }

  /** Ranges at the edges of the memory and of u64, and registers that may be unset. */
  #oddRange(): HostArgument[] {
    const random = this.#random;
    const end = this.#memoryEnd;
    const length = BigInt(random.pick([0, 1, 32, 33, 64, 300]));
    // The largest length whose price fits in a u64.
    const payable = U64_MAX / READ_BYTE_GAS;
    return random.pick<HostArgument[]>([
      [REGISTER_MODE, random.pick(REGISTERS)],
      [REGISTER_MODE, 77n],
      [length, end - length],
      [length, end - length + 1n],
      [length, end],
      [0n, end + 1n],
      [length, U64_MAX - length + 1n],
      [length, U64_MAX],
      [length, 2n ** 32n],
      [BigInt(random.u32()) << BigInt(random.below(32)), 0n],
      [payable, 0n],
      [payable + 1n, 0n],
      [payable - BigInt(random.u32() >>> 12), end],
      [U64_MAX - 1n, 0n],
    ]);
  }

  #register(name: string, isRough: boolean): bigint {
    const random = this.#random;
    const written = [...this.#registers.keys()];
    const reads = name === 'read_register' || name === 'register_len';
    if (reads && written.length > 0 && !(isRough && random.chance(30))) return random.pick(written);
    if (reads && !isRough) {
      this.#program.call('write_register', 0n, 5n, SCRATCH_AT);
      this.#registers.set(0n, 'DATA');
      return 0n;
    }
    return random.pick(REGISTERS);
  }

  #target(isRough: boolean): bigint {
    const random = this.#random;
    if (!isRough || random.chance(50)) {
      return random.chance(20) ? this.#memoryEnd - 8_192n : this.#slot(SLOT_BYTES);
    }
    const end = this.#memoryEnd;
    return random.pick([end - 16n, end - 15n, end - 1n, end, end + 1n, 2n ** 32n, U64_MAX - 15n]);
  }

  #slot(bytes: number): bigint {
    const slot = this.#slots % SCRATCH_SLOTS;
    this.#slots += Math.ceil(bytes / SLOT_BYTES) + 1;
    return SCRATCH_AT + BigInt(slot * SLOT_BYTES);
  }

  #promise(isRough: boolean): HostArgument {
    const random = this.#random;
    const sound = this.#promises.filter(({ isJoint }) => isRough || !isJoint);
    if (isRough && random.chance(20)) {
      const count = BigInt(this.#promises.length);
      return random.pick([count, count + 1n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n, U64_MAX]);
    }
    if (sound.length === 0) return 0n;
    const chosen = random.pick(sound);
    return random.chance(50)
      ? { resultOf: chosen.position }
      : BigInt(this.#promises.indexOf(chosen));
  }

  /** As many as the largest count that is sound. */
  #promiseList(): bigint {
    const bound = Math.max(1, this.#promises.length);
    const indexes = Array.from({ length: 8 }, () => u64Le(this.#random.below(bound)));
    return this.#program.place(concatBytes(...indexes));
  }

  /** The first values of a list are the plausible ones. */
  #pick<T>(values: readonly T[], isRough: boolean): T {
    return this.#random.pick(isRough ? values : values.slice(0, 4));
  }

  /** The last results: registers and what was written to memory. */
  #hashState(): void {
    for (const register of this.#registers.keys()) {
      this.#program.call('sha256', REGISTER_MODE, register, register);
      this.#program.call('read_register', register, this.#slot(32));
    }
    this.#program.call('sha256', BigInt(SCRATCH_SLOTS * SLOT_BYTES), SCRATCH_AT, 0n);
    this.#program.call('read_register', 0n, BigInt(RESULTS_AT - HASH_BYTES));
  }
}

/** In a view, only rough calls are prohibited ones. */
export function randomHostChain(
  random: Random,
  signatures: Signatures,
  isView: boolean,
): Uint8Array {
  return new HostChainMaker(random, signatures, isView).make();
}
