// perigee_revert.

import { AtHeight, defineControl } from '../controls/control.ts';
import { snapshotId } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const revert = defineControl({
  name: 'perigee_revert',
  summary:
    'Reverts to a snapshot: blocks, state, pending transactions, staged changes of the protocol ' +
    'and the clock are as they were. The snapshot can be used again; later ones are dropped.',
  params: exact('PerigeeRevertRequest', { id: snapshotId }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'revert', ...params }),
});
