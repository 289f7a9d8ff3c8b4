// perigee_reset.

import { AtHeight, defineControl } from '../controls/control.ts';
import { ignored } from '../params/params.ts';

export const reset = defineControl({
  name: 'perigee_reset',
  summary: 'Begins the chain anew with its genesis; snapshots and waiting transactions are gone.',
  params: ignored,
  result: AtHeight,
  returns: '`height` of the genesis block.',
  action: () => ({ kind: 'reset' }),
});
