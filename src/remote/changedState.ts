// The state of a "what if": overrides, and rows that receipts have written in it, over the rows of
// the network as they would be without the real receipts of the transaction.

import { bytesKey, keyToBytes } from '../base/bytes/bytes.ts';
import { HASH_ZERO } from '../base/crypto/hash.ts';
import type { StateEdit } from '../chain/patch/stateEdit.ts';
import { applyStatePatch } from '../chain/patch/statePatch.ts';
import { RecordedTrie } from '../state/recordedTrie.ts';
import { StateUpdate } from '../state/stateUpdate.ts';
import type { Receipt } from '../types/receipt.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { KeyChanges } from '../types/stateChange.ts';
import type { ChangesBefore } from './changesBefore.ts';
import { receiptOf } from './gatherBlock.ts';
import type { PastReceipts } from './pastReceipts.ts';
import { PastTrie, type RowsBefore } from './pastRows.ts';
import type { RemoteBlock } from './pastTransaction.ts';
import type { RemoteExecution } from './remoteHistory.ts';
import { protocolOf } from './runReceipt.ts';

type Written = ReadonlyMap<string, Uint8Array | null>;

export class ChangedState {
  readonly #receipts: PastReceipts;
  readonly #withoutReal: Written;
  #written: Written = new Map();

  /** Throws a PerigeeError for an edit that does not fit the state. */
  constructor(execution: RemoteExecution, edits: readonly StateEdit[]) {
    this.#receipts = execution.receipts;
    this.#withoutReal = readBeforeReal(execution);
    for (const edit of edits) this.#edit(execution, edit);
  }

  /** Keeps what it has now, whatever is written later. */
  rowsFor(block: RemoteBlock, receipt: Receipt): ChangedRows {
    const base = this.#receipts.rowsBefore(block, receipt);
    return new ChangedRows(base, new Map([...this.#withoutReal, ...this.#written]));
  }

  write(changes: readonly KeyChanges[]): void {
    const rows = changes.map(({ key, changes: made }): [string, Uint8Array | null] => {
      return [bytesKey(key), made.at(-1)?.value ?? null];
    });
    this.#written = new Map([...this.#written, ...rows]);
  }

  /** Before the first receipt of its account, or else before the first one of all. */
  #edit({ dialect }: RemoteExecution, edit: StateEdit): void {
    const { past, root } = this.#receipts;
    const { accountId } = edit.value;
    const own = past.receipts.filter(({ receiverId }) => receiverId === accountId);
    const executed = [...own, ...past.receipts].flatMap((one) => {
      const outcome = this.#receipts.outcome(one.receiptId);
      return outcome === null ? [] : [outcome];
    });
    const { blockHash, id } = executed[0] ?? root;
    const block = this.#receipts.block(blockHash);
    const receipt = this.#receipts.receipt(id);
    if (block === null || receipt === null) return;
    const rows = this.rowsFor(block, receipt);
    const state = new StateUpdate(new RecordedTrie(new PastTrie(rows, null), HASH_ZERO));
    const { shardLayout } = block.epoch;
    const shardId = shardIdOfAccount(shardLayout, accountId);
    applyStatePatch(state, { protocol: protocolOf({ block, dialect }), shardLayout, shardId }, [
      edit,
    ]);
    this.write(state.finish().changes);
  }
}

/** The rows that the real receipts have written, as they were before the first of them. */
function readBeforeReal({ receipts, rows }: RemoteExecution): Map<string, Uint8Array | null> {
  const own = new Set(receipts.past.receipts.map(({ receiptId }) => bytesKey(receiptId)));
  const before = new Map<string, Uint8Array | null>();
  const blocks = [...receipts.past.blocks].sort((a, b) => a.height - b.height);
  for (const block of blocks) {
    for (const [name, changes] of receipts.changesOf(block)) {
      const first = changes.findIndex(({ cause }) => {
        const id = receiptOf(cause);
        return id !== null && own.has(bytesKey(id));
      });
      if (first === -1 || before.has(name)) continue;
      const previous = changes[first - 1];
      before.set(name, previous ? previous.value : rows.row(block.prevHash, keyToBytes(name)));
    }
  }
  return before;
}

export class ChangedRows implements RowsBefore {
  readonly #base: ChangesBefore;
  readonly #changed: Written;

  constructor(base: ChangesBefore, changed: Written) {
    this.#base = base;
    this.#changed = changed;
  }

  get(key: Uint8Array): Uint8Array | null {
    const row = this.#changed.get(bytesKey(key));
    return row === undefined ? this.#base.get(key) : row;
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] {
    const keys = new Set(this.#base.keys(prefix).map(bytesKey));
    const start = bytesKey(prefix);
    for (const [name, value] of this.#changed) {
      if (!name.startsWith(start)) continue;
      if (value === null) keys.delete(name);
      else keys.add(name);
    }
    return [...keys].sort().map(keyToBytes);
  }

  isPending(key: Uint8Array): boolean {
    return this.#base.isPending(key);
  }
}
