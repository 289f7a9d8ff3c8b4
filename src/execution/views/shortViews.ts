// View calls that are known to be short run in the thread that serves requests: handing them to
// another thread would take longer than the call. Each has little gas, stack and memory on a reused
// instance; a call that needs more is given up and goes to the pool, where its result is final.
// Contracts cannot observe these limits, so a completed call is final here too.
// Bounds: the gas of a call, and the time of all calls between two turns of the event loop.

import type { Caches } from '../../base/collections/caches.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import { resolveContract } from '../../runtime/contracts/contractCode.ts';
import { callView, type ViewCallResult, type ViewState } from '../../runtime/contracts/viewCall.ts';
import { readAccount } from '../../state/accounts.ts';
import { ContractSymbols } from '../../symbols/contractSymbols.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import { type ContractCode, contractKey } from '../../vm/moduleCache.ts';
import { ReusedContracts } from '../../vm/reusedContracts.ts';
import { type ContractVm, createContractVm, runContract } from '../../vm/runContract.ts';
import { ShortMethods } from './shortMethods.ts';
import { tryWithGas } from './viewCaller.ts';
import type { ViewPool } from './viewPool.ts';
import { type ViewedStates, ViewStates } from './viewStates.ts';

/** A Tgas takes about a millisecond, and a few at worst. */
const SHORT_GAS = 2_000_000_000_000n;
/**
 * V8 uses several times as much of its own stack, which must leave room for host functions on the
 * stack of a main thread. Rust's allocator adds a page or a few.
 */
const CALL_LIMITS = { stackBytes: 64 * 1024, addedPages: 32 };
/** A call that takes longer than this is not short; in another thread and in this one. */
const SHORT_MS = 4;
/** For all calls between two turns of the event loop. */
const TURN_MS = 8;
/** What the calls for the next turns may take; with more of them, other threads help. */
const WAIT_MS = 4 * TURN_MS;
const WAITING_MAX = 1_024;
/** Of a call, in what calls take on average. */
const NEWEST_WEIGHT = 1 / 8;

type CallingPool = Pick<ViewPool, 'callFunction' | 'run' | 'prepare'>;

interface ShortViewsParts extends ViewedStates {
  readonly pool: CallingPool;
  readonly caches: Caches;
  /** Where failed calls find debug information: none of it is read in this thread. */
  readonly debugInfo?: string | undefined;
  readonly now?: () => number;
}

type FailedView = Extract<ViewCallResult, { readonly kind: 'failed' }>;

/** A call with what is known of it before it runs. */
interface KnownCall {
  readonly call: ViewCall;
  readonly view: ViewState;
  readonly vm: ContractVm;
  readonly contract: string;
  readonly code: ContractCode;
}

export class ShortViews {
  readonly #pool: CallingPool;
  readonly #states: ViewStates;
  readonly #contracts: ReusedContracts;
  readonly #methods: ShortMethods;
  readonly #now: () => number;
  readonly #hasDebugInfo: boolean;
  readonly #vms = new Map<Protocol, ContractVm>();
  /** Contracts that are being prepared. */
  readonly #preparing = new Set<string>();
  /** What calls have taken since the last turn. */
  #turnMs = 0;
  /** What a call takes, by the latest ones. */
  #meanMs = 0;
  /** Calls for the next turns, in order. Even those take less time here than by a message. */
  readonly #waiting: (() => void)[] = [];

  constructor(parts: ShortViewsParts) {
    const { pool, caches, debugInfo, now = () => performance.now(), ...viewed } = parts;
    this.#pool = pool;
    this.#hasDebugInfo = debugInfo !== undefined;
    this.#now = now;
    this.#states = new ViewStates(viewed);
    this.#contracts = new ReusedContracts(caches, CALL_LIMITS);
    this.#methods = new ShortMethods(caches, now);
  }

