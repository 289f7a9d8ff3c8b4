// perigee_set_mining.

import { struct } from '../../codec/struct.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { miningMode } from '../controls/controlParams.ts';

export const setMining = defineControl({
  name: 'perigee_set_mining',
  summary: 'Sets when blocks are produced, like the option `--mining`.',
  params: struct('PerigeeSetMiningRequest', { mode: miningMode }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: ({ mode }) => ({ kind: 'setMining', mode }),
});
