// perigee_revert_to.

import { bounded } from '../../codec/primitives.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { exact } from '../params/params.ts';

export const revertTo = defineControl({
  name: 'perigee_revert_to',
  summary:
    'Reverts all blocks above a height, with or without a snapshot. Pending transactions and ' +
    'staged changes of the protocol are dropped, the clock continues, and a halted chain ' +
    'produces blocks again.',
  params: exact('PerigeeRevertToRequest', { height: bounded(0, Number.MAX_SAFE_INTEGER) }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'revertTo', ...params }),
});
