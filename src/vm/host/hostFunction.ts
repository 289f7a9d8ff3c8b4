// How a host function is declared: its Wasm signature and its implementation. Contracts are linked
// against the declared signature, and their imports checked against it. An i64 argument arrives as
// a u64, an i32 argument as a u32.

import type { VmFlag } from '../../params/tables/vmFlags.ts';
import type { FunctionType } from '../preparedContract.ts';
import type { Host } from './host.ts';

export const i32 = 'i32';
export const i64 = 'i64';

type HostValueType = typeof i32 | typeof i64;

type Value<T> = T extends typeof i64 ? bigint : number;

type Values<T extends readonly HostValueType[]> = { [Index in keyof T]: Value<T[Index]> };

type Call<Params extends readonly HostValueType[], Results> = Results extends readonly [infer One]
  ? (host: Host, ...args: Values<Params>) => Value<One>
  : (host: Host, ...args: Values<Params>) => void;

export type HostFunction = {
  readonly type: FunctionType;
  /** The switch of the protocol that it exists with; null if it always exists. */
  readonly flag: VmFlag | null;
  readonly call: (host: Host, ...args: never[]) => bigint | number | undefined;
};

/** The functions of a family, by the name that contracts import. */
export type HostFunctions = { readonly [name: string]: HostFunction };

/**
 * `hostFunction([i64, i64], [i64], (host, length, ptr) => …)`: the compiler types the arguments.
 */
export function hostFunction<
  const Params extends readonly HostValueType[],
  const Results extends readonly [] | readonly [HostValueType],
>(params: Params, results: Results, call: Call<Params, Results>): HostFunction {
  return { type: { params, results }, flag: null, call: call as HostFunction['call'] };
}

/** The function exists only at versions that set the flag. */
export function onlyWith(flag: VmFlag, declared: HostFunction): HostFunction {
  return { ...declared, flag };
}
