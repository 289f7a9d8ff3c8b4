// perigee_drop_snapshot.

import { struct } from '../../codec/struct.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { snapshotId } from '../controls/controlParams.ts';

export const dropSnapshot = defineControl({
  name: 'perigee_drop_snapshot',
  summary: 'Drops a snapshot. While any exists, every block is stored with its undo data.',
  params: struct('PerigeeDropSnapshotRequest', { id: snapshotId }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'dropSnapshot', ...params }),
});
