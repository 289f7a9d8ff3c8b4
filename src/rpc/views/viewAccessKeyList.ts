// The view of all access keys of an account, complete or paginated.

import { decode, described, type TypeOf } from '../../codec/codec.ts';
import { nonzeroU32, option } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { parseTrieKey } from '../../state/parseTrieKey.ts';
import type { StateView } from '../../state/stateView.ts';
import { accessKeysTriePrefix, accessKeyTrieKey } from '../../state/trieKey.ts';
import { AccessKey } from '../../types/accessKey.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKeyHandle } from '../../types/primitives.ts';
import { AccessKeyList, accessKeyListFields } from '../../types/views/stateRowViews.ts';
import { defineView, viewedBlockFields } from './view.ts';

const KeyListView = struct('RpcViewAccessKeyListResponse', {
  ...accessKeyListFields,
  ...viewedBlockFields,
});
type ListedKey = TypeOf<typeof KeyListView>['keys'][number];

export const viewAccessKeyList = defineView({
  fields: {
    accountId,
    afterKey: described(option(publicKeyHandle), 'Continue after this key.'),
    limit: described(option(nonzeroU32), 'The maximum number of keys.'),
  },
  result: KeyListView,
  content: AccessKeyList,
  returns: '`keys` (`public_key` and `access_key`), and `last_key` if there are more.',
  failures: ['UNKNOWN_ACCOUNT', 'TOO_MANY_ACCESS_KEYS'],
  run: ({ clientConfig }, target, { accountId, afterKey, limit }) => {
    const { blockHash, blockHeight } = target.at;
    const max = clientConfig.viewAccessKeysLimit;
    const isPaged = afterKey !== null || limit !== null;
    const keysMax = isPaged ? Math.min(limit ?? max, max) : max;
    const after = afterKey && accessKeyTrieKey(accountId, afterKey);
    const keys: ListedKey[] = [];
    for (const key of listKeys(target.stateOf(accountId), accessKeysTriePrefix(accountId), after)) {
      if (keys.length < keysMax) {
        keys.push(key);
        continue;
      }
      if (!isPaged) throw target.fail({ name: 'TOO_MANY_ACCESS_KEYS', accountId, limit: max });
      return { keys, lastKey: keys.at(-1)?.publicKey ?? null, blockHash, blockHeight };
    }
    if (keys.length === 0) target.refuseMissingAccount(accountId);
    return { keys, lastKey: null, blockHash, blockHeight };
  },
});

/** Skips the nonces of gas keys, which are stored between the keys. */
function* listKeys(
  state: StateView,
  prefix: Uint8Array,
  after: Uint8Array | null,
): Generator<ListedKey> {
  const range = after === null ? { prefix } : { prefix, after };
  for (const { key, read } of state.rows(range)) {
    const parsed = parseTrieKey(key);
    if (parsed.kind !== 'AccessKey') continue;
    const accessKey = decode(AccessKey, read());
    yield { publicKey: parsed.publicKey, accessKey };
  }
}
