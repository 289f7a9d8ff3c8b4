// changes, and its older name EXPERIMENTAL_changes.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bytes, vec } from '../../codec/primitives.ts';
import { flatten, struct } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { changesToViews } from '../../state/changesToViews.ts';
import {
  accessKeysTriePrefix,
  accessKeyTrieKey,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
} from '../../state/trieKey.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKey } from '../../types/primitives.ts';
import { ChangesView, StateChangeWithCauseView } from '../../types/views/stateChangeView.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { checkResponseLength } from '../core/responseLength.ts';
import { BlockReference, type FoundBlock, requireBlock } from '../params/blockReference.ts';
import { changesErrors } from '../views/stateChanges.ts';

const accountIds = vec(accountId);
const keys = vec(struct('AccountWithPublicKey', { accountId, publicKey }));

const ChangesRequest = tagged('StateChangesRequest', 'changes_type', {
  account_changes: { accountIds },
  single_access_key_changes: { keys },
  all_access_key_changes: { accountIds },
  contract_code_changes: { accountIds },
  data_changes: { accountIds, keyPrefixBase64: bytes },
});
type ChangesRequest = TypeOf<typeof ChangesRequest>;

/** Where to search: exact keys, or prefixes of keys. */
interface Search {
  readonly key: Uint8Array;
  readonly isExact: boolean;
}

export const changes = defineMethod({
  name: 'changes',
  aliases: [{ name: 'EXPERIMENTAL_changes', isDeprecated: true }],
  summary:
    'The changes of accounts, access keys, contract code or contract data at a given block, with ' +
    'the cause of each change.',
  params: struct('RpcStateChangesInBlockByTypeRequest', {
    block: flatten(BlockReference),
    request: flatten(ChangesRequest),
  }),
  result: { json: formatChanges, schema: ChangesView.schema },
  returns:
    '`block_hash`, and `changes` in the order of the request: `cause`, `change` and its `type`.',
  errors: changesErrors,
  blockOf: ({ block }) => block,
  holds: untilNextBlock,
  handle: (context, { block, request }) => {
    const { hash } = findChangedBlock(context, block);
    const found = new FoundChanges(context, hash);
    const wanted = searches(request);
    if (wanted.length >= SEARCHES_PER_TURN) return findInTurns(context, found, wanted);
    for (const search of wanted) found.add(search);
    return found;
  },
});

function findChangedBlock({ chain }: MethodContext, block: BlockReference): FoundBlock {
  return requireBlock(chain, block, 'BLOCK', changesErrors.UNKNOWN_BLOCK);
}

/** This many searches take some milliseconds. */
const SEARCHES_PER_TURN = 64;

async function findInTurns(
  context: MethodContext,
  found: FoundChanges,
  wanted: readonly Search[],
): Promise<FoundChanges> {
  for (const [index, search] of wanted.entries()) {
    if (index % SEARCHES_PER_TURN === SEARCHES_PER_TURN - 1) await context.turns.next();
    found.add(search);
  }
  // In other turns it may have been pruned or reverted.
  const value = { kind: 'Hash', value: found.blockHash } as const;
  findChangedBlock(context, { kind: 'block_id', value });
  return found;
}

/**
 * The JSON of each search result. A request can have tens of thousands of searches, and repeat one
 * with a long result: each is formatted once, and the length is checked as it grows.
 */
class FoundChanges {
  readonly blockHash: Hash;
  readonly texts: string[] = [];
  readonly #context: MethodContext;
  readonly #known = new Map<string, string>();
  #length = 0;

  constructor(context: MethodContext, blockHash: Hash) {
    this.#context = context;
    this.blockHash = blockHash;
  }

  add({ key, isExact }: Search): void {
    const name = bytesKey(key);
    let text = this.#known.get(name);
    if (text === undefined) {
      const found = this.#context.chain.stateChanges(this.blockHash, key);
      const shown = isExact ? found.filter((change) => equalBytes(change.key, key)) : found;
      text = shown.flatMap(changesToViews).map(StateChangeWithCauseView.json).join(',');
      this.#known.set(name, text);
    }
    if (text === '') return;
    this.#length += text.length;
    checkResponseLength(this.#context, this.#length);
    this.texts.push(text);
  }
}

function formatChanges({ blockHash, texts }: Pick<FoundChanges, 'blockHash' | 'texts'>): string {
  const empty = ChangesView.json({ blockHash, changes: [] });
  return `${empty.slice(0, -']}'.length)}${texts.join(',')}]}`;
}

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
      // The nonces of a gas key follow the key itself.
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
