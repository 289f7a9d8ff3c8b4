// perigee_drop_snapshot.

import { AtHeight, defineControl } from '../controls/control.ts';
import { snapshotId } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const dropSnapshot = defineControl({
  name: 'perigee_drop_snapshot',
  summary: 'Drops a snapshot. While any exists, every block is stored with its undo data.',
  params: exact('PerigeeDropSnapshotRequest', { id: snapshotId }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'dropSnapshot', ...params }),
});
