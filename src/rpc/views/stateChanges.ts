// Shared code of the methods about state changes.

import { struct } from '../../codec/struct.ts';
import { parseTrieKey } from '../../state/parseTrieKey.ts';
import { shardId } from '../../types/primitives.ts';
import type { Touched } from '../../types/views/stateChangeView.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';

/** A node applies all of its shards, so SHARD_NOT_APPLIED is declared but never occurs. */
export const changesErrors = defineErrors(
  'RpcStateChangesError',
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
    }),
    NOT_SYNCED_YET: errorKind<void>({ when: 'There is no earliest block yet.' }),
    SHARD_NOT_APPLIED: errorKind<{ shardId: number }>({
      when: 'The node did not apply a shard of the block.',
      info: struct({ shardId }),
    }),
  },
  'cause',
);

const TOUCHED_KINDS = {
  Account: 'account_touched',
  ContractCode: 'contract_code_touched',
  AccessKey: 'access_key_touched',
  ContractData: 'data_touched',
} as const;

/** The kind of a changed key; null for keys that are omitted. */
export function keyToTouched(key: Uint8Array): Touched | null {
  const parsed = parseTrieKey(key);
  if (!(parsed.kind in TOUCHED_KINDS) || !('accountId' in parsed)) return null;
  const kind = TOUCHED_KINDS[parsed.kind as keyof typeof TOUCHED_KINDS];
  return { kind, value: { accountId: parsed.accountId } };
}
