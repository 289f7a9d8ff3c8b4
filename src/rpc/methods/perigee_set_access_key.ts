// perigee_set_access_key.

import { option } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKeyHandle } from '../../types/primitives.ts';
import { AtHeight, defineControl } from '../controls/control.ts';
import { accessKey } from '../controls/controlParams.ts';

export const setAccessKey = defineControl({
  name: 'perigee_set_access_key',
  summary: 'Sets an access key of an account; without `access_key` the key is deleted.',
  params: struct('PerigeeSetAccessKeyRequest', {
    accountId,
    publicKey: publicKeyHandle,
    accessKey: option(accessKey),
  }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'SetAccessKey', value }] }),
});
