// Changes of the state as answers show them: the stored bytes of each changed key, read back into
// what they are. Bookkeeping of shards is not shown.

import { decode } from '../codec/codec.ts';
import { u64 } from '../codec/primitives.ts';
import { view } from '../codec/struct.ts';
import { parseTrieKey, type TrieKey } from '../state/parseTrieKey.ts';
import { AccessKey } from '../types/accessKey.ts';
import { Account } from '../types/account.ts';
import { shardId } from '../types/primitives.ts';
import type { KeyChanges } from '../types/stateChange.ts';
import { accountToView } from '../types/views/accountView.ts';
import type {
  StateChangeView,
  StateChangeWithCause,
  Touched,
} from '../types/views/stateChangeView.ts';
import { defineErrors, errorKind, hidden } from './errors.ts';

/** A node applies all of its shards, so SHARD_NOT_APPLIED is declared and never answered. */
export const changesErrors = defineErrors(
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
    }),
    NOT_SYNCED_YET: errorKind<void>({ when: 'There is no earliest block yet.' }),
    SHARD_NOT_APPLIED: errorKind<{ shardId: number }>({
      when: 'The node did not apply a shard of the block.',
      info: view({ shardId }),
    }),
  },
  'cause',
);

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

const TOUCHED_KINDS = {
  Account: 'account_touched',
  ContractCode: 'contract_code_touched',
  AccessKey: 'access_key_touched',
  ContractData: 'data_touched',
} as const;

/** What kind of thing a changed key belongs to; null for what is not shown. */
export function keyToTouched(key: Uint8Array): Touched | null {
  const parsed = parseTrieKey(key);
  if (!(parsed.kind in TOUCHED_KINDS) || !('accountId' in parsed)) return null;
  const type = TOUCHED_KINDS[parsed.kind as keyof typeof TOUCHED_KINDS];
  return { accountId: parsed.accountId, type };
}
