// perigee_set_access_key.

import { AtHeight, defineControl } from '../controls/control.ts';
import { SetAccessKey, toStateEdit } from '../params/stateEdits.ts';

export const setAccessKey = defineControl({
  name: 'perigee_set_access_key',
  summary: 'Sets an access key of an account; without `access_key` the key is deleted.',
  params: SetAccessKey,
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({
    kind: 'patchState',
    patches: [toStateEdit({ kind: 'SetAccessKey', value })],
  }),
});
