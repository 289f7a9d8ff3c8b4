// One declaration of a wire type gives its TypeScript type, its Borsh bytes and its JSON text. A
// type that exists in one form only (a view has no bytes, a stored record has no JSON) asserts
// when the other form is requested.

import { fail } from '../base/assert.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { formatFloat, JsonFloat } from '../base/json/jsonNumber.ts';
import { formatRustString } from '../base/json/rustText.ts';
import { BorshReader, BorshWriter } from './borsh.ts';

export interface Codec<T> {
  write(writer: BorshWriter, value: T): void;
  read(reader: BorshReader): T;
  /** Compact JSON text: keys sorted by their bytes, integers exact. */
  json(value: T): string;
  /** The value from parsed JSON, or a JsonError. */
  parse(json: unknown): T;
}

export type TypeOf<C> = C extends Codec<infer T> ? T : never;

type JsonErrorInfo = { readonly code: 'json' };

/** JSON of the wrong shape. The messages are serde's, because clients match on them. */
export class JsonError extends PerigeeError<JsonErrorInfo> {
  constructor(message: string) {
    super({ code: 'json' }, message);
  }
}

/** Idle writers, kept because allocating a new buffer costs more than encoding most values. */
const spareWriters: BorshWriter[] = [];
/** Most chunks fit; the buffer of a larger one is not kept. */
const SPARE_BYTES_MAX = 8 * 1024 * 1024;

/** Passes the encoded value to `use`. A codec may encode other values in the meantime. */
function withWriter<T, R>(codec: Codec<T>, value: T, use: (writer: BorshWriter) => R): R {
  const writer = spareWriters.pop() ?? new BorshWriter();
  codec.write(writer, value);
  const result = use(writer);
  if (writer.capacity <= SPARE_BYTES_MAX) {
    writer.reset();
    spareWriters.push(writer);
  }
  return result;
}

export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  return withWriter(codec, value, (writer) => writer.finish());
}

/** The SHA-256 of a value's encoding. */
export function encodedHash<T>(codec: Codec<T>, value: T): Hash {
  return withWriter(codec, value, (writer) => sha256(writer.written()));
}

/** How long the encoding of a value is. */
export function encodedLength<T>(codec: Codec<T>, value: T): number {
  return withWriter(codec, value, (writer) => writer.length);
}

/** For immutable values that are written several times: each keeps its bytes. */
export function keepingBytes<T extends object>(codec: Codec<T>): Codec<T> {
  const known = new WeakMap<T, Uint8Array>();
  return {
    ...codec,
    write: (writer, value) => {
      const bytes = known.get(value);
      if (bytes !== undefined) return writer.fixed(bytes);
      const start = writer.length;
      codec.write(writer, value);
      known.set(value, writer.writtenSince(start));
    },
  };
}

export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new BorshReader(bytes);
  const value = codec.read(reader);
  reader.end();
  return value;
}

type JsonHalf<T> = Pick<Codec<T>, 'json' | 'parse'>;
type BytesHalf<T> = Pick<Codec<T>, 'write' | 'read'>;

const noBytes: BytesHalf<never> = {
  write: () => fail('this type has no Borsh form'),
  read: () => fail('this type has no Borsh form'),
};

const noJson: JsonHalf<never> = {
  json: () => fail('this type has no JSON form'),
  parse: () => fail('this type has no JSON form'),
};

/** A type that exists as JSON only. */
export function jsonOnly<T>(half: JsonHalf<T>): Codec<T> {
  return { ...(noBytes as BytesHalf<T>), ...half };
}

/** A type that exists as bytes only. */
export function bytesOnly<T>(half: BytesHalf<T>): Codec<T> {
  return { ...(noJson as JsonHalf<T>), ...half };
}

/** The bytes of one codec with the JSON of another. */
export function withJson<T>(bytes: Codec<T>, json: JsonHalf<T>): Codec<T> {
  return { write: bytes.write, read: bytes.read, json: json.json, parse: json.parse };
}

/** A codec declared in terms of itself; `make` runs on first use. */
export function recursive<T>(make: () => Codec<T>): Codec<T> {
  let made: Codec<T> | undefined;
  const codec = () => {
    made ??= make();
    return made;
  };
  return {
    write: (writer, value) => codec().write(writer, value),
    read: (reader) => codec().read(reader),
    json: (value) => codec().json(value),
    parse: (json) => codec().parse(json),
  };
}

/** How serde names a JSON value in its error texts. */
function describeJson(json: unknown): string {
  if (json === null || json === undefined) return 'null';
  if (typeof json === 'boolean') return `boolean \`${json}\``;
  if (typeof json === 'string') return `string ${formatRustString(json)}`;
  if (typeof json === 'bigint' || Number.isInteger(json)) return `integer \`${json}\``;
  if (typeof json === 'number') return `floating point \`${formatFloat(json)}\``;
  if (json instanceof JsonFloat) return `floating point \`${formatFloat(json.value)}\``;
  return Array.isArray(json) ? 'sequence' : 'map';
}

/** Whether the value is a JSON object; a number kept as text does not count. */
export function isJsonObject(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const prototype = Object.getPrototypeOf(json);
  return prototype === Object.prototype || prototype === null;
}

export function invalidType(json: unknown, expected: string): JsonError {
  return new JsonError(`invalid type: ${describeJson(json)}, expected ${expected}`);
}
