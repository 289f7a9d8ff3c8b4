// perigee_dump_state.

import { defineControl } from '../controls/control.ts';
import { ignored } from '../params/params.ts';

export const dumpState = defineControl({
  name: 'perigee_dump_state',
  summary:
    'The state of all accounts as a document that `perigee_load_state` takes; on a fork, only ' +
    'what was changed on it. Receipts on their way are executed first.',
  params: ignored,
  result: { json: ({ dump }: { readonly dump: string }) => dump },
  returns: 'The document; `perigee_state` is the version of its form.',
  action: () => ({ kind: 'dumpState' }),
});
