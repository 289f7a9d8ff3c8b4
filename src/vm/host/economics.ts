// Host functions for balances and gas.

import { ext } from '../gasCounter.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

export const economicsFunctions: HostFunctions = {
  account_balance: hostFunction([i64], [], (host, ptr) => {
    host.gas.pay(ext.base);
    host.writeU128(ptr, host.balance);
  }),

  account_locked_balance: hostFunction([i64], [], (host, ptr) => {
    host.gas.pay(ext.base);
    host.writeU128(ptr, host.context.accountLockedBalance);
  }),

  attached_deposit: hostFunction([i64], [], (host, ptr) => {
    host.gas.pay(ext.base);
    host.writeU128(ptr, host.context.attachedDeposit);
  }),

  prepaid_gas: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    host.prohibitInView('prepaid_gas');
    return host.context.prepaidGas;
  }),

  used_gas: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    host.prohibitInView('used_gas');
    return BigInt(host.gas.used);
  }),
};
