// What transactions changed in the state, over all of their receipts: each row as it was before the
// first change and as it is after the last one. Follows the causes that blocks keep with changes.

import { bytesKey } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { decode } from '../codec/codec.ts';
import { u64 } from '../codec/primitives.ts';
import { parseTrieKey, type TrieKey } from '../state/parseTrieKey.ts';
import { TrieState } from '../state/trieState.ts';
import { executedCause } from '../trace/collect/balanceChanges.ts';
import type { PastChain } from '../trace/reexecute/pastBlock.ts';
import { AccessKey } from '../types/accessKey.ts';
import { Account } from '../types/account.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { KeyChanges } from '../types/stateChange.ts';
import { accountToView } from '../types/views/accountView.ts';
import type { StateDifferences } from './simulation.ts';

export interface RowDifference {
  readonly key: Uint8Array;
  readonly before: Uint8Array | null;
  after: Uint8Array | null;
}

/** By `bytesKey` of the trie key. */
export type RowDifferences = Map<string, RowDifference>;

type Listed<L> = L extends readonly (infer T)[] ? T[] : never;
type Lists = { [K in keyof StateDifferences]: Listed<StateDifferences[K]> };

/** By transaction. `owners` names the transaction of each of its outcomes, all by `bytesKey`. */
export function readDifferences(
  chain: PastChain,
  blocks: readonly Hash[],
  owners: ReadonlyMap<string, string>,
): ReadonlyMap<string, RowDifferences> {
  const found = new Map<string, RowDifferences>();
  for (const blockHash of blocks) {
    for (const row of chain.stored.stateChanges(blockHash, EVERY_KEY)) {
      addChanges(found, row, owners, () => readBefore(chain, blockHash, row.key));
    }
  }
  return found;
}

const EVERY_KEY = new Uint8Array();

function addChanges(
  found: Map<string, RowDifferences>,
  { key, changes }: KeyChanges,
  owners: ReadonlyMap<string, string>,
  readFormer: () => Uint8Array | null,
): void {
  const name = bytesKey(key);
  for (const [at, { cause, value: after }] of changes.entries()) {
    const id = executedCause(cause);
    const owner = id === null ? undefined : owners.get(bytesKey(id));
    if (owner === undefined) continue;
    const differences = found.get(owner) ?? new Map<string, RowDifference>();
    found.set(owner, differences);
    const known = differences.get(name);
    const before = () => (at > 0 ? (changes[at - 1]?.value ?? null) : readFormer());
    if (known !== undefined) known.after = after;
    else differences.set(name, { key, before: before(), after });
  }
}

/** The row as the block before left it. */
function readBefore(
  { stored, epochs, trie }: PastChain,
  blockHash: Hash,
  key: Uint8Array,
): Uint8Array | null {
  const header = stored.block(blockHash)?.header;
  const parsed = parseTrieKey(key);
  if (header === undefined || !('accountId' in parsed)) return null;
  const { shardLayout } = epochs.epoch(header.lite.epochId);
  const shardId = shardIdOfAccount(shardLayout, parsed.accountId);
  const extra = stored.chunkExtra(header.prevHash, shardId);
  return extra && new TrieState(trie, extra.stateRoot).peek(key);
}

/** By what the rows are; rows that are as before are left out. */
export function describeDifferences(rows: Iterable<RowDifference>): StateDifferences {
  const lists: Lists = {
    accounts: [],
    accessKeys: [],
    gasKeyNonces: [],
    storage: [],
    code: [],
  };
  for (const row of rows) {
    if (!isSame(row)) addRow(lists, parseTrieKey(row.key), row);
  }
  return lists;
}

function isSame({ before, after }: RowDifference): boolean {
  if (before === null || after === null) return before === after;
  return bytesKey(before) === bytesKey(after);
}

function addRow(lists: Lists, key: TrieKey, row: RowDifference): void {
  const both = <T>(read: (bytes: Uint8Array) => T) => ({
    before: row.before && read(row.before),
    after: row.after && read(row.after),
  });
  switch (key.kind) {
    case 'Account': {
      const shown = both((bytes) => accountToView(decode(Account, bytes)));
      lists.accounts.push({ accountId: key.accountId, ...shown });
      break;
    }
    case 'AccessKey': {
      const { accountId, publicKey } = key;
      lists.accessKeys.push({ accountId, publicKey, ...both((row) => decode(AccessKey, row)) });
      break;
    }
    case 'GasKeyNonce': {
      const { accountId, publicKey, index } = key;
      const nonces = both((bytes) => decode(u64, bytes));
      lists.gasKeyNonces.push({ accountId, publicKey, index, ...nonces });
      break;
    }
    case 'ContractData': {
      const { accountId, key: keyBase64 } = key;
      const { before: beforeBase64, after: afterBase64 } = row;
      lists.storage.push({ accountId, keyBase64, beforeBase64, afterBase64 });
      break;
    }
    case 'ContractCode':
      lists.code.push({ accountId: key.accountId, ...both(sha256) });
  }
}
