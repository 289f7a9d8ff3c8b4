// Host functions on registers.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { ext } from '../gasCounter.ts';
import { type HostFunctions, procedure, u64Function } from './hostFunction.ts';

export const registerFunctions: HostFunctions = {
  read_register: procedure((host, registerId, ptr) => {
    host.gas.pay(ext.base);
    host.memory.write(ptr, host.registers.read(registerId));
  }),

  register_len: u64Function((host, registerId) => {
    host.gas.pay(ext.base);
    const length = host.registers.lengthOf(registerId);
    return length === undefined ? U64_MAX : BigInt(length);
  }),

  write_register: procedure((host, registerId, length, ptr) => {
    host.gas.pay(ext.base);
    host.registers.write(registerId, host.memory.read(length, ptr));
  }),
};
