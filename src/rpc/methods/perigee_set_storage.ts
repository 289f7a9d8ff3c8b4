// perigee_set_storage.

import { bytes, option } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { AtHeight, defineControl } from '../controls/control.ts';

export const setStorage = defineControl({
  name: 'perigee_set_storage',
  summary: "Sets a value in a contract's storage; without `value_base64` it is removed.",
  params: struct('PerigeeSetStorageRequest', {
    accountId,
    keyBase64: bytes,
    valueBase64: option(bytes),
  }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: ({ accountId, keyBase64: dataKey, valueBase64: value }) => ({
    kind: 'patchState',
    patches: [{ kind: 'SetData', value: { accountId, dataKey, value } }],
  }),
});
