// Host functions that log.

import { ext } from '../gasCounter.ts';
import { type HostFunctions, procedure } from './hostFunction.ts';

export const logFunctions: HostFunctions = {
  log_utf8: procedure((host, length, ptr) => {
    host.gas.pay(ext.base);
    host.logs.assertHasRoom();
    host.logs.append(host.logs.readUtf8(length, ptr));
  }),

  log_utf16: procedure((host, length, ptr) => {
    host.gas.pay(ext.base);
    host.logs.assertHasRoom();
    host.logs.append(host.logs.readUtf16(length, ptr));
  }),
};
