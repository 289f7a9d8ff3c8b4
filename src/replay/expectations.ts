// What a recording says that our chain must say too, looked up as blocks are applied: outcomes by
// id, and receipts by id.

import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { formatJsonValue, type JsonObject, type JsonValue } from '../base/json/exactJson.ts';
import type { RecordedTransaction } from './recording.ts';

export class Expectations {
  readonly #outcomes = new Map<string, JsonValue>();
  readonly #receipts = new Map<string, JsonValue>();

  add({ results }: RecordedTransaction): void {
    for (const result of results) {
      // A transaction without an outcome yet is answered by its milestone alone.
      const outcomes = [result.transaction_outcome, ...list(result.receipts_outcome)];
      for (const outcome of outcomes) {
        if (outcome !== undefined) this.#outcomes.set(idOf(outcome, 'id'), outcome);
      }
      for (const receipt of list(result.receipts)) {
        this.#receipts.set(idOf(receipt, 'receipt_id'), receipt);
      }
    }
  }

  /** The recorded outcome of a transaction or receipt; each is requested once. */
  takeOutcome(id: Hash): JsonValue | null {
    return take(this.#outcomes, formatHash(id));
  }

  takeReceipt(id: Hash): JsonValue | null {
    return take(this.#receipts, formatHash(id));
  }

  /** A recorded outcome that should have been produced by an applied block, but was not. */
  findMissing(isApplied: (blockHash: string) => boolean): string | null {
    for (const [id, outcome] of this.#outcomes) {
      if (isApplied(idOf(outcome, 'block_hash'))) return `${id}: ${formatJsonValue(outcome)}`;
    }
    return null;
  }
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function idOf(value: JsonValue, key: string): string {
  return (value as JsonObject)[key] as string;
}

function take(map: Map<string, JsonValue>, key: string): JsonValue | null {
  const value = map.get(key) ?? null;
  map.delete(key);
  return value;
}
