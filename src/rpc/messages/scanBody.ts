// Inspects a large body before the main thread parses it: whether it is JSON, how many values it
// has, and which method it names. A body with few values parses quickly however long its strings
// are; one with a million values does not.

import { isJsonObject } from '../../codec/codec.ts';
import { isPositionalRequest, readBody } from './envelope.ts';

export type BodyScan =
  | { readonly fault: string }
  | {
      readonly fault: null;
      readonly values: number;
      readonly end: number;
      readonly hasTrailing: boolean;
      /** Null if the body names no method. */
      readonly method: string | null;
    };

/** Scans a body on another thread; rejects with a PerigeeError if that thread is overloaded. */
export type ScanBody = (body: Uint8Array, valuesMax: number) => Promise<BodyScan>;

export function scanBody(body: Uint8Array, valuesMax: number): BodyScan {
  const read = readBody(body, valuesMax);
  if (read.fault !== null) return read;
  const { value, values, end, hasTrailing } = read;
  const isList = Array.isArray(value) && isPositionalRequest(value);
  const method = isList ? value[1] : isJsonObject(value) && value.method;
  const name = typeof method === 'string' ? method : null;
  return { fault: null, values, end, hasTrailing, method: name };
}
