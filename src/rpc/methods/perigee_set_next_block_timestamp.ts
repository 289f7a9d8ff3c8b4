// perigee_set_next_block_timestamp.

import { AtTime, defineControl } from '../controls/control.ts';
import { timestamp } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const setNextBlockTimestamp = defineControl({
  name: 'perigee_set_next_block_timestamp',
  summary: 'Sets the exact time of the next block; the clock continues from there.',
  params: exact('PerigeeSetNextBlockTimestampRequest', { timestamp }),
  result: AtTime,
  returns: '`timestamp` of the next block.',
  action: (params) => ({ kind: 'setNextTimestamp', ...params }),
});
