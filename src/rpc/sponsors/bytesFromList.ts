// Bytes that JSON shows as a list of numbers.

import type { JsonValue } from '../../base/json/exactJson.ts';
import { SponsorRefusal } from './sponsor.ts';

export function bytesFromList(list: readonly JsonValue[]): Uint8Array {
  const isByte = (item: JsonValue) =>
    typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
  if (list.every(isByte)) return Uint8Array.from(list as readonly number[]);
  throw new SponsorRefusal(400, 'the list must consist of bytes, 0 to 255');
}
