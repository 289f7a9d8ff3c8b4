// Bytes that are kept in memory until they are read, deflated if they are long: what a recording
// and its chain repeat is then kept once.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesToUtf8, concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { formatJsonValue, type JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';

const PACKED_BYTES_MIN = 4_096;
const FASTEST = { level: 1 };
const PLAIN = Uint8Array.of(0);
const PACKED = Uint8Array.of(1);

export function packBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length < PACKED_BYTES_MIN) return concatBytes(PLAIN, bytes);
  return concatBytes(PACKED, deflateRawSync(bytes, FASTEST));
}

export function unpackBytes(packed: Uint8Array): Uint8Array {
  const bytes = packed.subarray(1);
  return packed[0] === PLAIN[0] ? bytes : new Uint8Array(inflateRawSync(bytes));
}

export function packJson(value: JsonValue): Uint8Array {
  return packBytes(utf8ToBytes(formatJsonValue(value)));
}

export function unpackJson(packed: Uint8Array): JsonValue {
  return parseJson(bytesToUtf8(unpackBytes(packed)));
}
