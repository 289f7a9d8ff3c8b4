// Wrapped NEAR: a fungible token that is paid for, and paid back, in NEAR.

import { parse } from './json';
import {
  answer,
  deposit,
  input,
  log,
  predecessor,
  require,
  requireOneYocto,
  requireUninitialised,
  writeAmount,
  writeText,
} from './near';
import { transfer } from './promises';
import {
  burn,
  isRegistered,
  METADATA,
  mint,
  register,
  requireAmount,
  STORAGE_COST,
  SUPPLY,
} from './token';
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

const NAMES = '"name":"Wrapped NEAR fungible token","symbol":"wNEAR"';

function init(): void {
  requireUninitialised(SUPPLY);
  writeText(METADATA, `{"spec":"ft-1.0.0",${NAMES},"decimals":24}`);
  writeAmount(SUPPLY, new U128(0));
}

/** Registers the caller first, at the cost of storage. */
export function near_deposit(): void {
  let amount = deposit();
  const account = predecessor();
  if (!isRegistered(account)) {
    const isEnough = !amount.isLess(STORAGE_COST);
    require(isEnough, 'ERR_DEPOSIT_TOO_SMALL');
    amount = amount.minus(STORAGE_COST);
    register(account);
  }
  require(!amount.isZero(), 'Requires positive attached deposit');
  mint(account, amount, null);
  log(`Deposit ${amount.toString()} NEAR to ${account}`);
}

/** Also pays back the attached yoctoNEAR. */
export function near_withdraw(): void {
  requireOneYocto();
  const amount = requireAmount(parse(input()), 'amount');
  const account = predecessor();
  require(!amount.isZero(), 'The amount should be a positive number');
  burn(account, amount, null);
  log(`Withdraw ${amount.toString()} yoctoNEAR from ${account}`);
  transfer(account, amount.plus(new U128(1)));
}

/** What wallets asked before NEP-145. */
export function storage_minimum_balance(): void {
  answer(`"${STORAGE_COST.toString()}"`);
}
