// Host functions for universal accounts: the id that a state init has, and the action that creates
// the account. The bytes of a state init are passed on as they are.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { stateInitBounds, universalAccountId } from '../../types/universalStateInit.ts';
import { action, ext } from '../gasCounter.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64, onlyWith } from './hostFunction.ts';
import { findTargetReceipt } from './promiseTable.ts';

/** What contracts learn about the bytes; the id is in the register only with the first. */
const STATUSES = { ok: 0n, malformed: 1n, nonCanonical: 2n } as const;

export const universalAccountFunctions: HostFunctions = {
  universal_state_init_to_account_id: onlyWith(
    'universalAccounts',
    hostFunction([i64, i64, i64], [i64], (host, length, ptr, registerId) => {
      host.gas.pay(ext.universal_state_init_to_account_id_base);
      const raw = host.readBytes(length, ptr);
      host.gas.payPer(ext.universal_state_init_to_account_id_byte, raw.length);
      const { status } = host.external.summarizeStateInit(raw);
      if (status === 'ok') host.registers.write(registerId, utf8ToBytes(universalAccountId(raw)));
      return STATUSES[status];
    }),
  ),

  promise_batch_action_universal_state_init: onlyWith(
    'universalAccounts',
    hostFunction([i64, i64, i64, i64], [], (host, promiseIndex, length, ptr, amountPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_universal_state_init');
      const raw = host.readBytes(length, ptr);
      const deposit = host.readU128(amountPtr);
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      // The bytes are paid for before they are decoded.
      host.gas.payAction(action.universal_state_init_base, senderIsReceiver);
      host.gas.payAction(action.universal_state_init_byte, senderIsReceiver, raw.length);
      const { entryCount, keyCount } = countChargedParts(host, raw);
      host.gas.payAction(action.universal_state_init_entry, senderIsReceiver, entryCount);
      host.gas.payAction(action.add_full_access_key, senderIsReceiver, keyCount);
      host.deductBalance(deposit);
      const value = { stateInit: raw, deposit };
      host.external.appendAction(receiptIndex, { kind: 'UniversalStateInit', value });
    }),
  ),
};

/** Bytes that validation will refuse are decoded, too: they pay for the most they can hold. */
function countChargedParts(host: Host, raw: Uint8Array): { entryCount: number; keyCount: number } {
  const summary = host.external.summarizeStateInit(raw);
  return summary.status === 'ok' ? summary : stateInitBounds(raw.length);
}
