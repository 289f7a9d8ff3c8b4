// perigee_dump_state.

import { StateDump } from '../../chain/controls/stateDump.ts';
import { named } from '../../codec/codec.ts';
import { defineControl } from '../controls/control.ts';
import { noParams } from '../params/params.ts';

export const dumpState = defineControl({
  name: 'perigee_dump_state',
  summary:
    'The state of all accounts as a document for `perigee_load_state`; on a fork, only what was ' +
    'changed there. Pending receipts are executed first.',
  params: named('PerigeeDumpStateRequest', noParams),
  result: {
    json: ({ dump }: { readonly dump: string }) => dump,
    schema: named('PerigeeStateDump', StateDump).schema,
  },
  returns: 'The document; `perigee_state` is its format version.',
  action: () => ({ kind: 'dumpState' }),
});
