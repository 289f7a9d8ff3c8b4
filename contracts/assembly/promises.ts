// Promises: calls and transfers of the receipts that follow.

import * as env from './env';
import { address, encode } from './near';
import { U128 } from './u128';

export const TGAS: u64 = 1_000_000_000_000;
const SUCCEEDED: u64 = 1;
const REGISTER: u64 = 0;
const NOTHING = new U128(0);

export function begin(account: string): u64 {
  const id = encode(account);
  return env.promise_batch_create(id.length, address(id));
}

export function then(promise: u64, account: string): u64 {
  const id = encode(account);
  return env.promise_batch_then(promise, id.length, address(id));
}

/** A call without a deposit. */
export function addCall(promise: u64, method: string, args: string, gas: u64): void {
  const name = encode(method);
  const json = encode(args);
  env.promise_batch_action_function_call(
    promise,
    name.length,
    address(name),
    json.length,
    address(json),
    NOTHING.ptr(),
    gas,
  );
}

export function addTransfer(promise: u64, amount: U128): void {
  env.promise_batch_action_transfer(promise, amount.ptr());
}

export function transfer(account: string, amount: U128): void {
  if (!amount.isZero()) addTransfer(begin(account), amount);
}

/** The result of the promise before a callback; null if that failed. */
export function previousResult(): Uint8Array | null {
  if (env.promise_result(0, REGISTER) != SUCCEEDED) return null;
  const bytes = new Uint8Array(i32(env.register_len(REGISTER)));
  env.read_register(REGISTER, address(bytes));
  return bytes;
}
