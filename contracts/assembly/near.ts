// What the contracts know of their call, and how they answer: texts, deposits, storage and events.
// Nothing is freed: a call ends before its memory does.

import * as env from './env';
import { quote } from './json';
import { U128 } from './u128';

const REGISTER: u64 = 0;
const ONE = new U128(1);

export function panic(message: string): void {
  const bytes = encode(message);
  env.panic_utf8(bytes.length, address(bytes));
}

/** What the compiler calls where a check of its own fails. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const place = file === null ? '' : ` (${file}:${line}:${column})`;
  panic((message === null ? 'The contract failed' : message) + place);
}

export function require(condition: bool, message: string): void {
  if (!condition) panic(message);
}

export function log(message: string): void {
  const bytes = encode(message);
  env.log_utf8(bytes.length, address(bytes));
}

/** An event of NEP-297. */
export function emit(standard: string, version: string, event: string, data: string): void {
  const start = `EVENT_JSON:{"standard":${quote(standard)},"version":${quote(version)}`;
  log(`${start},"event":${quote(event)},"data":[${data}]}`);
}

export function encode(text: string): Uint8Array {
  return Uint8Array.wrap(String.UTF8.encode(text));
}

export function decode(bytes: Uint8Array): string {
  return String.UTF8.decodeUnsafe(usize(address(bytes)), bytes.length);
}

export function address(bytes: Uint8Array): u64 {
  return bytes.dataStart;
}

function readRegister(): Uint8Array {
  const bytes = new Uint8Array(i32(env.register_len(REGISTER)));
  env.read_register(REGISTER, address(bytes));
  return bytes;
}

export function input(): string {
  env.input(REGISTER);
  return decode(readRegister());
}

/** The JSON text of the result. */
export function answer(json: string): void {
  const bytes = encode(json);
  env.value_return(bytes.length, address(bytes));
}

export function predecessor(): string {
  env.predecessor_account_id(REGISTER);
  return decode(readRegister());
}

export function current(): string {
  env.current_account_id(REGISTER);
  return decode(readRegister());
}

/** The key of the transaction, in its binary form. */
export function signerKey(): Uint8Array {
  env.signer_account_pk(REGISTER);
  return readRegister();
}

export function deposit(): U128 {
  const amount = new U128(0);
  env.attached_deposit(amount.ptr());
  return amount;
}

export function requireOneYocto(): void {
  require(deposit().equals(ONE), 'Requires attached deposit of exactly 1 yoctoNEAR');
}

export function requireNoDeposit(method: string): void {
  require(deposit().isZero(), `Method ${method} doesn't accept deposit`);
}

export function requirePrivate(method: string): void {
  require(predecessor() == current(), `Method ${method} is private`);
}

export function read(key: string): Uint8Array | null {
  const bytes = encode(key);
  if (env.storage_read(bytes.length, address(bytes), REGISTER) == 0) return null;
  return readRegister();
}

export function write(key: string, value: Uint8Array): void {
  const bytes = encode(key);
  env.storage_write(bytes.length, address(bytes), value.length, address(value), REGISTER);
}

export function remove(key: string): void {
  const bytes = encode(key);
  env.storage_remove(bytes.length, address(bytes), REGISTER);
}

export function readText(key: string): string | null {
  const bytes = read(key);
  return bytes === null ? null : decode(bytes);
}

export function writeText(key: string, value: string): void {
  write(key, encode(value));
}

export function readAmount(key: string): U128 | null {
  const text = readText(key);
  return text === null ? null : U128.parse(text);
}

export function writeAmount(key: string, amount: U128): void {
  writeText(key, amount.toString());
}

export function requireUninitialised(key: string): void {
  require(read(key) === null, 'The contract has already been initialized');
}

/** A stored text that `new` writes. */
export function requireState(key: string): string {
  const text = readText(key);
  if (text === null) panic('The contract is not initialized');
  return text!;
}
