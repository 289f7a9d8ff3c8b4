// perigee_set_code.

import { AtHeight, defineControl } from '../controls/control.ts';
import { optional, record } from '../params/params.ts';
import { accountIdText, base64 } from '../params/scalars.ts';

export const setCode = defineControl({
  name: 'perigee_set_code',
  summary: 'Gives an account the code of a contract; without `code_base64` it has none any more.',
  params: record('SetCodeRequest', { accountId: accountIdText, codeBase64: optional(base64) }),
  result: AtHeight,
  returns: '`height` of the block after which it holds.',
  action: ({ accountId, codeBase64: code }) => ({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId, code } }],
  }),
});
