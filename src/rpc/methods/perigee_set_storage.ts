// perigee_set_storage.

import { AtHeight, defineControl } from '../controls/control.ts';
import { SetStorage, toStateEdit } from '../params/stateEdits.ts';

export const setStorage = defineControl({
  name: 'perigee_set_storage',
  summary: "Sets a value in a contract's storage; without `value_base64` it is removed.",
  params: SetStorage,
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({
    kind: 'patchState',
    patches: [toStateEdit({ kind: 'SetStorage', value })],
  }),
});
