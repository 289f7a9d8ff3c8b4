// perigee_controls.

import { formatMiningMode } from '../../chain/production/mining.ts';
import { StagedChanges } from '../../chain/production/stagedChanges.ts';
import { described, named } from '../../codec/codec.ts';
import { option, string, u64Number, u64Text, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { height } from '../../types/primitives.ts';
import { controlErrors, runControl } from '../controls/control.ts';
import { HaltView, haltToView } from '../core/health.ts';
import { defineMethod } from '../core/method.ts';
import { miningMode } from '../params/controlParams.ts';
import { noParams } from '../params/params.ts';

export const controls = defineMethod({
  name: 'perigee_controls',
  summary: 'The current settings of the local chain. Read-only.',
  isControl: true,
  params: named('PerigeeControlsRequest', noParams),
  result: struct('PerigeeControlsResponse', {
    mining: { ...string, schema: miningMode.schema },
    halted: described(option(HaltView), 'Why no block can be produced.'),
    timestamp: described(u64Text, 'The time of the clock, in nanoseconds since 1970.'),
    staged: named('PerigeeStagedChanges', StagedChanges),
    snapshots: described(
      vec(struct('PerigeeSnapshot', { id: u64Number, height })),
      'Oldest first.',
    ),
  }),
  returns:
    '`mining` as for `perigee_set_mining`, `halted` (why no block can be produced, or null), the ' +
    '`timestamp` of the clock, what is `staged` (the `protocol_version` of an upgrade and the ' +
    '`split` of a shard, or null), and `snapshots`, oldest first, each with its `id` and `height`.',
  errors: controlErrors,
  handle: async (context) => {
    const { mining, halted, ...state } = await runControl(context, { kind: 'describe' });
    const halt = halted === null ? null : haltToView(halted);
    return { ...state, mining: formatMiningMode(mining), halted: halt };
  },
});
