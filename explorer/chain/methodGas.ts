// What the calls of a contract's methods burnt, from transactions that are loaded.

import { openTagged } from '../format/actions.ts';
import type { Trail } from './trail.ts';

export interface MethodGas {
  readonly method: string;
  readonly calls: number;
  readonly failures: number;
  readonly least: number;
  readonly middle: number;
  readonly most: number;
}

/** Most expensive first. */
export function sumMethods(trails: readonly Trail[], contract: string): MethodGas[] {
  const found = new Map<string, { gas: number[]; failures: number }>();
  for (const { outcomes, methods } of trails) {
    for (const [id, { executor_id, gas_burnt, status }] of outcomes) {
      const method = methods.get(id);
      if (executor_id !== contract || method === undefined) continue;
      const sum = found.get(method) ?? { gas: [], failures: 0 };
      sum.gas.push(Number(gas_burnt));
      if (openTagged(status).kind === 'Failure') sum.failures += 1;
      found.set(method, sum);
    }
  }
  return [...found]
    .map(([method, { gas, failures }]) => {
      const sorted = gas.sort((a, b) => a - b);
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
      return { method, calls: gas.length, failures, least: at(0), middle: at(0.5), most: at(1) };
    })
    .sort((a, b) => b.middle - a.middle);
}
