// perigee_snapshot.

import { named } from '../../codec/codec.ts';
import { u64Number } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { defineControl } from '../controls/control.ts';
import { noParams } from '../params/params.ts';

export const snapshot = defineControl({
  name: 'perigee_snapshot',
  summary:
    'Marks this moment, so that `perigee_revert` can return to it. Snapshots live as long as the ' +
    'node runs.',
  params: named('PerigeeSnapshotRequest', noParams),
  result: struct('PerigeeSnapshotResponse', { id: u64Number }),
  returns: '`id` of the snapshot.',
  action: () => ({ kind: 'snapshot' }),
});
