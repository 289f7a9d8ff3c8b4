// A state change rebuilt from its view: the key in the trie and the bytes of the value.

import { encode } from '../../codec/codec.ts';
import { u64 } from '../../codec/primitives.ts';
import {
  accessKeyTrieKey,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
  gasKeyNonceTrieKey,
} from '../../state/trieKey.ts';
import { AccessKey } from '../../types/accessKey.ts';
import { Account } from '../../types/account.ts';
import { accountFromView } from '../../types/views/accountView.ts';
import type { StateChangeView } from '../../types/views/stateChangeView.ts';

interface RowChange {
  readonly key: Uint8Array;
  /** Null for a removal. */
  readonly value: Uint8Array | null;
}

export function stateChangeFromView(shown: StateChangeView): RowChange {
  switch (shown.kind) {
    case 'account_update': {
      const { accountId, ...account } = shown.value;
      return { key: accountTrieKey(accountId), value: encode(Account, accountFromView(account)) };
    }
    case 'account_deletion':
      return { key: accountTrieKey(shown.value.accountId), value: null };
    case 'access_key_update': {
      const { accountId, publicKey, accessKey } = shown.value;
      return { key: accessKeyTrieKey(accountId, publicKey), value: encode(AccessKey, accessKey) };
    }
    case 'access_key_deletion': {
      const { accountId, publicKey } = shown.value;
      return { key: accessKeyTrieKey(accountId, publicKey), value: null };
    }
    case 'gas_key_nonce_update': {
      const { accountId, publicKey, index, nonce } = shown.value;
      return { key: gasKeyNonceTrieKey(accountId, publicKey, index), value: encode(u64, nonce) };
    }
    case 'data_update': {
      const { accountId, keyBase64, valueBase64 } = shown.value;
      return { key: contractDataTrieKey(accountId, keyBase64), value: valueBase64 };
    }
    case 'data_deletion': {
      const { accountId, keyBase64 } = shown.value;
      return { key: contractDataTrieKey(accountId, keyBase64), value: null };
    }
    case 'contract_code_update': {
      const { accountId, codeBase64 } = shown.value;
      return { key: contractCodeTrieKey(accountId), value: codeBase64 };
    }
    case 'contract_code_deletion':
      return { key: contractCodeTrieKey(shown.value.accountId), value: null };
  }
}
