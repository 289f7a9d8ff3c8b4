// sandbox_fast_forward.

import { named } from '../../codec/codec.ts';
import { u64 } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { defineControl, Nothing } from '../controls/control.ts';

export const fastForward = defineControl({
  name: 'sandbox_fast_forward',
  summary:
    'Advances the chain by a number of heights without producing every block. Epochs end as ' +
    'usual, time passes, and pending receipts are executed.',
  params: struct('RpcSandboxFastForwardRequest', { deltaHeight: u64 }),
  result: named('RpcSandboxFastForwardResponse', Nothing),
  returns: 'An empty object.',
  action: ({ deltaHeight }) => ({ kind: 'fastForward', deltaHeight: Number(deltaHeight) }),
});
