// changes, and its older name EXPERIMENTAL_changes.

import { equalBytes } from '../../base/bytes.ts';
import { publicKeyToHandle } from '../../base/keys.ts';
import { changesToViews } from '../../state/changesToViews.ts';
import {
  accessKeysTriePrefix,
  accessKeyTrieKey,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
} from '../../state/trieKey.ts';
import { ChangesView } from '../../types/views/stateChangeView.ts';
import { BlockReference, requireBlock } from '../blockReference.ts';
import { defineMethod, untilNextBlock } from '../method.ts';
import { flattened, list, record } from '../params.ts';
import { tagged } from '../paramsUnion.ts';
import { accountIdText, base64, publicKeyText } from '../scalars.ts';
import { changesErrors } from '../stateChanges.ts';

const accountIds = list(accountIdText);
const keys = list(
  record('AccountWithPublicKey', { accountId: accountIdText, publicKey: publicKeyText }),
);

const ChangesRequest = tagged('changes_type', {
  account_changes: { accountIds },
  single_access_key_changes: { keys },
  all_access_key_changes: { accountIds },
  contract_code_changes: { accountIds },
  data_changes: { accountIds, keyPrefixBase64: base64 },
});
type ChangesRequest = ReturnType<typeof ChangesRequest.parseFrom>;

/** Where to look: whole keys, or what several keys begin with. */
interface Search {
  readonly key: Uint8Array;
  readonly isExact: boolean;
}

export const changes = defineMethod({
  name: 'changes',
  aliases: [{ name: 'EXPERIMENTAL_changes', isDeprecated: true }],
  summary:
    'What a block changed in accounts, access keys, contract code or contract data, with the ' +
    'cause of each change.',
  params: flattened(
    'RpcStateChangesInBlockByTypeRequest',
    {},
    { block: BlockReference, request: ChangesRequest },
  ),
  result: ChangesView,
  returns:
    '`block_hash`, and `changes` in the order of the request: `cause`, `change` and its `type`.',
  errors: changesErrors,
  holds: untilNextBlock,
  handle: ({ chain }, { block, request }) => {
    const { hash } = requireBlock(chain, block, 'BLOCK', changesErrors.UNKNOWN_BLOCK);
    const found = searches(request).flatMap(({ key, isExact }) =>
      [...chain.stateChanges(hash, key)].filter(
        (change) => !isExact || equalBytes(change.key, key),
      ),
    );
    return { blockHash: hash, changes: found.flatMap(changesToViews) };
  },
});

function searches(request: ChangesRequest): Search[] {
  switch (request.kind) {
    case 'account_changes':
      return request.value.accountIds.map((id) => ({ key: accountTrieKey(id), isExact: true }));
    case 'contract_code_changes':
      return request.value.accountIds.map((id) => ({
        key: contractCodeTrieKey(id),
        isExact: true,
      }));
    case 'all_access_key_changes':
      return request.value.accountIds.map((id) => ({
        key: accessKeysTriePrefix(id),
        isExact: false,
      }));
    case 'single_access_key_changes':
      // The nonces of a gas key stand behind the key itself.
      return request.value.keys.map(({ accountId, publicKey }) => ({
        key: accessKeyTrieKey(accountId, publicKeyToHandle(publicKey)),
        isExact: false,
      }));
    default:
      return request.value.accountIds.map((id) => ({
        key: contractDataTrieKey(id, request.value.keyPrefixBase64),
        isExact: false,
      }));
  }
}