  /** The account must exist at that block. Rejects with a ViewError. */
  callFunction(call: ViewCall): ViewCallResult | Promise<ViewCallResult> {
    const known = giveUp(() => this.#find(call));
    if (known === null) return this.#pool.callFunction(call);
    const { length } = this.#waiting;
    if (this.#turnMs <= TURN_MS && length === 0) return this.#callNow(known);
    const mayWait = length < WAITING_MAX && length * this.#meanMs <= WAIT_MS;
    if (!mayWait || !this.#isShort(known)) return this.#callInPool(known);
    return new Promise((resolve) => this.#waiting.push(() => resolve(this.#callNow(known))));
  }

  /** A method that was short when its call began to wait may have become long. */
  #callNow(known: KnownCall): ViewCallResult | Promise<ViewCallResult> {
    const result = this.#isShort(known) ? this.#callHere(known) : null;
    return result ?? this.#callInPool(known);
  }

  #isShort({ contract, call }: KnownCall): boolean {
    return this.#contracts.has(contract) && this.#methods.has(contract, call.methodName);
  }

  /** Null without a contract, or if the block is gone. */
  #find(call: ViewCall): KnownCall | null {
    const view = this.#states.after(call);
    if (view === null) return null;
    const { accountId } = call;
    const account = call.account ?? readAccount(view.state, accountId);
    if (account === null) return null;
    const owner = { chainId: view.chainId, accountId, contract: account.contract };
    const code = resolveContract(view.state, owner);
    if (code === null) return null;
    const vm = this.#vmOf(view.protocol);
    return { call, view, vm, code, contract: contractKey(code, vm.source) };
  }

  /** Null if it has to run in the pool. */
  #callHere(known: KnownCall): ViewCallResult | null {
    const { call, view, vm, contract, code } = known;
    const { methodName } = call;
    const startMs = this.#now();
    const run = (limited: ViewCall) =>
      callView(view, { run: (_, contractCall) => runContract(vm, contractCall) }, limited);
    const result = giveUp(() => tryWithGas(run, call, SHORT_GAS));
    // It was dropped if the call has written too much memory.
    const fits = this.#contracts.has(contract);
    const durationMs = this.#now() - startMs;
    this.#countTime(durationMs);
    if (result === null || !fits) this.#methods.addLong(contract, methodName);
    else if (durationMs > SHORT_MS) this.#methods.addSlow(contract, methodName);
    else this.#methods.addShort(contract, methodName);
    const isExplainable = () => result?.kind === 'failed' && this.#isExplainable(result, code);
    return giveUp(() => (isExplainable() ? null : result));
  }

  /** Debug information takes too long to read in this thread, so the call fails again elsewhere. */
  #isExplainable({ stack }: FailedView, code: ContractCode): boolean {
    if (stack.length === 0) return false;
    const bytes = this.#hasDebugInfo ? null : code.read();
    return bytes === null || new ContractSymbols(new WasmLayout(bytes)).hasPlaces;
  }

  async #callInPool(known: KnownCall): Promise<ViewCallResult> {
    const { result, durationMs } = await this.#pool.run(known.call);
    if (durationMs <= SHORT_MS) this.#learn(known);
    return result;
  }

  /** The method was short in another thread: the contract is prepared for this one. */
  #learn(known: KnownCall): void {
    const { call, contract, vm } = known;
    this.#methods.addShort(contract, call.methodName);
    const isKnown = this.#contracts.has(contract) || this.#preparing.has(contract);
    if (isKnown || !this.#methods.has(contract, call.methodName)) return;
    this.#preparing.add(contract);
    const prepared = this.#pool.prepare(call).catch(() => null);
    void prepared.then((reusable) => {
      this.#preparing.delete(contract);
      if (reusable === null) this.#methods.addUnfit(contract);
      else this.#contracts.add(contract, reusable, vm.source.table);
    });
  }

  #countTime(durationMs: number): void {
    this.#meanMs += (durationMs - this.#meanMs) * NEWEST_WEIGHT;
    if (this.#turnMs === 0) setImmediate(() => this.#beginTurn());
    this.#turnMs += durationMs;
  }

  #beginTurn(): void {
    this.#turnMs = 0;
    while (this.#turnMs <= TURN_MS) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  #vmOf(protocol: Protocol): ContractVm {
    let vm = this.#vms.get(protocol);
    if (vm === undefined) {
      vm = createContractVm({ protocol, modules: this.#contracts });
      this.#vms.set(protocol, vm);
    }
    return vm;
  }
}

/**
 * Null if the call needs more than there is here, or if anything else goes wrong: the pool then
 * gives the result, or the error that clients get.
 */
function giveUp<T>(run: () => T | null): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
