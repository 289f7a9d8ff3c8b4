// perigee_set_storage.

import { AtHeight, defineControl } from '../controls/control.ts';
import { optional, record } from '../params/params.ts';
import { accountIdText, base64 } from '../params/scalars.ts';

export const setStorage = defineControl({
  name: 'perigee_set_storage',
  summary: "Sets a value in a contract's storage; without `value_base64` it is removed.",
  params: record('SetStorageRequest', {
    accountId: accountIdText,
    keyBase64: base64,
    valueBase64: optional(base64),
  }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: ({ accountId, keyBase64: dataKey, valueBase64: value }) => ({
    kind: 'patchState',
    patches: [{ kind: 'SetData', value: { accountId, dataKey, value } }],
  }),
});
