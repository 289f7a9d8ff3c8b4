// perigee_advance_time.

import { AtTime, defineControl } from '../controls/control.ts';
import { seconds } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const advanceTime = defineControl({
  name: 'perigee_advance_time',
  summary: 'Moves the clock of the chain forward; the next block has the new time.',
  params: exact('PerigeeAdvanceTimeRequest', { seconds }),
  result: AtTime,
  returns: '`timestamp` of the clock, in nanoseconds since 1970.',
  action: ({ seconds: nanoseconds }) => ({ kind: 'advanceClock', nanoseconds }),
});
