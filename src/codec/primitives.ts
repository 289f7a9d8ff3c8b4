// Codecs of scalars and of the containers around them. Each integer comes in the representation
// that its bound allows: `number` where the protocol keeps it below 2^53, `bigint` where a user
// sets it.

import { U64_MAX, U128_MAX } from '../base/bytes/bigints.ts';
import {
  bytesToBase64,
  formatByteList,
  laxBase64ToBytes,
  sliceBase64,
} from '../base/bytes/bytes.ts';
import { formatJsonString } from '../base/json/exactJson.ts';
import { formatFloat, JsonFloat } from '../base/json/jsonNumber.ts';
import { BorshError, type BorshReader } from './borsh.ts';
import { type Codec, invalidType, JsonError, jsonOnly } from './codec.ts';
import { knownText, type Scan, scanOf, withScan } from './scan.ts';
import { nullable, type Schema, tupleSchema } from './schema.ts';
import { showList, showOf, showText, showU64, withShow } from './show.ts';

/**
 * A JSON integer in `0..max` as a bigint, or an error that names the type as serde does. A number
 * that is not safe is a float, or was rounded by a reader that is not exact.
 */
function parseUnsigned(json: unknown, max: bigint, name: string): bigint {
  if (typeof json !== 'bigint' && !Number.isSafeInteger(json)) throw invalidType(json, name);
  const value = BigInt(json as number | bigint);
  if (value < 0n || value > max) {
    throw new JsonError(`invalid value: integer \`${value}\`, expected ${name}`);
  }
  return value;
}

function scanUnsigned(max: bigint): Scan<bigint> {
  return (scanner) => {
    const value = BigInt(scanner.integer());
    return value <= max ? value : scanner.fail();
  };
}

function scanSmall(max: number): Scan<number> {
  return (scanner) => {
    const value = Number(scanner.integer());
    return value <= max ? value : scanner.fail();
  };
}

function scanDecimal(max: bigint): Scan<bigint> {
  return (scanner) => {
    const value = BigInt(scanner.quotedInteger());
    return value <= max ? value : scanner.fail();
  };
}

/** The same below 2^53. */
function parseSmall(json: unknown, max: number, name: string): number {
  if (typeof json === 'number' && Number.isInteger(json) && json >= 0 && json <= max) return json;
  return Number(parseUnsigned(json, BigInt(max), name));
}

function unsignedSchema(bits: number, max?: number): Schema {
  const bound = max === undefined ? {} : { maximum: max };
  return { type: 'integer', format: `uint${bits}`, minimum: 0, ...bound };
}

function smallUnsigned(bits: 8 | 16 | 32): Codec<number> {
  const name = `u${bits}` as const;
  const max = 2 ** bits - 1;
  const codec: Codec<number> = {
    write: (writer, value) => writer[name](value),
    read: (reader) => reader[name](),
    json: (value) => `${value}`,
    parse: (json) => parseSmall(json, max, name),
    schema: () => unsignedSchema(bits, max),
  };
  return withScan(codec, scanSmall(max));
}

export const u8 = smallUnsigned(8);
export const u16 = smallUnsigned(16);
export const u32 = smallUnsigned(32);

/** A u64 that users can set, or that grows without bound: a bigint; a bare integer in JSON. */
export const u64: Codec<bigint> = withScan(
  {
    write: (writer, value) => writer.u64(value),
    read: (reader) => reader.u64(),
    json: (value) => `${value}`,
    parse: (json) => parseUnsigned(json, U64_MAX, 'u64'),
    // A block by its hash is parsed as a height first, and a failed parse is slow.
    mayTake: (json) => typeof json !== 'string',
    schema: () => unsignedSchema(64),
  },
  scanUnsigned(U64_MAX),
);

withShow(u64, showU64);

/** A u64 that the chain itself keeps below 2^53: heights, counts, lengths, shard ids. */
export const u64Number: Codec<number> = withScan(
  {
    write: (writer, value) => writer.u64Number(value),
    read: (reader) => reader.u64Number(),
    json: (value) => `${value}`,
    parse: (json) => parseSmall(json, Number.MAX_SAFE_INTEGER, 'u64'),
    schema: () => unsignedSchema(64, Number.MAX_SAFE_INTEGER),
  },
  scanSmall(Number.MAX_SAFE_INTEGER),
);

