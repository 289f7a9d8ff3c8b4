// A fungible token: NEP-141 with the storage of NEP-145, the metadata of NEP-148 and the events of
// NEP-297. The texts of failures are those that tools and dapps know.

import * as env from './env';
import { Json, memoMember, parse, quote } from './json';
import {
  answer,
  current,
  decode,
  deposit,
  emit,
  input,
  log,
  panic,
  predecessor,
  readAmount,
  remove,
  require,
  requireOneYocto,
  requirePrivate,
  requireState,
  writeAmount,
} from './near';
import { addCall, begin, previousResult, TGAS, then, transfer } from './promises';
import { U128 } from './u128';

export const SUPPLY = 'supply';
export const METADATA = 'metadata';
const GAS_FOR_RESOLVE: u64 = 5 * TGAS;
const GAS_FOR_TRANSFER_CALL: u64 = 30 * TGAS;
/** What 125 bytes of storage cost. */
export const STORAGE_COST = U128.parse('1250000000000000000000');
const ONE = new U128(1);

function balanceKey(account: string): string {
  return `b/${account}`;
}

export function isRegistered(account: string): bool {
  return readAmount(balanceKey(account)) !== null;
}

export function requireBalance(account: string): U128 {
  const balance = readAmount(balanceKey(account));
  if (balance === null) panic(`The account ${account} is not registered`);
  return balance!;
}

export function register(account: string): void {
  writeAmount(balanceKey(account), new U128(0));
}

export function supply(): U128 {
  return U128.parse(requireState(SUPPLY));
}

export function add(account: string, amount: U128): void {
  writeAmount(balanceKey(account), requireBalance(account).plus(amount));
}

export function take(account: string, amount: U128): void {
  const balance = requireBalance(account);
  require(!balance.isLess(amount), "The account doesn't have enough balance");
  writeAmount(balanceKey(account), balance.minus(amount));
}

export function mint(account: string, amount: U128, memo: string | null): void {
  writeAmount(SUPPLY, supply().plus(amount));
  add(account, amount);
  emitOwned('ft_mint', account, amount, memo);
}

export function burn(account: string, amount: U128, memo: string | null): void {
  take(account, amount);
  writeAmount(SUPPLY, supply().minus(amount));
  emitOwned('ft_burn', account, amount, memo);
}

function emitOwned(event: string, owner: string, amount: U128, memo: string | null): void {
  const fields = `"owner_id":${quote(owner)},"amount":"${amount.toString()}"`;
  emit('nep141', '1.0.0', event, `{${fields}${memoMember(memo)}}`);
}

function move(sender: string, receiver: string, amount: U128, memo: string | null): void {
  require(sender != receiver, 'Sender and receiver should be different');
  require(!amount.isZero(), 'The amount should be a positive number');
  take(sender, amount);
  add(receiver, amount);
  const accounts = `"old_owner_id":${quote(sender)},"new_owner_id":${quote(receiver)}`;
  const fields = `${accounts},"amount":"${amount.toString()}"${memoMember(memo)}`;
  emit('nep141', '1.0.0', 'ft_transfer', `{${fields}}`);
}

export function requireAmount(args: Json, name: string): U128 {
  return U128.parse(args.requireText(name));
}

export function ft_transfer(): void {
  requireOneYocto();
  const args = parse(input());
  const amount = requireAmount(args, 'amount');
  move(predecessor(), args.requireText('receiver_id'), amount, args.getText('memo'));
}

export function ft_transfer_call(): void {
  requireOneYocto();
  const gas = env.prepaid_gas();
  require(gas > GAS_FOR_TRANSFER_CALL, 'More gas is required');
  const args = parse(input());
  const sender = predecessor();
  const receiver = args.requireText('receiver_id');
  const message = args.requireText('msg');
  const amount = requireAmount(args, 'amount');
  move(sender, receiver, amount, args.getText('memo'));
  const sent = `"amount":"${amount.toString()}"`;
  const told = `{"sender_id":${quote(sender)},${sent},"msg":${quote(message)}}`;
  const parties = `"sender_id":${quote(sender)},"receiver_id":${quote(receiver)}`;
  const receiving = begin(receiver);
  addCall(receiving, 'ft_on_transfer', told, gas - GAS_FOR_TRANSFER_CALL);
  const resolving = then(receiving, current());
  addCall(resolving, 'ft_resolve_transfer', `{${parties},${sent}}`, GAS_FOR_RESOLVE);
  env.promise_return(resolving);
}

