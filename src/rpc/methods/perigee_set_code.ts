// perigee_set_code.

import { AtHeight, defineControl } from '../controls/control.ts';
import { optional, record } from '../params/params.ts';
import { accountIdText, base64 } from '../params/scalars.ts';

export const setCode = defineControl({
  name: 'perigee_set_code',
  summary: 'Sets the contract code of an account; without `code_base64` the code is removed.',
  params: record('SetCodeRequest', { accountId: accountIdText, codeBase64: optional(base64) }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: ({ accountId, codeBase64: code }) => ({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId, code } }],
  }),
});
