// perigee_set_mining.

import { AtHeight, defineControl } from '../controls/control.ts';
import { miningMode } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const setMining = defineControl({
  name: 'perigee_set_mining',
  summary: 'Sets when blocks are produced, like the option `--mining`.',
  params: exact('PerigeeSetMiningRequest', { mode: miningMode }),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: ({ mode }) => ({ kind: 'setMining', mode }),
});
