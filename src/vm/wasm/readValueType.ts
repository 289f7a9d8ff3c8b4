// Reads a value type. `funcref` has a second, longer form: a nullable reference to `func`.

import type { ByteReader } from './byteReader.ts';
import { refuse } from './refuse.ts';
import type { TypeCode } from './wasmTypes.ts';
import { FUNCREF, NONE, TYPE_BYTES, TYPE_CODES } from './wasmTypes.ts';

const NULLABLE_REFERENCE = 0x63;
export const FUNC_HEAP_TYPE = TYPE_BYTES[FUNCREF]!;

export function readValueType(reader: ByteReader): TypeCode {
  const byte = reader.u8();
  const type = TYPE_CODES[byte]!;
  if (byte === NULLABLE_REFERENCE && reader.u8() === FUNC_HEAP_TYPE) return FUNCREF;
  if (type === NONE) refuse('Deserialization');
  return type;
}
