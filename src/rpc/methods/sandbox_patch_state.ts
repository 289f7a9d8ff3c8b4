// sandbox_patch_state.

import { defineControl, Nothing } from '../controls/control.ts';
import { stateRecord } from '../controls/controlParams.ts';
import { list, record } from '../params/params.ts';

export const patchState = defineControl({
  name: 'sandbox_patch_state',
  summary:
    'Writes records over the state as they are, at the end of the next block; answers when that ' +
    'block exists.',
  params: record('RpcSandboxPatchStateRequest', { records: list(stateRecord) }),
  result: Nothing,
  returns: 'An empty object.',
  action: ({ records }) => ({ kind: 'patchState', patches: records }),
});
