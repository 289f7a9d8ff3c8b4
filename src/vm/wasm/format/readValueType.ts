// Reads a value type. `funcref` has a second, longer form: a nullable reference to `func`.

import type { ByteReader } from './byteReader.ts';
import { refuse } from './refuse.ts';
import type { TypeCode } from './wasmTypes.ts';
import { FUNCREF, NONE, TYPE_BYTES, TYPE_CODES } from './wasmTypes.ts';

const NULLABLE_REFERENCE = 0x63;
export const FUNC_HEAP_TYPE = TYPE_BYTES[FUNCREF]!;

const REFERENCE = 0x64;
const SHARED = 0x65;
const V128 = 0x7b;
/** Kinds of references, from continuations to the bottom type; `func` and `extern` among them. */
const FIRST_HEAP_TYPE = 0x68;
const LAST_HEAP_TYPE = 0x75;
/** The reference's parser takes no larger index of a type. */
const TYPE_INDEX_BITS = 20;

export function readValueType(reader: ByteReader): TypeCode {
  const byte = reader.u8();
  const type = TYPE_CODES[byte]!;
  if (byte === NULLABLE_REFERENCE && reader.u8() === FUNC_HEAP_TYPE) return FUNCREF;
  if (type === NONE) refuse('Deserialization');
  return type;
}

/**
 * Reads any type that the reference can parse, including those of proposals that it then refuses:
 * `NONE` for these. Locals are counted before their types are validated.
 */
export function readParsedType(reader: ByteReader): TypeCode {
  const byte = reader.u8();
  const type = TYPE_CODES[byte]!;
  if (type !== NONE) return type;
  if (byte === NULLABLE_REFERENCE) {
    return readHeapType(reader, reader.u8()) === FUNC_HEAP_TYPE ? FUNCREF : NONE;
  }
  if (byte === REFERENCE) readHeapType(reader, reader.u8());
  else if (byte !== V128) readHeapType(reader, byte);
  return NONE;
}

/** Returns the byte of an unshared kind of reference; otherwise `NONE`. */
function readHeapType(reader: ByteReader, first: number): number {
  if (first === SHARED) {
    requireHeapType(reader.u8());
    return NONE;
  }
  if (first >= 0x40 && first < 0x80) {
    requireHeapType(first);
    return first;
  }
  readTypeIndex(reader, first);
  return NONE;
}

function requireHeapType(byte: number): void {
  if (byte < FIRST_HEAP_TYPE || byte > LAST_HEAP_TYPE) refuse('Deserialization');
}

/** The index of a type is a signed number of 33 bits that is not negative. */
function readTypeIndex(reader: ByteReader, first: number): void {
  let index = first & 0x7f;
  let byte = first;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = reader.u8();
    const limit = shift === 28 ? 0x10 : 0x40;
    if (shift > 28 || (byte < 0x80 && byte >= limit)) refuse('Deserialization');
    index += (byte & 0x7f) * 2 ** shift;
  }
  if (index >= 2 ** TYPE_INDEX_BITS) refuse('Deserialization');
}