/** An integer within bounds, as a parameter. */
export function bounded(min: number, max: number, name?: string): Codec<number> {
  const expected = name ?? `an integer from ${min} to ${max}`;
  return jsonOnly({
    json: (value) => `${value}`,
    parse: (json) => {
      const isInteger = typeof json === 'bigint' || Number.isInteger(json);
      if (!isInteger) throw invalidType(json, expected);
      const value = Number(json);
      if (value >= min && value <= max) return value;
      throw new JsonError(`invalid value: integer \`${json}\`, expected ${expected}`);
    },
    schema: () => ({ type: 'integer', minimum: min, maximum: max }),
  });
}

export const nonzeroU32: Codec<number> = {
  ...bounded(1, 0xffff_ffff, 'a nonzero u32'),
  schema: (scope) => ({ ...u32.schema(scope), minimum: 1 }),
};

const U128_DIGITS_MAX = 39;
const U64_DIGITS_MAX = 20;

function digitsSchema(digitsMax: number): Schema {
  return { type: 'string', pattern: '^[0-9]+$', maxLength: digitsMax };
}

function parseDecimal(json: unknown, max: bigint): bigint {
  if (typeof json !== 'string') throw invalidType(json, 'a string');
  if (json === '') throw new JsonError('cannot parse integer from empty string');
  if (!/^\+?[0-9]+$/.test(json)) throw new JsonError('invalid digit found in string');
  // Parsing a number with many digits is slow, and it would be too large anyway.
  const digits = json.replace(/^\+?0*/, '');
  const value = digits.length <= U128_DIGITS_MAX ? BigInt(digits) : null;
  if (value === null || value > max) throw new JsonError('number too large to fit in target type');
  return value;
}

/** A u128 written as a decimal string in JSON: every token amount. */
export const u128: Codec<bigint> = withScan(
  {
    write: (writer, value) => writer.u128(value),
    read: (reader) => reader.u128(),
    json: (value) => `"${value}"`,
    parse: (json) => parseDecimal(json, U128_MAX),
    schema: () => digitsSchema(U128_DIGITS_MAX),
  },
  scanDecimal(U128_MAX),
);

withShow(u128, (reader) => `"${reader.u128()}"`);

/** A u64 written as a decimal string in JSON. */
export const u64Text: Codec<bigint> = withScan(
  {
    write: u64.write,
    read: u64.read,
    json: (value) => `"${value}"`,
    parse: (json) => parseDecimal(json, U64_MAX),
    schema: () => digitsSchema(U64_DIGITS_MAX),
  },
  scanDecimal(U64_MAX),
);

/** A double. JSON has no infinities; serde writes null for them. */
export const f64: Codec<number> = {
  write: (writer, value) => writer.f64(value),
  read: (reader) => reader.f64(),
  json: (value) => (Number.isFinite(value) ? formatFloat(value) : 'null'),
  parse: (json) => {
    if (json instanceof JsonFloat) return json.value;
    if (typeof json !== 'number' && typeof json !== 'bigint') throw invalidType(json, 'f64');
    return Number(json);
  },
  schema: () => ({ type: 'number', format: 'double' }),
};

export const bool: Codec<boolean> = withScan(
  {
    write: (writer, value) => writer.u8(value ? 1 : 0),
    read: (reader) => {
      const byte = reader.u8();
      if (byte > 1) throw new BorshError(`Invalid bool representation: ${byte}`);
      return byte === 1;
    },
    json: (value) => (value ? 'true' : 'false'),
    parse: (json) => {
      if (typeof json !== 'boolean') throw invalidType(json, 'a boolean');
      return json;
    },
    schema: () => ({ type: 'boolean' }),
  },
  (scanner) => {
    const isTrue = scanner.isTrue();
    scanner.word(isTrue ? 'true' : 'false');
    return isTrue;
  },
);

export const string: Codec<string> = withShow(
  knownText({
    write: (writer, value) => writer.text(value),
    read: (reader) => reader.text(),
    json: formatJsonString,
    parse: (json) => {
      if (typeof json !== 'string') throw invalidType(json, 'a string');
      return json;
    },
    schema: () => ({ type: 'string' }),
  }),
  showText,
);

/** Length-prefixed bytes; base64 in JSON. */
export const bytes: Codec<Uint8Array> = withScan(
  {
    write: (writer, value) => writer.bytes(value),
    read: (reader) => reader.bytes(),
    json: (value) => `"${bytesToBase64(value)}"`,
    parse: (json) => {
      if (typeof json !== 'string') throw invalidType(json, 'a base64 encoded string');
      return laxBase64ToBytes(json);
    },
    schema: () => ({ type: 'string', contentEncoding: 'base64' }),
  },
  (scanner) => laxBase64ToBytes(scanner.text()),
);
withShow(bytes, (reader) => {
  const length = reader.u32();
  const at = reader.pass(length);
  return length === 0 ? '""' : `"${sliceBase64(reader.input, at, at + length)}"`;
});

