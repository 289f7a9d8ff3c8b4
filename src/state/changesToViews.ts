// Changes of the state as they are shown: the stored bytes of each changed key, read back into what
// they are. Bookkeeping of shards is not shown.

import { decode } from '../codec/codec.ts';
import { u64 } from '../codec/primitives.ts';
import { AccessKey } from '../types/accessKey.ts';
import { Account } from '../types/account.ts';
import type { KeyChanges } from '../types/stateChange.ts';
import { accountToView } from '../types/views/accountView.ts';
import type { StateChangeView, StateChangeWithCause } from '../types/views/stateChangeView.ts';
import { parseTrieKey, type TrieKey } from './parseTrieKey.ts';

/** The changes of one key in the order of their commits. */
export function changesToViews({ key, changes }: KeyChanges): StateChangeWithCause[] {
  const trieKey = parseTrieKey(key);
  return changes.flatMap(({ cause, value }) => {
    const change = value === null ? showRemoval(trieKey) : showValue(trieKey, value);
    return change === null ? [] : [{ cause, change }];
  });
}

function showValue(key: TrieKey, value: Uint8Array): StateChangeView | null {
  switch (key.kind) {
    case 'Account': {
      const account = accountToView(decode(Account, value));
      return { kind: 'account_update', value: { accountId: key.accountId, ...account } };
    }
    case 'ContractCode':
      return {
        kind: 'contract_code_update',
        value: { accountId: key.accountId, codeBase64: value },
      };
    case 'AccessKey': {
      const { accountId, publicKey } = key;
      const accessKey = decode(AccessKey, value);
      return { kind: 'access_key_update', value: { accountId, publicKey, accessKey } };
    }
    case 'GasKeyNonce': {
      const { accountId, publicKey, index } = key;
      const nonce = decode(u64, value);
      return { kind: 'gas_key_nonce_update', value: { accountId, publicKey, index, nonce } };
    }
    case 'ContractData':
      return {
        kind: 'data_update',
        value: { accountId: key.accountId, keyBase64: key.key, valueBase64: value },
      };
    default:
      return null;
  }
}

/** The nonces of a gas key go with the key, so their removal is not shown. */
function showRemoval(key: TrieKey): StateChangeView | null {
  switch (key.kind) {
    case 'Account':
      return { kind: 'account_deletion', value: { accountId: key.accountId } };
    case 'ContractCode':
      return { kind: 'contract_code_deletion', value: { accountId: key.accountId } };
    case 'AccessKey': {
      const { accountId, publicKey } = key;
      return { kind: 'access_key_deletion', value: { accountId, publicKey } };
    }
    case 'ContractData':
      return { kind: 'data_deletion', value: { accountId: key.accountId, keyBase64: key.key } };
    default:
      return null;
  }
}
