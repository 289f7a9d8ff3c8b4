// Which of a block's changes were made before a receipt of the block: a row's changes are listed in
// their order, and the outcomes of a chunk are in the order of execution.

import { bytesKey, equalBytes, keyToBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import type { AccountId } from '../types/accountId.ts';
import type { StateChangeCause } from '../types/stateChange.ts';
import { receiptOf } from './gatherBlock.ts';
import type { RowsBefore } from './pastRows.ts';
import type { PastChange, RemoteBlock } from './pastTransaction.ts';

/** The state after blocks. Throws a PerigeeError for what cannot be had. */
export interface PastRows {
  /** Null if there is none. */
  row(blockHash: Hash, key: Uint8Array): Uint8Array | null;
  /** Those of the access keys of an account. */
  keys(blockHash: Hash, prefix: Uint8Array): readonly Uint8Array[];
  /** The place of a receipt's outcome in its chunk; null if the source does not say. */
  path(receiptId: Hash, receiverId: AccountId): string | null;
}

interface Executed {
  readonly block: RemoteBlock;
  readonly id: Hash;
  readonly accountId: AccountId;
  /** By the ids of outcomes, as far as they are known. */
  readonly paths: ReadonlyMap<string, string>;
}

export class ChangesBefore implements RowsBefore {
  readonly #executed: Executed;
  readonly #past: PastRows;
  readonly #byKey: ReadonlyMap<string, readonly PastChange[]>;
  /** Receipts whose order could not be told, although it matters. */
  readonly unordered = new Set<string>();

  constructor(
    executed: Executed,
    changes: ReadonlyMap<string, readonly PastChange[]>,
    past: PastRows,
  ) {
    this.#executed = executed;
    this.#byKey = changes;
    this.#past = past;
  }

  get(key: Uint8Array): Uint8Array | null {
    const last = this.#before(key).at(-1);
    return last === undefined ? this.#past.row(this.#executed.block.prevHash, key) : last.value;
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] {
    const keys = new Set(this.#past.keys(this.#executed.block.prevHash, prefix).map(bytesKey));
    const start = bytesKey(prefix);
    for (const key of this.#byKey.keys()) {
      const last = key.startsWith(start) ? this.#before(keyToBytes(key)).at(-1) : undefined;
      if (last === undefined) continue;
      if (last.value === null) keys.delete(key);
      else keys.add(key);
    }
    return [...keys].sort().map(keyToBytes);
  }

  isPending(key: Uint8Array): boolean {
    return this.#before(key).length > 0;
  }

  #before(key: Uint8Array): readonly PastChange[] {
    const changes = this.#byKey.get(bytesKey(key)) ?? [];
    const own = changes.findIndex(({ cause }) => this.#isOwn(cause));
    if (own !== -1) return changes.slice(0, own);
    const end = changes.findIndex(({ cause }) => !this.#isBefore(cause));
    return end === -1 ? changes : changes.slice(0, end);
  }

  #isOwn(cause: StateChangeCause): boolean {
    const id = receiptOf(cause);
    return id !== null && equalBytes(id, this.#executed.id);
  }

  #isBefore(cause: StateChangeCause): boolean {
    const receiptId = receiptOf(cause);
    // A patch of the state is applied after the chunk.
    if (receiptId === null) return cause.kind !== 'Migration';
    const own = this.#pathOf(this.#executed.id);
    const other = this.#pathOf(receiptId);
    if (own !== null && other !== null) return other < own;
    this.unordered.add(formatHash(receiptId));
    return false;
  }

  #pathOf(id: Hash): string | null {
    const { paths, accountId } = this.#executed;
    return paths.get(bytesKey(id)) ?? this.#past.path(id, accountId);
  }
}

/** The changes of a block by their rows. */
export function groupByRow(changes: readonly PastChange[]): Map<string, PastChange[]> {
  const rows = new Map<string, PastChange[]>();
  for (const change of changes) {
    const key = bytesKey(change.key);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [change]);
    else row.push(change);
  }
  return rows;
}
