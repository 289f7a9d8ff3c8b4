// Runs calls of short methods on reused instances, and others on new ones: checking every access to
// memory costs a long call more than an instance does. A method is short after many short calls in
// a row, and its contract is then made reusable. Outcomes do not depend on any of this.
// Bounded by caches. A contract is compiled again after many more calls at the earliest.

import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { type ContractCode, contractKey } from '../vm/moduleCache.ts';
import { compileReusable, ReusedContracts } from '../vm/reusedContracts.ts';
import { type ContractCall, type ContractVm, runContract } from '../vm/runContract.ts';
import type { VmOutcome } from '../vm/vmTypes.ts';

/** A call is short if its Wasm burns at most this: it takes less than half a millisecond. */
const SHORT_WASM_GAS = 1_000_000_000_000n;
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

export class ReusedCalls {
  readonly #contracts: ReusedContracts;
  readonly #methods: BoundedCache<MethodRecord>;
  /** Contracts that cannot be made reusable. */
  readonly #unfit: BoundedCache<true>;

  constructor(caches = new Caches()) {
    this.#contracts = new ReusedContracts(caches);
    this.#methods = caches.create('short_methods');
    this.#unfit = caches.create('short_methods');
  }

  /** Null if the call must run on a new instance: see `learn`. */
  run(vm: ContractVm, call: ContractCall): VmOutcome | null {
    const { code, method } = call;
    if (code === null) return null;
    const contract = contractKey(code, vm.source);
    const record = this.#methods.get(contract + method);
    if (!record?.isShort || !this.#contracts.has(contract)) return null;
    const outcome = runContract({ ...vm, modules: this.#contracts }, call);
    // It was dropped if the call has written too much memory.
    const fits = this.#contracts.has(contract);
    if (!fits || !isShortCall(outcome)) forgetShort(record);
    return outcome;
  }

  /** To be called after a call on a new instance. */
  learn(vm: ContractVm, { code, method }: ContractCall, outcome: VmOutcome): void {
    if (code === null || method.length > METHOD_CHARS_MAX) return;
    const contract = contractKey(code, vm.source);
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

  #recordOf(key: string): MethodRecord {
    const known = this.#methods.get(key);
    if (known !== undefined) return known;
    const record = { shortCalls: 0, isShort: false };
    this.#methods.set(key, record, ENTRY_BYTES + key.length);
    return record;
  }

  #prepare({ source }: ContractVm, code: ContractCode, contract: string): void {
    if (this.#contracts.has(contract)) return;
    const prepared = source.prepare(code);
    const isPrepared = prepared !== null && 'wasm' in prepared;
    const reusable = isPrepared ? compileReusable(prepared) : null;
    if (reusable !== null) this.#contracts.add(contract, reusable, source.table);
    else this.#unfit.set(contract, true, ENTRY_BYTES + contract.length);
  }
}

/** A refused contract burns nothing in Wasm, and is not worth an instance. */
function isShortCall({ profile }: VmOutcome): boolean {
  return profile.wasm > 0n && profile.wasm <= SHORT_WASM_GAS;
}

function forgetShort(record: MethodRecord): void {
  record.isShort = false;
  record.shortCalls = -LONG_CALL_WEIGHT;
}
