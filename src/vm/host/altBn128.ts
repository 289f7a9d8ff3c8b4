// Host functions for the curve alt_bn128. Invalid input is an error of the call.

import {
  checkPairings,
  MULTIEXP_ITEM_BYTES,
  multiplyAndSum,
  PAIRING_ITEM_BYTES,
  SUM_ITEM_BYTES,
  splitElements,
  sum,
} from '../crypto/altBn128.ts';
import { ext } from '../gasCounter.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

export const altBn128Functions: HostFunctions = {
  alt_bn128_g1_multiexp: hostFunction([i64, i64, i64], [], (host, length, ptr, registerId) => {
    host.gas.pay(ext.alt_bn128_g1_multiexp_base);
    const elements = splitElements(host.readBytes(length, ptr), MULTIEXP_ITEM_BYTES);
    host.gas.payPer(ext.alt_bn128_g1_multiexp_element, elements.length);
    host.registers.write(registerId, multiplyAndSum(elements));
  }),

  alt_bn128_g1_sum: hostFunction([i64, i64, i64], [], (host, length, ptr, registerId) => {
    host.gas.pay(ext.alt_bn128_g1_sum_base);
    const elements = splitElements(host.readBytes(length, ptr), SUM_ITEM_BYTES);
    host.gas.payPer(ext.alt_bn128_g1_sum_element, elements.length);
    host.registers.write(registerId, sum(elements));
  }),

  alt_bn128_pairing_check: hostFunction([i64, i64], [i64], (host, length, ptr) => {
    host.gas.pay(ext.alt_bn128_pairing_check_base);
    const elements = splitElements(host.readBytes(length, ptr), PAIRING_ITEM_BYTES);
    host.gas.payPer(ext.alt_bn128_pairing_check_element, elements.length);
    return checkPairings(elements) ? 1n : 0n;
  }),
};
