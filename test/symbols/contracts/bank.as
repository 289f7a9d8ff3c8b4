import {
  logging,
  storage
} from 'near-sdk-as';
export function pay(amount: u32): void {
  logging.log('pay');
  settle(amount);
}
export function payTwice(amount: u32): void {
  settle(amount);
  settle(amount);
}
function settle(amount: u32): void {
  debit(1);
  debit(amount);
}
function debit(amount: u32): void {
  const balance = storage.getPrimitive<u32>('balance', 10);
  assert(amount <= balance, 'the balance is too low');
  storage.set<u32>('balance', balance - amount);
}

// A contract with near-sdk-as. The lines matter, and are those that the compiler knows: near-sdk-as
// gives it a copy without comments and empty lines. A function with one caller would become a part
// of it.
