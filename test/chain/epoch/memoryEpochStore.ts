// An in-memory store of epochs that keeps bytes, so that every value passes through its codec.

import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import type { Hash } from '../../../src/base/crypto/hash.ts';
import { EpochStatistics } from '../../../src/chain/epoch/epochStatistics.ts';
import type { EpochRecord, EpochStore } from '../../../src/chain/epoch/epochStore.ts';
import { EpochSummary } from '../../../src/chain/epoch/epochSummary.ts';
import { type Codec, decode, encode } from '../../../src/codec/codec.ts';
import { type ProtocolRules, SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';
import { BlockInfo, EpochInfo } from '../../../src/types/epoch.ts';
import { height } from '../../../src/types/primitives.ts';

class Column<T> {
  readonly #codec: Codec<T>;
  readonly #rows = new Map<string, Uint8Array>();

  constructor(codec: Codec<T>) {
    this.#codec = codec;
  }

  put(key: Hash, value: T): void {
    this.#rows.set(bytesKey(key), encode(this.#codec, value));
  }

  get(key: Hash): T | null {
    const bytes = this.#rows.get(bytesKey(key));
    return bytes === undefined ? null : decode(this.#codec, bytes);
  }
}

export class MemoryEpochStore implements EpochStore {
  readonly #blockInfos = new Column(BlockInfo);
  readonly #statistics = new Column(EpochStatistics);
  readonly #epochInfos = new Column(EpochInfo);
  readonly #starts = new Column(height);
  readonly #summaries = new Column(EpochSummary);

  readonly #rules: ProtocolRules;

  constructor(rules = SNAPSHOT_RULES) {
    this.#rules = rules;
  }

  rules(): ProtocolRules {
    return this.#rules;
  }

  write(record: EpochRecord): void {
    const { blockInfo, start, summary } = record;
    this.#blockInfos.put(blockInfo.hash, blockInfo);
    this.#statistics.put(blockInfo.hash, record.statistics);
    for (const { id, info } of record.epochs) this.#epochInfos.put(id, info);
    if (start !== null) this.#starts.put(start.epochId, start.height);
    if (summary !== null) this.#summaries.put(summary.epochId, summary.summary);
  }

  getBlockInfo(hash: Hash): BlockInfo | null {
    return this.#blockInfos.get(hash);
  }

  getEpochStatistics(hash: Hash): EpochStatistics | null {
    return this.#statistics.get(hash);
  }

  getEpochInfo(id: Hash): EpochInfo | null {
    return this.#epochInfos.get(id);
  }

  getEpochStart(id: Hash): number | null {
    return this.#starts.get(id);
  }

  getEpochSummary(id: Hash): EpochSummary | null {
    return this.#summaries.get(id);
  }
}
