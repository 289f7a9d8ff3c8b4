// Host functions that log.

import { ext } from '../gasCounter.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

export const logFunctions: HostFunctions = {
  log_utf8: hostFunction([i64, i64], [], (host, length, ptr) => {
    host.gas.pay(ext.base);
    host.logs.assertHasRoom();
    host.logs.append(host.logs.readUtf8(length, ptr));
  }),

  log_utf16: hostFunction([i64, i64], [], (host, length, ptr) => {
    host.gas.pay(ext.base);
    host.logs.assertHasRoom();
    host.logs.append(host.logs.readUtf16(length, ptr));
  }),
};
