// The balance of a gas key, which pays for the gas of what the key signs.

import { assert } from '../../base/assert.ts';
import { type AccessKey, gasKeyInfo } from '../../types/accessKey.ts';

/** The same gas key with `amount` more, or less, in its balance. */
export function addGasKeyBalance({ nonce, permission }: AccessKey, amount: bigint): AccessKey {
  const info = gasKeyInfo(permission);
  assert(info !== null, 'only a gas key has a balance');
  const changed = { ...info, balance: info.balance + amount };
  if (permission.kind === 'GasKeyFunctionCall') {
    return {
      nonce,
      permission: { kind: 'GasKeyFunctionCall', value: [changed, permission.value[1]] },
    };
  }
  return { nonce, permission: { kind: 'GasKeyFullAccess', value: changed } };
}
