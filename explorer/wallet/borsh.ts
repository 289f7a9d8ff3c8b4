// Borsh codecs of the wallet: each reads and writes one type, as the JSON that the node shows.
// Input is limited by its own length: a list cannot have more items than bytes.

import {
  base64ToBytes,
  bytesToBase64,
  bytesToUtf8,
  joinBytes,
  utf8ToBytes,
} from '../format/bytes.ts';

/** Bytes or JSON that are not what they should be. */
export class InvalidBytes extends Error {
  override readonly name = 'InvalidBytes';
}

export interface Codec<T> {
  read(reader: Reader): T;
  write(value: T, parts: Uint8Array[]): void;
}

export type TypeOf<C> = C extends Codec<infer T> ? T : never;

export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new InvalidBytes('the bytes end too soon');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes);
  const value = codec.read(reader);
  if (reader.left > 0) throw new InvalidBytes(`${reader.left} bytes too many`);
  return value;
}

export function encode<T>(codec: Codec<T>, value: T): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  codec.write(value, parts);
  return joinBytes(parts);
}

function unsigned(length: number): Codec<bigint> {
  return {
    read: (reader) => reader.take(length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n),
    write: (value, parts) => {
      let rest = toBigInt(value);
      if (rest < 0n) throw new InvalidBytes(`${value} is negative`);
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at++, rest >>= 8n) bytes[at] = Number(rest & 255n);
      if (rest > 0n) throw new InvalidBytes(`${value} is too large`);
      parts.push(bytes);
    },
  };
}

/** JSON has large numbers as text, and other numbers as they are. */
function toBigInt(value: unknown): bigint {
  try {
    return BigInt(value as string);
  } catch {
    throw new InvalidBytes(`${value} is not a whole number`);
  }
}

const small = (length: number): Codec<number> => convert(unsigned(length), Number, toBigInt);

export const u8 = small(1);
export const u16 = small(2);
const u32 = small(4);
export const u64 = unsigned(8);
export const u128: Codec<string> = convert(unsigned(16), String, toBigInt);

/** The same bytes as other values. */
export function convert<A, B>(
  codec: Codec<A>,
  after: (value: A) => B,
  before: (value: B) => A,
): Codec<B> {
  return {
    read: (reader) => after(codec.read(reader)),
    write: (value, parts) => codec.write(before(value), parts),
  };
}

export function fixed(length: number): Codec<Uint8Array> {
  return {
    read: (reader) => reader.take(length),
    write: (value, parts) => {
      if (value.length !== length) throw new InvalidBytes(`${length} bytes are needed`);
      parts.push(value);
    },
  };
}

const blob: Codec<Uint8Array> = {
  read: (reader) => reader.take(u32.read(reader)),
  write: (value, parts) => {
    u32.write(value.length, parts);
    parts.push(value);
  },
};

export const bytes: Codec<string> = convert(blob, bytesToBase64, (text) => {
  try {
    return base64ToBytes(text);
  } catch {
    throw new InvalidBytes('the text is not base64');
  }
});

export const string: Codec<string> = convert(
  blob,
  (value) => {
    const text = bytesToUtf8(value);
    if (text === null) throw new InvalidBytes('the bytes are not text');
    return text;
  },
  (text) => {
    if (typeof text !== 'string') throw new InvalidBytes('a text is missing');
    return utf8ToBytes(text);
  },
);

export const nothing: Codec<undefined> = { read: () => undefined, write: () => {} };

export function option<T>(codec: Codec<T>): Codec<T | null> {
  return {
    read: (reader) => (readTag(reader, 2) === 0 ? null : codec.read(reader)),
    write: (value, parts) => {
      const isGiven = value !== null && value !== undefined;
      u8.write(isGiven ? 1 : 0, parts);
      if (isGiven) codec.write(value, parts);
    },
  };
}

export function list<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    read: (reader) => {
      const length = u32.read(reader);
      if (length > reader.left) throw new InvalidBytes('the bytes end too soon');
      return Array.from({ length }, () => codec.read(reader));
    },
    write: (items, parts) => {
      if (!Array.isArray(items)) throw new InvalidBytes('a list is missing');
      u32.write(items.length, parts);
      for (const item of items) codec.write(item, parts);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds codecs of all types
type Table = Readonly<Record<string, Codec<any>>>;
type Fields<T extends Table> = { readonly [K in keyof T]: TypeOf<T[K]> };

/** The order of the fields is that of the bytes. */
export function struct<T extends Table>(fields: T): Codec<Fields<T>> {
  return {
    read: (reader) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, codec]) => [name, codec.read(reader)]),
      ) as Fields<T>,
    write: (value, parts) => {
      if (typeof value !== 'object' || value === null)
        throw new InvalidBytes('an object is missing');
      for (const [name, codec] of Object.entries(fields)) codec.write(value[name], parts);
    },
  };
}

/** A variant as the node writes it: its name, or an object with that one key. */
export type Variant = string | object;

/** The order of the variants is that of their numbers. */
export function union(variants: Table): Codec<Variant> {
  const names = Object.keys(variants);
  return {
    read: (reader) => {
      const name = names[readTag(reader, names.length)] as string;
      const value = variants[name]?.read(reader);
      return value === undefined ? name : { [name]: value };
    },
    write: (value, parts) => {
      const [name, fields] = typeof value === 'string' ? [value] : (Object.entries(value)[0] ?? []);
      const tag = names.indexOf(name ?? '');
      if (tag === -1) throw new InvalidBytes(`${String(name)} is not known here`);
      u8.write(tag, parts);
      variants[name as string]?.write(fields, parts);
    },
  };
}

function readTag(reader: Reader, count: number): number {
  const tag = u8.read(reader);
  if (tag >= count) throw new InvalidBytes(`there is no variant ${tag}`);
  return tag;
}
