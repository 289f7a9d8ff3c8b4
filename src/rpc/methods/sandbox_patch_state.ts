// sandbox_patch_state.

import { named } from '../../codec/codec.ts';
import { vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { defineControl, Nothing } from '../controls/control.ts';
import { stateRecord } from '../params/controlParams.ts';

export const patchState = defineControl({
  name: 'sandbox_patch_state',
  summary:
    'Writes records into the state unchecked, at the end of the next block; returns when that ' +
    'block exists.',
  params: struct('RpcSandboxPatchStateRequest', { records: vec(stateRecord) }),
  result: named('RpcSandboxPatchStateResponse', Nothing),
  returns: 'An empty object.',
  action: ({ records }) => ({ kind: 'patchState', patches: records }),
});
