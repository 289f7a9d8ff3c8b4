// Runs calls of short methods on reused instances, and others on new ones: checking every access to
// memory costs a long call more than an instance does. A method is short after many short calls in
// a row, and its contract is then made reusable. A contract that touches much memory costs far more
// than that: where a memory is kept, it is made ready for it after two such calls, whatever their
// methods are. Outcomes do not depend on any of this.
// Bounded by caches. A contract is compiled again after many more calls at the earliest.

import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { toTgas } from '../base/units.ts';
import { LargeContracts } from '../vm/largeContracts.ts';
import { type ContractCode, contractKey, type ModuleSource } from '../vm/moduleCache.ts';
import type { PreparedContract } from '../vm/preparedContract.ts';
import { compileReusable, ReusedContracts } from '../vm/reusedContracts.ts';
import { type ContractCall, type ContractVm, runContract } from '../vm/runContract.ts';
import type { VmOutcome } from '../vm/vmTypes.ts';

/** A call is short if its Wasm burns at most this: it takes less than half a millisecond. */
const SHORT_WASM_GAS = 1_000_000_000_000n;
/** On the kept memory, checks may take as long as touching as much new memory would. */
const LARGE_WASM_GAS = 30_000_000_000_000n;
/** Pages of the operating system that a call has touched for the first time: 2 MiB. */
const LARGE_CALL_PAGES = 512;
/** New pages take half a millisecond then, and checks half of what a Tgas takes. */
const LARGE_PAGES_PER_TGAS = 256;
/** The first one may have compiled the contract. */
const LARGE_CALLS_MIN = 2;
/** Pages are counted for the whole process: what others touch now and then must not add up. */
const OTHER_CALL_WEIGHT = 1 / 8;
const NEVER = Number.NEGATIVE_INFINITY;
/** Short calls in a row before instances are reused. */
const SHORT_CALLS_MIN = 32;
/** How many more it takes after a long one. */
const LONG_CALL_WEIGHT = 1_000;
const METHOD_CHARS_MAX = 256;
const ENTRY_BYTES = 200;

interface MethodRecord {
  /** Short calls on new instances; below zero after a long call. */
  shortCalls: number;
  isShort: boolean;
}

type LargeCall = {
  readonly code: ContractCode;
  readonly contract: string;
  readonly method: string;
};

type ReusedCallsOptions = {
  readonly caches?: Caches | undefined;
  /** Is there a kept memory for contracts that touch much? */
  readonly keepsMemory?: boolean;
};

export class ReusedCalls {
  readonly #contracts: ReusedContracts;
  readonly #large: LargeContracts | null;
  readonly #methods: BoundedCache<MethodRecord>;
  /** How many calls of a contract have touched much memory, lately. */
  readonly #largeCalls: BoundedCache<number>;
  /** Contracts that cannot be made reusable. */
  readonly #unfit: BoundedCache<true>;

  constructor({ caches = new Caches(), keepsMemory = false }: ReusedCallsOptions = {}) {
    this.#contracts = new ReusedContracts(caches);
    this.#large = keepsMemory ? new LargeContracts(caches) : null;
    this.#methods = caches.create('short_methods');
    this.#largeCalls = caches.create('short_methods');
    this.#unfit = caches.create('short_methods');
  }

