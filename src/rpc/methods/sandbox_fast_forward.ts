// sandbox_fast_forward.

import { defineControl, Nothing } from '../controls/control.ts';
import { record } from '../params/params.ts';
import { integer } from '../params/scalars.ts';

export const fastForward = defineControl({
  name: 'sandbox_fast_forward',
  summary:
    'Advances the chain by a number of heights without producing every block. Epochs end as ' +
    'usual, time passes, and pending receipts are executed.',
  params: record('RpcSandboxFastForwardRequest', { deltaHeight: integer }),
  result: Nothing,
  returns: 'An empty object.',
  action: ({ deltaHeight }) => ({ kind: 'fastForward', deltaHeight: Number(deltaHeight) }),
});