/** Length-prefixed bytes; an array of numbers in JSON. */
export const byteList: Codec<Uint8Array> = {
  ...bytes,
  json: formatByteList,
  parse: (json) => Uint8Array.from(vec(u8).parse(json)),
  schema: (scope) => ({ type: 'array', items: u8.schema(scope) }),
};

/** Exactly `length` bytes; an array of numbers in JSON. */
export function fixedBytes(length: number): Codec<Uint8Array> {
  return {
    write: (writer, value) => writer.fixed(value),
    read: (reader) => reader.fixed(length),
    json: byteList.json,
    parse: (json) => {
      const value = byteList.parse(json);
      if (value.length !== length) {
        throw new JsonError(
          `invalid length ${value.length}, expected an array of length ${length}`,
        );
      }
      return value;
    },
    schema: (scope) => ({ ...byteList.schema(scope), minItems: length, maxItems: length }),
  };
}

/** Of an option. */
function readTag(reader: BorshReader): number {
  const tag = reader.u8();
  if (tag <= 1) return tag;
  const rule = 'The first byte must be 0 or 1';
  throw new BorshError(`Invalid Option representation: ${tag}. ${rule}`);
}

/** `null` for nothing; JSON null, or a missing key. */
export function option<T>(item: Codec<T>): Codec<T | null> {
  const scan = scanOf(item);
  const codec: Codec<T | null> = {
    write: (writer, value) => {
      writer.u8(value === null ? 0 : 1);
      if (value !== null) item.write(writer, value);
    },
    read: (reader) => (readTag(reader) === 1 ? item.read(reader) : null),
    json: (value) => (value === null ? 'null' : item.json(value)),
    parse: (json) => (json === null || json === undefined ? null : item.parse(json)),
    schema: (scope) => nullable(item.schema(scope)),
    field: { missing: () => null, present: item.schema },
  };
  const show = showOf(item);
  withShow(codec, (reader) => (readTag(reader) === 1 ? show(reader) : 'null'));
  return withScan(codec, (scanner) => {
    if (!scanner.isNull()) return scan(scanner);
    scanner.word('null');
    return null;
  });
}

/** The last field of a value, where null takes no bytes at all: a row may end before it. */
export function trailing<T>(item: Codec<T>): Codec<T | null> {
  return {
    ...option(item),
    write: (writer, value) => {
      if (value !== null) item.write(writer, value);
    },
    read: (reader) => (reader.remaining === 0 ? null : item.read(reader)),
  };
}

export function vec<T>(item: Codec<T>): Codec<readonly T[]> {
  const scan = scanOf(item);
  const codec: Codec<readonly T[]> = {
    write: (writer, values) => {
      writer.u32(values.length);
      for (const value of values) item.write(writer, value);
    },
    read: (reader) => {
      // Every item takes at least one byte, so the input's length bounds a false count.
      const count = reader.u32();
      const values: T[] = [];
      for (let i = 0; i < count; i++) values.push(item.read(reader));
      return values;
    },
    json: (values) => {
      if (values.length === 0) return '[]';
      let text = `[${item.json(values[0] as T)}`;
      for (let i = 1; i < values.length; i++) text += `,${item.json(values[i] as T)}`;
      return `${text}]`;
    },
    parse: (json) => {
      if (!Array.isArray(json)) throw invalidType(json, 'a sequence');
      return json.map((value) => item.parse(value));
    },
    schema: (scope) => ({ type: 'array', items: item.schema(scope) }),
  };
  const show = showOf(item);
  withShow(codec, (reader) => showList(reader, show));
  return withScan(codec, (scanner) => {
    const values: T[] = [];
    if (!scanner.openArray()) return values;
    do values.push(scan(scanner));
    while (scanner.hasMoreItems());
    return values;
  });
}

/** Two values side by side; an array of two in JSON. */
export function pair<A, B>(first: Codec<A>, second: Codec<B>): Codec<readonly [A, B]> {
  return {
    write: (writer, [a, b]) => {
      first.write(writer, a);
      second.write(writer, b);
    },
    read: (reader) => [first.read(reader), second.read(reader)],
    json: ([a, b]) => `[${first.json(a)},${second.json(b)}]`,
    parse: (json) => {
      if (!Array.isArray(json)) throw invalidType(json, 'a tuple of size 2');
      if (json.length !== 2) {
        throw new JsonError(`invalid length ${json.length}, expected a tuple of size 2`);
      }
      return [first.parse(json[0]), second.parse(json[1])];
    },
    schema: (scope) => tupleSchema([first.schema(scope), second.schema(scope)]),
  };
}
