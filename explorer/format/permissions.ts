// What a key may do, in words.

import type { Tagged } from '../chain/wire.ts';
import { openTagged } from './actions.ts';

export interface PermissionWords {
  readonly words: string;
  readonly isFull: boolean;
  readonly isGasKey: boolean;
  /** The contract that may be called, and its methods; none means any. */
  readonly receiver: string | null;
  readonly methods: readonly string[];
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
  const isFull = kind.endsWith('FullAccess');
  const gasKey = kind.startsWith('GasKey') ? 'gas key, ' : '';
  return {
    words: `${gasKey}${isFull ? 'full access' : calls}`,
    isFull,
    isGasKey: gasKey !== '',
    receiver: typeof receiver_id === 'string' ? receiver_id : null,
    methods,
    allowance: typeof allowance === 'string' ? allowance : null,
    balance: typeof balance === 'string' ? balance : null,
  };
}
