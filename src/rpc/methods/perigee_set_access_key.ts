// perigee_set_access_key.

import { AtHeight, defineControl } from '../controls/control.ts';
import { accessKey } from '../controls/controlParams.ts';
import { optional, record } from '../params/params.ts';
import { accountIdText, publicKeyHandleText } from '../params/scalars.ts';

export const setAccessKey = defineControl({
  name: 'perigee_set_access_key',
  summary: 'Sets an access key of an account; without `access_key` the key is deleted.',
  params: record('SetAccessKeyRequest', {
    accountId: accountIdText,
    publicKey: publicKeyHandleText,
    accessKey: optional(accessKey),
  }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'SetAccessKey', value }] }),
});
