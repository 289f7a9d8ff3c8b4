// perigee_revert.

import { struct } from '../../codec/struct.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { snapshotId } from '../controls/controlParams.ts';

export const revert = defineControl({
  name: 'perigee_revert',
  summary:
    'Reverts to a snapshot: blocks, state, pending transactions, staged changes of the protocol ' +
    'and the clock are as they were. The snapshot can be used again; later ones are dropped.',
  params: struct('PerigeeRevertRequest', { id: snapshotId }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'revert', ...params }),
});
