// perigee_set_code.

import { AtHeight, defineControl } from '../controls/control.ts';
import { SetCode, toStateEdit } from '../params/stateEdits.ts';

export const setCode = defineControl({
  name: 'perigee_set_code',
  summary: 'Sets the contract code of an account; without `code_base64` the code is removed.',
  params: SetCode,
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [toStateEdit({ kind: 'SetCode', value })] }),
});
