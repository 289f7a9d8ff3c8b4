// What a key may do, in words.

import type { Tagged } from '../chain/wire.ts';
import { openTagged } from './actions.ts';

export interface PermissionWords {
  readonly words: string;
  /** What may still be spent on gas, in yoctoNEAR; null without a limit. */
  readonly allowance: string | null;
  /** What a gas key holds. */
  readonly balance: string | null;
}

export function describePermission(permission: Tagged): PermissionWords {
  const { kind, fields } = openTagged(permission);
  const { receiver_id, method_names, allowance, balance } = fields;
  const methods = (method_names ?? []) as readonly string[];
  const calls = `${methods.length === 0 ? 'any method' : methods.join(', ')} of ${receiver_id}`;
  const gasKey = kind.startsWith('GasKey') ? 'gas key, ' : '';
  return {
    words: `${gasKey}${kind.endsWith('FullAccess') ? 'full access' : calls}`,
    allowance: typeof allowance === 'string' ? allowance : null,
    balance: typeof balance === 'string' ? balance : null,
  };
}
