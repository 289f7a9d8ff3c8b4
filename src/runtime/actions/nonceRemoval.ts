// Removing the nonces of gas keys takes work in proportion to their number, which no fee covers: it
// counts towards the compute limit of the chunk, and not as gas.

import { NONCE_VALUE_BYTES } from '../../params/constants.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { RemovedNonces } from '../../state/accountRemoval.ts';

export function nonceRemovalCompute({ extCosts }: Protocol, removed: RemovedNonces): bigint {
  const { count, keyBytes } = removed;
  return (
    extCosts.storage_remove_base.compute * BigInt(count) +
    extCosts.storage_remove_key_byte.compute * BigInt(keyBytes) +
    extCosts.storage_remove_ret_value_byte.compute * BigInt(count * NONCE_VALUE_BYTES)
  );
}
