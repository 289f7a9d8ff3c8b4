// EXPERIMENTAL_view_code.

import { viewCode } from '../views/viewCode.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const viewCodeMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_code',
  requestName: 'RpcViewCodeRequest',
  summary: 'The code that an account runs.',
  view: viewCode,
});
