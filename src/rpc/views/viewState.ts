// The view of a contract's storage: all keys with a prefix, with a proof or paginated. Follows
// `view_state` of the reference's runtime/runtime/src/state_viewer/mod.rs.

import { startsWithBytes } from '../../base/bytes/bytes.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { bool, nonzeroU32, option } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { readAccount } from '../../state/accounts.ts';
import { contractCodeLength } from '../../state/contractCode.ts';
import type { StateView } from '../../state/stateView.ts';
import { contractDataTrieKey } from '../../state/trieKey.ts';
import type { ListedRow } from '../../trie/trie.ts';
import type { Account } from '../../types/account.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { storeKey } from '../../types/primitives.ts';
import { statePageFields, ViewStateResult } from '../../types/views/stateRowViews.ts';
import type { MethodContext } from '../core/context.ts';
import { ParamsError } from '../params/params.ts';
import { defineView, viewedBlockFields } from './view.ts';

const StatePageView = struct('RpcViewStateResponse', {
  ...statePageFields,
  ...viewedBlockFields,
});

interface Page {
  readonly values: TypeOf<typeof StatePageView>['values'];
  readonly lastKey: Uint8Array | null;
}

export const viewState = defineView({
  fields: {
    accountId,
    prefixBase64: described(storeKey, 'The prefix of the keys; empty for all keys.'),
    afterKeyBase64: described(option(storeKey), 'Continue after this key.'),
    limit: described(option(nonzeroU32), 'The maximum number of values.'),
    includeProof: described(
      defaulted(bool, false),
      'Include the trie nodes that prove the result; not with pagination.',
    ),
  },
  result: StatePageView,
  content: ViewStateResult,
  returns:
    '`values` (`key` and `value`, bytes), `proof` if requested, and `last_key` if there is more.',
  failures: ['UNKNOWN_ACCOUNT', 'TOO_LARGE_CONTRACT_STATE'],
  validate: ({ prefixBase64, afterKeyBase64, limit, includeProof }) => {
    if (includeProof && (afterKeyBase64 !== null || limit !== null)) {
      throw new ParamsError(
        'include_proof is not supported with paginated view_state (after_key_base64 / limit)',
      );
    }
    if (afterKeyBase64 !== null && !startsWithBytes(afterKeyBase64, prefixBase64)) {
      throw new ParamsError('after_key_base64 must start with prefix_base64');
    }
  },
  run: (context, target, { accountId, prefixBase64, afterKeyBase64, limit, includeProof }) => {
    const state = target.stateOf(accountId);
    const account = readAccount(state, accountId);
    if (account === null) throw target.fail({ name: 'UNKNOWN_ACCOUNT', accountId });
    const isPaged = afterKeyBase64 !== null || limit !== null;
    if (!isPaged && isTooLarge(context, state, accountId, account)) {
      throw target.fail({ name: 'TOO_LARGE_CONTRACT_STATE', accountId });
    }
    const proof: Uint8Array[] = [];
    if (includeProof && !state.canProve) {
      throw target.fail({ name: 'INTERNAL_ERROR' }, 'this node keeps no trie to prove a state by');
    }
    const rows = state.rows({
      prefix: contractDataTrieKey(accountId, prefixBase64),
      ...(afterKeyBase64 && { after: contractDataTrieKey(accountId, afterKeyBase64) }),
      ...(includeProof && { visit: (_hash, node) => void proof.push(node) }),
    });
    const keyOffset = contractDataTrieKey(accountId, new Uint8Array(0)).length;
    const { statePageItemsMax, statePageBytesMax: bytesMax } = context.limits;
    const itemsMax = Math.min(limit ?? statePageItemsMax, statePageItemsMax);
    const page = readPage(rows, keyOffset, isPaged ? { itemsMax, bytesMax } : null);
    return { ...page, proof: proof.length > 0 ? proof : null, ...target.at };
  },
});

/** Checked against everything that the account stores, whatever the prefix. */
function isTooLarge(
  { clientConfig }: MethodContext,
  state: StateView,
  accountId: AccountId,
  { storageUsage, contract }: Account,
): boolean {
  const limit = clientConfig.trieViewerStateSizeLimit;
  if (limit === null) return false;
  const codeLength = contract.kind === 'Local' ? (contractCodeLength(state, accountId) ?? 0) : 0;
  return Math.max(0, storageUsage - codeLength) > limit;
}

/** A page ends with the item that reaches one of these. */
interface PageBounds {
  readonly itemsMax: number;
  readonly bytesMax: number;
}

/** All entries, or one page. */
function readPage(rows: Iterable<ListedRow>, keyOffset: number, bounds: PageBounds | null): Page {
  const values: { key: Uint8Array; value: Uint8Array }[] = [];
  let usedBytes = 0;
  for (const { key, read } of rows) {
    const isFull =
      bounds !== null && (values.length >= bounds.itemsMax || usedBytes >= bounds.bytesMax);
    if (isFull) {
      return { values, lastKey: values.at(-1)?.key ?? null };
    }
    const value = read();
    usedBytes += key.length + value.length;
    values.push({ key: key.slice(keyOffset), value });
  }
  return { values, lastKey: null };
}
