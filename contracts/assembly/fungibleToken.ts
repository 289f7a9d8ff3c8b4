// A fungible token whose owner may mint: NEP-141, NEP-145 and NEP-148.

import { parse, quote } from './json';
import {
  answer,
  input,
  predecessor,
  require,
  requireState,
  requireUninitialised,
  writeAmount,
  writeText,
} from './near';
import { isRegistered, METADATA, mint, register, requireAmount, SUPPLY } from './token';
import { U128 } from './u128';

export {
  ft_balance_of,
  ft_metadata,
  ft_resolve_transfer,
  ft_total_supply,
  ft_transfer,
  ft_transfer_call,
  storage_balance_bounds,
  storage_balance_of,
  storage_deposit,
  storage_unregister,
  storage_withdraw,
} from './token';
export { init as new };

const OWNER = 'owner';
const DEFAULT_METADATA = '{"spec":"ft-1.0.0","name":"Token","symbol":"TOKEN","decimals":18}';

function init(): void {
  begin(parse(input()).requireRecord('metadata').source);
}

export function new_default_meta(): void {
  begin(DEFAULT_METADATA);
}

function begin(metadata: string): void {
  requireUninitialised(SUPPLY);
  const args = parse(input());
  const owner = args.requireText('owner_id');
  const amount = requireAmount(args, 'total_supply');
  writeText(OWNER, owner);
  writeText(METADATA, metadata);
  writeAmount(SUPPLY, new U128(0));
  register(owner);
  if (!amount.isZero()) mint(owner, amount, 'new tokens are minted');
}

/** Only the owner may; an account that is not registered yet is registered. */
export function ft_mint(): void {
  require(predecessor() == requireState(OWNER), 'Only the owner can mint');
  const args = parse(input());
  const account = args.requireText('account_id');
  if (!isRegistered(account)) register(account);
  mint(account, requireAmount(args, 'amount'), args.getText('memo'));
}

export function owner(): void {
  answer(quote(requireState(OWNER)));
}
