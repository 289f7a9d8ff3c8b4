// Observers of a call that need a module prepared for them: with hooks in every function, or with
// counters. Such a module burns exactly the gas of the one that runs transactions.

import type { GasCounter } from './gasCounter.ts';

/** The state of the counter since the host was called last. */
export type ProbedGas = Pick<GasCounter, 'burnt' | 'remaining'>;

/** Sees when functions of the contract begin and return. */
export interface FunctionProbe {
  readonly kind: 'functions';
  /** `operations` are left of the gas, in regular operations; the frame is not paid for yet. */
  enterFunction(functionIndex: number, operations: number, gas: ProbedGas): void;
  /** Not called for functions that a trap or an error ends. */
  leaveFunction(operations: number, gas: ProbedGas): void;
  /** Wasm could not pay for what comes next; everything before that is burnt. */
  refuse(gas: ProbedGas): void;
}

/** Takes the counters once the call has ended, however it ended. */
interface CounterProbe {
  readonly kind: 'counters';
  /** By number of the charge (`wasm/chargeList.ts`); null if there are too many to be counted. */
  count(counters: Int32Array | null): void;
}

export type CallProbe = FunctionProbe | CounterProbe;

/** What preparation adds to a module, for a probe of that kind. */
export type Instrumentation = CallProbe['kind'] | 'none';