  /** Null if the call must run on a new instance: see `learn`. */
  run(vm: ContractVm, call: ContractCall): VmOutcome | null {
    const { code, method } = call;
    if (code === null) return null;
    const contract = contractKey(code, vm.source);
    if (this.#large?.has(contract)) {
      return this.#runLarge({ ...vm, modules: this.#large }, call, contract + method);
    }
    const record = this.#methods.get(contract + method);
    if (!record?.isShort || !this.#contracts.has(contract)) return null;
    const outcome = runContract({ ...vm, modules: this.#contracts }, call);
    // It was dropped if the call has written too much memory.
    const fits = this.#contracts.has(contract);
    if (!fits || !isShortCall(outcome)) forgetShort(record);
    return outcome;
  }

  /** A long call lets the next ones run on new instances, until one touches much memory. */
  #runLarge(vm: ContractVm, call: ContractCall, key: string): VmOutcome | null {
    if (call.method.length > METHOD_CHARS_MAX) return null;
    const record = this.#methods.get(key);
    if (record !== undefined && record.shortCalls < 0) return null;
    const outcome = runContract(vm, call);
    if (outcome.profile.wasm > LARGE_WASM_GAS) forgetShort(this.#recordOf(key));
    return outcome;
  }

  /** What `learn` compares with, to be read before the call. */
  touchedPages(): number {
    return this.#large === null ? 0 : process.resourceUsage().minorPageFault;
  }

  /** To be called after a call on a new instance. */
  learn(
    vm: ContractVm,
    { code, method }: ContractCall,
    outcome: VmOutcome,
    touchedBefore = 0,
  ): void {
    if (code === null || method.length > METHOD_CHARS_MAX) return;
    const contract = contractKey(code, vm.source);
    if (isLargeCall(this.touchedPages() - touchedBefore, outcome)) {
      this.#learnLarge(vm, { code, contract, method }, outcome);
      if (this.#large?.has(contract)) return;
    } else {
      this.#learnOther(contract);
    }
    if (this.#unfit.get(contract)) return;
    const record = this.#recordOf(contract + method);
    if (!isShortCall(outcome)) {
      forgetShort(record);
    } else if (++record.shortCalls >= SHORT_CALLS_MIN) {
      record.shortCalls = 0;
      record.isShort = true;
      this.#prepare(vm, code, contract);
    }
  }

  #learnLarge({ source }: ContractVm, called: LargeCall, { profile }: VmOutcome): void {
    const { contract, method } = called;
    if (this.#large === null || profile.wasm > LARGE_WASM_GAS) return;
    const record = this.#methods.get(contract + method);
    if (record !== undefined && record.shortCalls < 0) record.shortCalls = 0;
    const calls = (this.#largeCalls.get(contract) ?? 0) + 1;
    const isReady = calls < LARGE_CALLS_MIN || this.#addLarge(this.#large, called, source);
    this.#largeCalls.set(contract, isReady ? calls : NEVER, ENTRY_BYTES + contract.length);
  }

  #learnOther(contract: string): void {
    const calls = this.#largeCalls.get(contract);
    if (calls === undefined || calls <= 0) return;
    const left = calls - OTHER_CALL_WEIGHT;
    this.#largeCalls.set(contract, left, ENTRY_BYTES + contract.length);
  }

  /** False if the contract has no form for that. */
  #addLarge(large: LargeContracts, { code, contract }: LargeCall, source: ModuleSource): boolean {
    if (large.has(contract)) return true;
    const prepared = prepare(source, code);
    return prepared !== null && large.add(contract, prepared, source.table);
  }

  #recordOf(key: string): MethodRecord {
    const known = this.#methods.get(key);
    if (known !== undefined) return known;
    const record = { shortCalls: 0, isShort: false };
    this.#methods.set(key, record, ENTRY_BYTES + key.length);
    return record;
  }

  #prepare({ source }: ContractVm, code: ContractCode, contract: string): void {
    if (this.#contracts.has(contract)) return;
    const prepared = prepare(source, code);
    const reusable = prepared && compileReusable(prepared);
    if (reusable !== null) this.#contracts.add(contract, reusable, source.table);
    else this.#unfit.set(contract, true, ENTRY_BYTES + contract.length);
  }
}

/** Null for a contract that cannot be prepared. */
function prepare(source: ModuleSource, code: ContractCode): PreparedContract | null {
  const prepared = source.prepare(code);
  return prepared !== null && 'wasm' in prepared ? prepared : null;
}

/** A refused contract burns nothing in Wasm, and is not worth an instance. */
function isShortCall({ profile }: VmOutcome): boolean {
  return profile.wasm > 0n && profile.wasm <= SHORT_WASM_GAS;
}

function isLargeCall(pages: number, { profile }: VmOutcome): boolean {
  return pages >= Math.max(LARGE_CALL_PAGES, LARGE_PAGES_PER_TGAS * toTgas(profile.wasm));
}

function forgetShort(record: MethodRecord): void {
  record.isShort = false;
  record.shortCalls = -LONG_CALL_WEIGHT;
}
