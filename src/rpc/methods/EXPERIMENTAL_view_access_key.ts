// EXPERIMENTAL_view_access_key.

import { viewAccessKey } from '../views/viewAccessKey.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const viewAccessKeyMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_access_key',
  requestName: 'RpcViewAccessKeyRequest',
  summary: 'One access key of an account.',
  view: viewAccessKey,
});
