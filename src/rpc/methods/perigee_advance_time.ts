// perigee_advance_time.

import { struct } from '../../codec/struct.ts';
import { AtTime, defineControl } from '../controls/control.ts';
import { seconds } from '../controls/controlParams.ts';

export const advanceTime = defineControl({
  name: 'perigee_advance_time',
  summary: 'Moves the clock of the chain forward; the next block has the new time.',
  params: struct('PerigeeAdvanceTimeRequest', { seconds }),
  result: AtTime,
  returns: '`timestamp` of the clock, in nanoseconds since 1970.',
  action: ({ seconds: nanoseconds }) => ({ kind: 'advanceClock', nanoseconds }),
});
