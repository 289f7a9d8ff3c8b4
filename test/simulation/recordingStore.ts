// A store in memory that records its commits, to replay them elsewhere.

import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { Batch } from '../../src/store/store.ts';

export class RecordingStore extends MemoryStore {
  readonly batches: Batch[] = [];

  constructor(batches: readonly Batch[] = []) {
    super();
    for (const batch of batches) this.commit(batch);
  }

  override commit(batch: Batch): void {
    this.batches.push(batch);
    super.commit(batch);
  }
}
