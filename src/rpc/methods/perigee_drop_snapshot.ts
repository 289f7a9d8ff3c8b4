// perigee_drop_snapshot.

import { AtHeight, defineControl } from '../controls/control.ts';
import { snapshotId } from '../controls/controlParams.ts';
import { record } from '../params/params.ts';

export const dropSnapshot = defineControl({
  name: 'perigee_drop_snapshot',
  summary: 'Forgets a snapshot. While there is one, every block is kept with what undoes it.',
  params: record('DropSnapshotRequest', { id: snapshotId }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: (params) => ({ kind: 'dropSnapshot', ...params }),
});
