// sandbox_patch_state.

import { defineControl, Nothing } from '../controls/control.ts';
import { stateRecord } from '../controls/controlParams.ts';
import { list, record } from '../params/params.ts';

export const patchState = defineControl({
  name: 'sandbox_patch_state',
  summary:
    'Writes records into the state unchecked, at the end of the next block; returns when that ' +
    'block exists.',
  params: record('RpcSandboxPatchStateRequest', { records: list(stateRecord) }),
  result: Nothing,
  returns: 'An empty object.',
  action: ({ records }) => ({ kind: 'patchState', patches: records }),
});
