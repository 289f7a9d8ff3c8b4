// sandbox_fast_forward.

import { defineControl, Nothing } from '../controls/control.ts';
import { record } from '../params/params.ts';
import { integer } from '../params/scalars.ts';

export const fastForward = defineControl({
  name: 'sandbox_fast_forward',
  summary:
    'Moves the chain ahead by so many heights without making every block. Epochs end as they ' +
    'would have, time passes, and receipts on their way go on.',
  params: record('RpcSandboxFastForwardRequest', { deltaHeight: integer }),
  result: Nothing,
  returns: 'An empty object.',
  action: ({ deltaHeight }) => ({ kind: 'fastForward', deltaHeight: Number(deltaHeight) }),
});
