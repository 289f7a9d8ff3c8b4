// Changes of the protocol that a developer has asked for: blocks work towards them, epoch by epoch.
// They are kept in the store, so that they survive a restart.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { option, u32 } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { Batch, readRow, type Store } from '../../store/store.ts';
import { accountId } from '../../types/accountId.ts';
import { shardId } from '../../types/primitives.ts';
import { Column } from '../columns/columns.ts';

export const StagedChanges = struct({
  /** Null to stay at the version that the chain has. */
  protocolVersion: defaulted(option(u32), null),
  /** A split that the last block of an epoch has yet to announce. */
  split: defaulted(option(struct({ shardId, boundaryAccount: accountId })), null),
});
export type StagedChanges = TypeOf<typeof StagedChanges>;

const NOTHING: StagedChanges = { protocolVersion: null, split: null };

export class StagingArea {
  readonly #store: Store | null;
  #changes: StagedChanges;

  /** Without a store, changes last as long as the process. */
  constructor(store: Store | null) {
    this.#store = store;
    const row = store && readRow(store, Column.meta, 'staged');
    this.#changes = row === null ? NOTHING : StagedChanges.parse(parseJson(bytesToUtf8(row)));
  }

  get changes(): StagedChanges {
    return this.#changes;
  }

  set(changes: StagedChanges): void {
    const batch = new Batch();
    batch.put(Column.meta, 'staged', utf8ToBytes(StagedChanges.json(changes)));
    this.#store?.commit(batch);
    this.#changes = changes;
  }

  clear(): void {
    if (this.#changes !== NOTHING) this.set(NOTHING);
  }
}
