// The registrar of sub-accounts with linkdrops: accounts that tools, faucets and wallets create,
// and NEAR behind a key that anybody may claim who has it.

import { parsePublicKey } from './base58';
import { decodeBase64 } from './base64';
import * as env from './env';
import { Json, parse, quote } from './json';
import {
  address,
  answer,
  current,
  deposit,
  encode,
  input,
  log,
  panic,
  predecessor,
  readAmount,
  remove,
  require,
  requirePrivate,
  signerKey,
  writeAmount,
} from './near';
import { addCall, addTransfer, begin, previousResult, TGAS, then, transfer } from './promises';
import { U128 } from './u128';

export { init as new };

/** What the callback of a new account needs; near-cli-rs attaches 30 Tgas to all of it. */
const GAS_FOR_CALLBACK: u64 = 13 * TGAS;
/** What a claim may spend on gas, taken from the deposit of a linkdrop. */
const ACCESS_ALLOWANCE = U128.parse('1000000000000000000000000');
const CLAIM_METHODS = 'claim,create_account_and_claim';

function init(): void {}

function keyOf(publicKey: Uint8Array): string {
  let text = 'k/';
  for (let index = 0; index < publicKey.length; index++) {
    text += String.fromCharCode(97 + (publicKey[index] >> 4));
    text += String.fromCharCode(97 + (publicKey[index] & 15));
  }
  return text;
}

/** The account with the deposit of this call; its keys and code are still to be added. */
function beginAccount(account: string, amount: U128): u64 {
  const promise = begin(account);
  env.promise_batch_action_create_account(promise);
  addTransfer(promise, amount);
  return promise;
}

function addFullAccess(promise: u64, publicKey: string): void {
  const key = parsePublicKey(publicKey);
  env.promise_batch_action_add_key_with_full_access(promise, key.length, address(key), 0);
}

/** Answers whether the account was created; if not, the deposit goes back. */
function finish(promise: u64): void {
  const args = `{"predecessor_account_id":${quote(predecessor())},"amount":"${deposit()}"}`;
  const callback = then(promise, current());
  addCall(callback, 'on_account_created', args, GAS_FOR_CALLBACK);
  env.promise_return(callback);
}

export function create_account(): void {
  const args = parse(input());
  const promise = beginAccount(args.requireText('new_account_id'), deposit());
  addFullAccess(promise, args.requireText('new_public_key'));
  finish(promise);
}

export function on_account_created(): void {
  requirePrivate('on_account_created');
  const args = parse(input());
  const isCreated = previousResult() !== null;
  if (!isCreated) {
    const amount = U128.parse(args.requireText('amount'));
    transfer(args.requireText('predecessor_account_id'), amount);
  }
  answer(isCreated ? 'true' : 'false');
}

export function create_account_advanced(): void {
  const args = parse(input());
  const options = args.requireRecord('options');
  const fullKeys = options.getList('full_access_keys');
  const limitedKeys = options.getList('limited_access_keys');
  const code = readCode(options);
  const global = options.getText('use_global_contract_account_id');
  const codes = i32(code !== null) + i32(global !== null);
  require(codes <= 1, 'Cannot specify multiple contract sources');
  const isUsable = fullKeys.length + limitedKeys.length + codes > 0;
  require(isUsable, 'Cannot create account with no options');
  require(options.get('use_global_contract_hash') ===
    null, 'This registrar does not support use_global_contract_hash');
  const promise = beginAccount(args.requireText('new_account_id'), deposit());
  for (let index = 0; index < fullKeys.length; index++) {
    addFullAccess(promise, fullKeys[index].text);
  }
  for (let index = 0; index < limitedKeys.length; index++) addLimited(promise, limitedKeys[index]);
  if (code !== null) {
    env.promise_batch_action_deploy_contract(promise, code.length, address(code));
  }
  if (global !== null) {
    const id = encode(global);
    env.promise_batch_action_use_global_contract_by_account_id(promise, id.length, address(id));
  }
  finish(promise);
}

