// How much gas the function calls of a transaction need: found by running the transaction's block
// again with less, until less changes how a receipt ends. What a call used beyond its fees is what
// it needs, unless it gave all its remaining gas to promises; then the amount is bisected. Bounded
// in runs and in the gas that they burn.

import { maxBigint } from '../base/bytes/bigints.ts';
import type { Protocol } from '../params/protocol.ts';
import { execFee } from '../runtime/fees/fees.ts';
import type { ActionTrace } from '../trace/tree/transactionTrace.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Action } from '../types/action.ts';
import type { SuggestedGas } from './simulation.ts';

/** How far above the least sufficient amount a bisected one may be. */
const PRECISION = 10n ** 9n;
/** Of one request. */
const RUNS_MAX = 400;
const BURNT_MAX = 2n * 10n ** 15n;

/** How a run of the transaction came out. */
export interface GasRun {
  readonly isSuccess: boolean;
  /** How each receipt ended, in the order of their execution tree. */
  readonly endings: string;
  readonly gasBurnt: bigint;
  /** Traces the actions of the transaction's own receipt, as far as they were executed. */
  traceActions(): readonly ActionTrace[];
}

/** What all suggestions of a request may take together. */
export class SuggestionBudget {
  #runs = 0;
  #burnt = 0n;

  get isUsedUp(): boolean {
    return this.#runs >= RUNS_MAX || this.#burnt >= BURNT_MAX;
  }

  note({ gasBurnt }: GasRun): void {
    this.#runs += 1;
    this.#burnt += gasBurnt;
  }
}

export interface SuggestionParts {
  readonly protocol: Protocol;
  readonly receiverId: AccountId;
  readonly actions: readonly Action[];
  readonly budget: SuggestionBudget;
  /** Runs the transaction with other actions. */
  run(actions: readonly Action[]): GasRun;
}

export function suggestGas(parts: SuggestionParts): SuggestedGas[] {
  const search = new GasSearch(parts);
  const calls = parts.actions.flatMap((action, index) => {
    return action.kind === 'FunctionCall' ? [{ index, methodName: action.value.methodName }] : [];
  });
  if (calls.length === 0) return [];
  const isPossible = search.begin(calls.length);
  return calls.map(({ index, methodName }) => {
    const found = isPossible ? search.minimize(index) : { gas: null, isLeast: false };
    return { actionIndex: index, methodName, ...found };
  });
}

class GasSearch {
  readonly #parts: SuggestionParts;
  /** With what was found so far. */
  #actions: readonly Action[];
  #wanted: GasRun | null = null;
  #traces: readonly ActionTrace[] = [];

  constructor(parts: SuggestionParts) {
    this.#parts = parts;
    this.#actions = parts.actions;
  }

  /** If the given gas does not suffice, the most that is allowed may. False if nothing helps. */
  begin(calls: number): boolean {
    const { protocol, actions } = this.#parts;
    const most = protocol.limits.maxTotalPrepaidGas / BigInt(calls);
    for (const tried of [actions, actions.map((action) => withGas(action, most))]) {
      const run = this.#try(tried);
      if (!run?.isSuccess) continue;
      this.#actions = tried;
      this.#wanted = run;
      this.#traces = run.traceActions();
      return true;
    }
    return false;
  }

  /** Of one call, with the others as they are by now. */
  minimize(index: number): Pick<SuggestedGas, 'gas' | 'isLeast'> {
    const { protocol, receiverId } = this.#parts;
    const action = this.#actions[index] as Action;
    const traced = this.#traces[index];
    let high = gasOf(action);
    if (traced === undefined) return { gas: high, isLeast: false };
    const fee = execFee(protocol, action, receiverId).gas;
    const used = traced.gasUsed - fee;
    const isPlain = used > 0n && used < high;
    if (isPlain && this.#suffices(index, used)) return { gas: used, isLeast: true };
    // A call always needs what it burns itself.
    let low = maxBigint(traced.gasBurnt - fee, 1n) - 1n;
    while (high - low > PRECISION) {
      if (this.#parts.budget.isUsedUp) return { gas: high, isLeast: false };
      const middle = (low + high) / 2n;
      if (this.#suffices(index, middle)) high = middle;
      else low = middle;
    }
    return { gas: high, isLeast: high - low === 1n };
  }

  #suffices(index: number, gas: bigint): boolean {
    const actions = this.#actions.with(index, withGas(this.#actions[index] as Action, gas));
    const run = this.#try(actions);
    if (run === null || run.endings !== this.#wanted?.endings) return false;
    this.#actions = actions;
    return true;
  }

  #try(actions: readonly Action[]): GasRun | null {
    const { budget } = this.#parts;
    if (budget.isUsedUp) return null;
    const run = this.#parts.run(actions);
    budget.note(run);
    return run;
  }
}

function gasOf(action: Action): bigint {
  return action.kind === 'FunctionCall' ? action.value.gas : 0n;
}

function withGas(action: Action, gas: bigint): Action {
  return action.kind === 'FunctionCall' ? { ...action, value: { ...action.value, gas } } : action;
}
