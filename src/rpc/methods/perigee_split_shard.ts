// perigee_split_shard.

import { vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { height, shardId } from '../../types/primitives.ts';
import { defineControl } from '../controls/control.ts';
import { boundaryAccount, shardToSplit } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const splitShard = defineControl({
  name: 'perigee_split_shard',
  summary:
    'Splits a shard in two, at an account or in the middle of its state: the last block of the ' +
    'epoch announces it, also after a restart, and the second epoch after that has the new ' +
    'shards. `perigee_mine` with `epochs` goes on to that epoch.',
  params: exact('PerigeeSplitShardRequest', { shardId: shardToSplit, boundaryAccount }),
  result: struct('PerigeeSplitShardResponse', {
    shardId,
    boundaryAccount: accountId,
    newShardIds: vec(shardId),
    announcedHeight: height,
    height,
  }),
  returns:
    'The `shard_id`, the `boundary_account`, with which the second new shard begins, ' +
    '`new_shard_ids`, and if no heights are skipped the `announced_height` and the `height` of ' +
    'the first block with the new shards.',
  action: (params) => ({ kind: 'splitShard', ...params }),
});
