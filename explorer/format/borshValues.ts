// Reads values of contracts in Borsh, by the schema in their ABI, as JSON can show them. Integers
// that JSON could round are texts of digits, and bytes are hexadecimal after `0x`.

import type { BorshType } from '#abi';
import {
  BorshMismatch,
  BorshWalk,
  isOption,
  LENGTH_BYTES,
  NUMBER_BYTES_MAX,
  type ShapeOf,
} from './borshSchema.ts';
import { bytesToHex, bytesToUtf8 } from './bytes.ts';

class Reader extends BorshWalk {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(definitions: BorshType['definitions'], bytes: Uint8Array) {
    super(definitions, bytes.length);
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new BorshMismatch('the bytes end too soon');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  takeInteger(bytes: number): bigint {
    return this.take(bytes).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  }
}

/** Throws unless all bytes are a value of the type. */
export function decodeBorsh({ declaration, definitions }: BorshType, bytes: Uint8Array): unknown {
  const reader = new Reader(definitions, bytes);
  const value = readValue(reader, declaration, 0);
  if (reader.left > 0) throw new BorshMismatch(`${reader.left} bytes too many`);
  return value;
}

function readValue(reader: Reader, name: string, depth: number): unknown {
  const shape = reader.enter(name, depth);
  const inner = (of: string) => readValue(reader, of, depth + 1);
  switch (shape.kind) {
    case 'nothing':
      return null;
    case 'bool':
      return readBool(reader);
    case 'char':
      return String.fromCodePoint(Math.min(Number(reader.takeInteger(4)), 0x10ffff));
    case 'integer':
      return readInteger(reader, shape.bytes, shape.isSigned);
    case 'float':
      return readFloat(reader.take(shape.bytes));
    case 'string':
      return readText(reader);
    case 'list':
      return readItems(reader, shape.of, shape.length, depth);
    case 'tuple':
      // A type around a single other one is shown as that one.
      return shape.of.length === 1 ? inner(shape.of[0] ?? '') : shape.of.map(inner);
    case 'struct':
      return Object.fromEntries(shape.fields.map(([field, of]) => [field, inner(of)]));
    default:
      return readVariant(reader, shape, depth);
  }
}

function readBool(reader: Reader): boolean {
  const [byte = 0] = reader.take(1);
  if (byte > 1) throw new BorshMismatch('it is neither true nor false');
  return byte === 1;
}

function readInteger(reader: Reader, bytes: number, isSigned: boolean): unknown {
  const plain = reader.takeInteger(bytes);
  const value = isSigned ? BigInt.asIntN(bytes * 8, plain) : plain;
  return bytes > NUMBER_BYTES_MAX ? `${value}` : Number(value);
}

function readFloat(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return bytes.length === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

function readText(reader: Reader): string {
  const text = bytesToUtf8(reader.take(Number(reader.takeInteger(LENGTH_BYTES))));
  if (text === null) throw new BorshMismatch('a text is not UTF-8');
  return text;
}

function readItems(reader: Reader, of: string, length: number | null, depth: number): unknown {
  const count = length ?? Number(reader.takeInteger(LENGTH_BYTES));
  if (of === 'u8') return `0x${bytesToHex(reader.take(count))}`;
  const items: unknown[] = [];
  for (let at = 0; at < count; at++) items.push(readValue(reader, of, depth + 1));
  return items;
}

/** An option is its value or null; other variants are named. */
function readVariant(
  reader: Reader,
  { tagBytes, variants }: ShapeOf<'enum'>,
  depth: number,
): unknown {
  const tag = Number(reader.takeInteger(tagBytes));
  const found = variants.find((variant) => variant.tag === tag);
  if (found === undefined) throw new BorshMismatch(`there is no variant ${tag}`);
  const value = readValue(reader, found.of, depth + 1);
  if (isOption(variants)) return found.name === 'None' ? null : value;
  return value === null ? found.name : { [found.name]: value };
}