function readCode(options: Json): Uint8Array | null {
  const text = options.getText('contract_bytes_base64');
  if (text !== null) return decodeBase64(text);
  const numbers = options.getList('contract_bytes');
  if (numbers.length == 0) return null;
  const code = new Uint8Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    code[index] = u8(u32.parse(numbers[index].text));
  }
  return code;
}

/** An allowance of 0 has no limit, as in the protocol. */
function addLimited(promise: u64, limited: Json): void {
  const key = parsePublicKey(limited.requireText('public_key'));
  const allowance = U128.parse(limited.requireText('allowance'));
  const receiver = limited.requireText('receiver_id');
  addFunctionCallKey(promise, key, allowance, receiver, limited.requireText('method_names'));
}

function addFunctionCallKey(
  promise: u64,
  key: Uint8Array,
  allowance: U128,
  receiver: string,
  methodNames: string,
): void {
  const id = encode(receiver);
  const methods = encode(methodNames);
  env.promise_batch_action_add_key_with_function_call(
    promise,
    key.length,
    address(key),
    0,
    allowance.ptr(),
    id.length,
    address(id),
    methods.length,
    address(methods),
  );
}

/** Books the deposit, without what claiming may cost, for the key. */
export function send(): void {
  const key = parsePublicKey(parse(input()).requireText('public_key'));
  const amount = deposit();
  const isEnough = ACCESS_ALLOWANCE.isLess(amount);
  require(isEnough, 'Attached deposit must be greater than ACCESS_KEY_ALLOWANCE');
  const booked = readAmount(keyOf(key));
  const added = amount.minus(ACCESS_ALLOWANCE);
  writeAmount(keyOf(key), booked === null ? added : booked.plus(added));
  if (booked !== null) return;
  const promise = begin(current());
  addFunctionCallKey(promise, key, ACCESS_ALLOWANCE, current(), CLAIM_METHODS);
  env.promise_return(promise);
}

/** What the key of this transaction may claim; it is booked no longer. */
function takeBooked(): U128 {
  requirePrivate('claim');
  const key = keyOf(signerKey());
  const amount = readAmount(key);
  if (amount === null) panic('Unexpected public key');
  remove(key);
  return amount!;
}

function deleteSignerKey(): void {
  const key = signerKey();
  const promise = begin(current());
  env.promise_batch_action_delete_key(promise, key.length, address(key));
}

export function claim(): void {
  const account = parse(input()).requireText('account_id');
  const amount = takeBooked();
  deleteSignerKey();
  const promise = begin(account);
  addTransfer(promise, amount);
  env.promise_return(promise);
}

export function create_account_and_claim(): void {
  const args = parse(input());
  const amount = takeBooked();
  const promise = beginAccount(args.requireText('new_account_id'), amount);
  addFullAccess(promise, args.requireText('new_public_key'));
  const callback = then(promise, current());
  const booked = `{"amount":"${amount}"}`;
  addCall(callback, 'on_account_created_and_claimed', booked, GAS_FOR_CALLBACK);
  env.promise_return(callback);
}

/** The amount is booked again if there is no new account. */
export function on_account_created_and_claimed(): void {
  requirePrivate('on_account_created_and_claimed');
  const isCreated = previousResult() !== null;
  if (isCreated) deleteSignerKey();
  else writeAmount(keyOf(signerKey()), U128.parse(parse(input()).requireText('amount')));
  if (!isCreated) log('The account was not created; the key can be used again');
  answer(isCreated ? 'true' : 'false');
}

function requireBooked(): U128 {
  const amount = readAmount(keyOf(parsePublicKey(parse(input()).requireText('key'))));
  if (amount === null) panic('Key is missing');
  return amount!;
}

export function get_key_balance(): void {
  answer(`"${requireBooked()}"`);
}

export function get_key_information(): void {
  answer(`{"balance":"${requireBooked()}"}`);
}
