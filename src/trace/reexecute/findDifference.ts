// How an outcome differs from another one of the same transaction or receipt.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { encode } from '../../codec/codec.ts';
import { camelToSnake } from '../../codec/struct.ts';
import { ExecutionOutcome } from '../../types/outcome.ts';

/** The first field that differs, named as on the wire; null if the outcomes are equal. */
export function findDifference(stored: ExecutionOutcome, again: ExecutionOutcome): string | null {
  if (equalBytes(encode(ExecutionOutcome, stored), encode(ExecutionOutcome, again))) return null;
  const fields = Object.keys(stored) as (keyof ExecutionOutcome)[];
  const field = fields.find((name) => {
    const mixed = { ...stored, [name]: again[name] };
    return !equalBytes(encode(ExecutionOutcome, stored), encode(ExecutionOutcome, mixed));
  });
  return camelToSnake(field ?? 'outcome');
}
