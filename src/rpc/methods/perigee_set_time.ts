// perigee_set_time.

import { AtTime, defineControl } from '../controls/control.ts';
import { timestamp } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const setTime = defineControl({
  name: 'perigee_set_time',
  summary:
    'Sets the clock of the chain, which continues from there. The time must be later than that ' +
    'of the newest block.',
  params: exact('PerigeeSetTimeRequest', { timestamp }),
  result: AtTime,
  returns: '`timestamp` of the clock.',
  action: (params) => ({ kind: 'setClock', ...params }),
});
