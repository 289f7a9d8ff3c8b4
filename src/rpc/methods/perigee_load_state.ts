// perigee_load_state.

import { formatJsonValue, type JsonValue } from '../../base/json/exactJson.ts';
import { StateDump } from '../../chain/controls/stateDump.ts';
import { named, readOnly } from '../../codec/codec.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { exact } from '../params/params.ts';

export const loadState = defineControl({
  name: 'perigee_load_state',
  summary:
    'Replaces the state of all accounts with a document of `perigee_dump_state`. The chain ' +
    'advances to the height and time of the document if it is behind. The stake of validators ' +
    'of this chain stays locked.',
  params: exact('PerigeeLoadStateRequest', {
    // Parsed by the chain, which knows which states it can load.
    state: readOnly({
      parse: (json) => json as JsonValue,
      schema: named('PerigeeStateDump', StateDump).schema,
    }),
  }),
  result: AtHeight,
  returns: '`height` of the block with the state of the document.',
  action: ({ state }) => ({ kind: 'loadState', dump: formatJsonValue(state) }),
});
