// All differences between two responses, as paths with both values.

import type { JsonValue } from '../base/json/exactJson.ts';
import { type JsonDifference, jsonDifferences } from './jsonDifferences.ts';

export const DIFFERENCES_MAX = 50;
const TEXT_MAX = 300;

/** `isIgnored` gets paths without numbers, such as `result.chunks[].gas_used`. */
export function listDifferences(
  left: JsonValue,
  right: JsonValue,
  isIgnored: (path: string) => boolean,
): JsonDifference[] {
  const found: JsonDifference[] = [];
  for (const difference of jsonDifferences(left, right, { textMax: TEXT_MAX, isIgnored })) {
    found.push(difference);
    if (found.length >= DIFFERENCES_MAX) break;
  }
  return found;
}
