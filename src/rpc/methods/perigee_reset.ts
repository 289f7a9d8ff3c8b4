// perigee_reset.

import { named } from '../../codec/codec.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { noParams } from '../params/params.ts';

export const reset = defineControl({
  name: 'perigee_reset',
  summary:
    'Restarts the chain from genesis; drops all snapshots, pending transactions and staged ' +
    'changes of the protocol.',
  params: named('PerigeeResetRequest', noParams),
  result: AtHeight,
  returns: '`height` of the genesis block.',
  action: () => ({ kind: 'reset' }),
});
