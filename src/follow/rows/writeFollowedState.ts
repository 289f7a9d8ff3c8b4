// The state changes that a block shows: with their causes, as RPC returns them, and as rows of the
// flat state. Nothing in a header commits to single changes. An account that is deleted or created
// is known completely from then on, because it did not exist before.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { sha256 } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import {
  changeFlatRow,
  forgetFlatRow,
  isComplete,
  markComplete,
} from '../../chain/stored/flatState.ts';
import { globalContractCodeTrieKey } from '../../state/trieKey.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { StateChange } from '../../types/stateChange.ts';
import type { ShardMessage } from '../messages/blockMessage.ts';
import { stateChangeFromView } from '../messages/stateChangeFromView.ts';
import type { VerifiedBlock } from '../verify/verifiedBlock.ts';

interface ChangedKey {
  readonly key: Uint8Array;
  readonly changes: StateChange[];
}

export function writeFollowedState(
  batch: Batch,
  { hash, header, shards }: VerifiedBlock,
  store: StoreReader,
): void {
  const { height } = header.lite;
  for (const { shardId, message } of shards) {
    writeCode(batch, message);
    for (const { key, changes } of changesByKey(message)) {
      batch.put(Column.stateChanges, [hash, key, shardId], changes);
      changeFlatRow({ batch, store }, height, key, changes.at(-1)?.value ?? null);
    }
    for (const accountId of listBegun(message)) {
      if (!isComplete(store, accountId)) markComplete(batch, height, accountId);
    }
    forgetGlobalCode(batch, height, message);
  }
}

/** By its hash as well: receipts name the code that they carry by it. */
function writeCode(batch: Batch, { stateChanges }: ShardMessage): void {
  for (const { change } of stateChanges) {
    if (change.kind !== 'contract_code_update') continue;
    const code = change.value.codeBase64;
    batch.put(Column.stateNode, sha256(code), code);
  }
}

function changesByKey({ stateChanges }: ShardMessage): Iterable<ChangedKey> {
  const byKey = new Map<string, ChangedKey>();
  for (const { cause, change } of stateChanges) {
    const { key, value } = stateChangeFromView(change);
    const name = bytesKey(key);
    const known = byKey.get(name);
    if (known === undefined) byKey.set(name, { key, changes: [{ cause, value }] });
    else known.changes.push({ cause, value });
  }
  return byKey.values();
}

/** Accounts that did not exist at some point within this block. */
function listBegun({ stateChanges, receiptExecutionOutcomes }: ShardMessage): AccountId[] {
  const deleted = stateChanges.flatMap(({ change }) =>
    change.kind === 'account_deletion' ? [change.value.accountId] : [],
  );
  const created = receiptExecutionOutcomes.flatMap(({ executionOutcome, receipt }) => {
    const { kind } = executionOutcome.outcome.status;
    if (receipt.receipt.kind !== 'Action' || kind === 'Failure' || kind === 'Unknown') return [];
    const creates = receipt.receipt.value.actions.some((action) => action.kind === 'CreateAccount');
    return creates ? [receipt.receiverId] : [];
  });
  return [...deleted, ...created];
}

/** Code that an account deploys globally changes without being shown. */
function forgetGlobalCode(batch: Batch, height: number, { chunk }: ShardMessage): void {
  for (const { receipt } of chunk?.receipts ?? []) {
    if (receipt.kind !== 'GlobalContractDistribution') continue;
    if (receipt.value.id.kind === 'CodeHash') continue;
    forgetFlatRow(batch, height, globalContractCodeTrieKey(receipt.value.id));
  }
}
