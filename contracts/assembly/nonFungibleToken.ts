// A non-fungible token whose owner may mint: NEP-171 with the metadata of NEP-177, the enumeration
// of NEP-181 and the events of NEP-297. There are no approvals. Lists are walked from the
// beginning, which suits the collections of tests.

import * as env from './env';
import { Json, memoMember, parse, quote } from './json';
import {
  answer,
  current,
  decode,
  deposit,
  emit,
  input,
  panic,
  predecessor,
  readText,
  require,
  requireOneYocto,
  requirePrivate,
  requireState,
  requireUninitialised,
  writeText,
} from './near';
import { addCall, begin, previousResult, TGAS, then, transfer } from './promises';
import { U128 } from './u128';

export { init as new };

const METADATA = 'metadata';
const OWNER = 'owner';
const COUNT = 'count';
const YOCTO_PER_BYTE = U128.parse('10000000000000000000');
const GAS_FOR_RESOLVE: u64 = 5 * TGAS;
const GAS_FOR_TRANSFER_CALL: u64 = 30 * TGAS;
const PAGE_MAX: u32 = 100;
const DEFAULT_METADATA = '{"spec":"nft-1.0.0","name":"Collection","symbol":"NFT"}';

function ownerKey(token: string): string {
  return `o/${token}`;
}

function metadataKey(token: string): string {
  return `m/${token}`;
}

function placeKey(index: u32): string {
  return `i/${index}`;
}

function count(): u32 {
  return u32.parse(requireState(COUNT));
}

function requireOwner(token: string): string {
  const owner = readText(ownerKey(token));
  if (owner === null) panic('Token not found');
  return owner!;
}

function init(): void {
  initialise(parse(input()).requireRecord('metadata').source);
}

export function new_default_meta(): void {
  initialise(DEFAULT_METADATA);
}

function initialise(metadata: string): void {
  requireUninitialised(METADATA);
  writeText(OWNER, parse(input()).requireText('owner_id'));
  writeText(METADATA, metadata);
  writeText(COUNT, '0');
}

/** Only the owner may; the deposit pays for the storage, and the rest goes back. */
export function nft_mint(): void {
  const minter = predecessor();
  require(minter == requireState(OWNER), 'Unauthorized');
  const before = env.storage_usage();
  const args = parse(input());
  const token = args.requireText('token_id');
  const receiver = readReceiver(args);
  require(readText(ownerKey(token)) === null, 'token_id must be unique');
  const metadata = args.getRecord('token_metadata');
  writeText(ownerKey(token), receiver);
  writeText(metadataKey(token), metadata === null ? 'null' : metadata.source);
  const index = count();
  writeText(placeKey(index), token);
  writeText(COUNT, (index + 1).toString());
  const cost = YOCTO_PER_BYTE.times(u32(env.storage_usage() - before));
  const paid = deposit();
  require(!paid.isLess(cost), `Must attach ${cost.toString()} yoctoNEAR to cover storage`);
  transfer(minter, paid.minus(cost));
  const data = `{"owner_id":${quote(receiver)},"token_ids":[${quote(token)}]}`;
  emit('nep171', '1.2.0', 'nft_mint', data);
  answer(describe(token));
}

/** Contracts in use have either name. */
function readReceiver(args: Json): string {
  const receiver = args.getText('receiver_id');
  return receiver === null ? args.requireText('token_owner_id') : receiver;
}

function describe(token: string): string {
  const metadata = requireState(metadataKey(token));
  const owner = quote(requireOwner(token));
  return `{"token_id":${quote(token)},"owner_id":${owner},"metadata":${metadata}}`;
}

function move(token: string, sender: string, receiver: string, memo: string | null): void {
  const owner = requireOwner(token);
  require(owner == sender, 'Unauthorized');
  require(owner != receiver, 'Current and next owner must differ');
  writeText(ownerKey(token), receiver);
  const owners = `"old_owner_id":${quote(owner)},"new_owner_id":${quote(receiver)}`;
  const fields = `${owners},"token_ids":[${quote(token)}]${memoMember(memo)}`;
  emit('nep171', '1.2.0', 'nft_transfer', `{${fields}}`);
}

export function nft_transfer(): void {
  requireOneYocto();
  const args = parse(input());
  const receiver = args.requireText('receiver_id');
  move(args.requireText('token_id'), predecessor(), receiver, args.getText('memo'));
}

export function nft_transfer_call(): void {
  requireOneYocto();
  const gas = env.prepaid_gas();
  require(gas > GAS_FOR_TRANSFER_CALL, 'More gas is required');
  const args = parse(input());
  const sender = predecessor();
  const receiver = args.requireText('receiver_id');
  const token = args.requireText('token_id');
  const message = args.requireText('msg');
  move(token, sender, receiver, args.getText('memo'));
  const moved = `"previous_owner_id":${quote(sender)},"token_id":${quote(token)}`;
  const told = `{"sender_id":${quote(sender)},${moved},"msg":${quote(message)}}`;
  const receiving = begin(receiver);
  addCall(receiving, 'nft_on_transfer', told, gas - GAS_FOR_TRANSFER_CALL);
  const resolving = then(receiving, current());
  const resolved = `{${moved},"receiver_id":${quote(receiver)}}`;
  addCall(resolving, 'nft_resolve_transfer', resolved, GAS_FOR_RESOLVE);
  env.promise_return(resolving);
}

/** Returns the token if the receiver asks for that or failed; answers whether it has moved. */
export function nft_resolve_transfer(): void {
  requirePrivate('nft_resolve_transfer');
  const args = parse(input());
  const token = args.requireText('token_id');
  const receiver = args.requireText('receiver_id');
  const result = previousResult();
  const stays = result !== null && decode(result) == 'false';
  if (stays || readText(ownerKey(token)) != receiver) {
    answer('true');
    return;
  }
  move(token, receiver, args.requireText('previous_owner_id'), null);
  answer('false');
}

export function nft_token(): void {
  const token = parse(input()).requireText('token_id');
  answer(readText(ownerKey(token)) === null ? 'null' : describe(token));
}

export function nft_metadata(): void {
  answer(requireState(METADATA));
}

export function nft_total_supply(): void {
  answer(`"${count().toString()}"`);
}

export function nft_supply_for_owner(): void {
  const owner = parse(input()).requireText('account_id');
  let owned: u32 = 0;
  for (let index: u32 = 0; index < count(); index++) {
    if (requireOwner(requireState(placeKey(index))) == owner) owned++;
  }
  answer(`"${owned.toString()}"`);
}

export function nft_tokens(): void {
  answer(list(parse(input()), null));
}

export function nft_tokens_for_owner(): void {
  const args = parse(input());
  answer(list(args, args.requireText('account_id')));
}

function list(args: Json, owner: string | null): string {
  const from = args.getNumber('from_index', 0);
  const limit = min(args.getNumber('limit', PAGE_MAX), PAGE_MAX);
  const total = count();
  let found: u32 = 0;
  let text = '';
  for (let index: u32 = 0; index < total && found < from + limit; index++) {
    const token = requireState(placeKey(index));
    if (owner !== null && requireOwner(token) != owner) continue;
    if (found >= from) text += (found == from ? '' : ',') + describe(token);
    found++;
  }
  return `[${text}]`;
}
