// How a host function is declared: its Wasm signature and what it does. Every i64 argument arrives
// as a u64, every i32 argument as a u32.

import type { FunctionType, ValueType } from '../preparedContract.ts';
import type { Host } from './host.ts';

export type HostFunction = {
  readonly type: FunctionType;
  readonly call: (host: Host, ...args: never[]) => bigint | number | undefined;
};

/** The functions of a family, by the name that contracts import. */
export type HostFunctions = { readonly [name: string]: HostFunction };

type Call<A, R> = (host: Host, ...args: A[]) => R;

function i64Params(call: Call<never, unknown>): ValueType[] {
  return new Array<ValueType>(call.length - 1).fill('i64');
}

/** Takes u64 arguments and returns nothing. The parameters of `call` are those of the function. */
export function procedure(call: Call<bigint, void>): HostFunction {
  return {
    type: { params: i64Params(call), results: [] },
    call: call as HostFunction['call'],
  };
}

/** Takes u64 arguments and returns a u64. */
export function u64Function(call: Call<bigint, bigint>): HostFunction {
  return { type: { params: i64Params(call), results: ['i64'] }, call };
}

/** Takes u64 arguments and returns a u32. */
export function u32Function(call: Call<bigint, number>): HostFunction {
  return { type: { params: i64Params(call), results: ['i32'] }, call };
}

/** Takes u32 arguments and returns nothing. */
export function u32Procedure(call: Call<number, void>): HostFunction {
  const params = new Array<ValueType>(call.length - 1).fill('i32');
  return { type: { params, results: [] }, call: call as HostFunction['call'] };
}