/** Gives back what the receiver did not use, and answers what was used. */
export function ft_resolve_transfer(): void {
  requirePrivate('ft_resolve_transfer');
  const args = parse(input());
  const sender = args.requireText('sender_id');
  const receiver = args.requireText('receiver_id');
  const amount = requireAmount(args, 'amount');
  const unused = U128.min(amount, readUnused(amount));
  const balance = readAmount(balanceKey(receiver));
  if (unused.isZero() || balance === null || balance.isZero()) {
    answer(`"${amount.toString()}"`);
    return;
  }
  const refund = U128.min(unused, balance);
  if (isRegistered(sender)) {
    move(receiver, sender, refund, 'refund');
    answer(`"${amount.minus(refund).toString()}"`);
    return;
  }
  log('The account of the sender was deleted');
  burn(receiver, refund, 'refund');
  answer(`"${amount.toString()}"`);
}

/** Everything, if the receiver failed or answered with something else than an amount. */
function readUnused(amount: U128): U128 {
  const result = previousResult();
  if (result === null) return amount;
  const text = decode(result);
  const length = text.length - 2;
  if (length < 1 || length > 39 || !text.startsWith('"') || !text.endsWith('"')) return amount;
  for (let index = 1; index <= length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return amount;
  }
  return U128.parse(text.substring(1, length + 1));
}

export function ft_total_supply(): void {
  answer(`"${supply().toString()}"`);
}

export function ft_balance_of(): void {
  const balance = readAmount(balanceKey(parse(input()).requireText('account_id')));
  answer(balance === null ? '"0"' : `"${balance.toString()}"`);
}

export function ft_metadata(): void {
  answer(requireState(METADATA));
}

function storageBalance(): string {
  return `{"total":"${STORAGE_COST.toString()}","available":"0"}`;
}

export function storage_deposit(): void {
  const amount = deposit();
  const args = parse(input());
  const sender = predecessor();
  const given = args.getText('account_id');
  const account = given === null ? sender : given;
  if (isRegistered(account)) {
    log('The account is already registered, refunding the deposit');
    transfer(sender, amount);
  } else {
    const isEnough = !amount.isLess(STORAGE_COST);
    require(isEnough, 'The attached deposit is less than the minimum storage balance');
    register(account);
    transfer(sender, amount.minus(STORAGE_COST));
  }
  answer(storageBalance());
}

/** Nothing more than the minimum is ever kept. */
export function storage_withdraw(): void {
  requireOneYocto();
  const amount = parse(input()).getText('amount');
  requireBalance(predecessor());
  const isNothing = amount === null || U128.parse(amount).isZero();
  require(isNothing, 'The amount is greater than the available storage balance');
  answer(storageBalance());
}

export function storage_unregister(): void {
  requireOneYocto();
  const isForced = parse(input()).getBool('force');
  const account = predecessor();
  const balance = readAmount(balanceKey(account));
  if (balance === null) {
    log(`The account ${account} is not registered`);
    answer('false');
    return;
  }
  const mayLeave = isForced || balance.isZero();
  require(mayLeave, "Can't unregister the account with the positive balance without force");
  if (!balance.isZero()) burn(account, balance, null);
  remove(balanceKey(account));
  transfer(account, STORAGE_COST.plus(ONE));
  answer('true');
}

export function storage_balance_bounds(): void {
  const cost = STORAGE_COST.toString();
  answer(`{"min":"${cost}","max":"${cost}"}`);
}

export function storage_balance_of(): void {
  const account = parse(input()).requireText('account_id');
  answer(isRegistered(account) ? storageBalance() : 'null');
}
