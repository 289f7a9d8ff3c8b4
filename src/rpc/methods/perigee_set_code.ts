// perigee_set_code.

import { bytes, option } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { AtHeight, defineControl } from '../controls/control.ts';

export const setCode = defineControl({
  name: 'perigee_set_code',
  summary: 'Sets the contract code of an account; without `code_base64` the code is removed.',
  params: struct('PerigeeSetCodeRequest', { accountId, codeBase64: option(bytes) }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: ({ accountId, codeBase64: code }) => ({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId, code } }],
  }),
});
