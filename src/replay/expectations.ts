// What a recording says that our chain must say too, looked up as blocks are applied: outcomes by
// id, and receipts by id. They are kept packed, because a recording can have hundreds of megabytes.

import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { formatJsonValue, type JsonObject, type JsonValue } from '../base/json/exactJson.ts';
import { packJson, unpackJson } from './packedBytes.ts';
import type { RecordedTransaction } from './recording.ts';

export class Expectations {
  /** By id; JSON texts, packed. */
  readonly #outcomes = new Map<string, Uint8Array>();
  readonly #receipts = new Map<string, Uint8Array>();

  add({ results }: RecordedTransaction): void {
    for (const result of results) {
      // A transaction without an outcome yet is answered by its milestone alone.
      const outcomes = [result.transaction_outcome, ...list(result.receipts_outcome)];
      for (const outcome of outcomes) {
        if (outcome !== undefined) this.#outcomes.set(idOf(outcome, 'id'), packJson(outcome));
      }
      for (const receipt of list(result.receipts)) {
        this.#receipts.set(idOf(receipt, 'receipt_id'), packJson(receipt));
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
    for (const [id, packed] of this.#outcomes) {
      const outcome = unpackJson(packed);
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

function take(map: Map<string, Uint8Array>, key: string): JsonValue | null {
  const packed = map.get(key);
  map.delete(key);
  return packed === undefined ? null : unpackJson(packed);
}
