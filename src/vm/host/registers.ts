// Host functions for registers.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { ext } from '../gasCounter.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

export const registerFunctions: HostFunctions = {
  read_register: hostFunction([i64, i64], [], (host, registerId, ptr) => {
    host.gas.pay(ext.base);
    host.memory.write(ptr, host.registers.read(registerId));
  }),

  register_len: hostFunction([i64], [i64], (host, registerId) => {
    host.gas.pay(ext.base);
    const length = host.registers.lengthOf(registerId);
    return length === undefined ? U64_MAX : BigInt(length);
  }),

  write_register: hostFunction([i64, i64, i64], [], (host, registerId, length, ptr) => {
    host.gas.pay(ext.base);
    host.registers.write(registerId, host.memory.read(length, ptr));
  }),
};
