// EXPERIMENTAL_view_access_key_list.

import { viewAccessKeyList } from '../views/viewAccessKeyList.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const viewAccessKeyListMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_access_key_list',
  requestName: 'RpcViewAccessKeyListRequest',
  summary: 'The access keys of an account.',
  view: viewAccessKeyList,
});
