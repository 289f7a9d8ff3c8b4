// One declaration of a wire type gives its TypeScript type, its Borsh bytes, its JSON text and the
// schema of that JSON. A type that exists in one form only (a view has no bytes, a stored record
// has no JSON) asserts when the other form is requested.

import { fail } from '../base/assert.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { formatFloat, JsonFloat } from '../base/json/jsonNumber.ts';
import { formatRustString } from '../base/json/rustText.ts';
import { BorshReader, BorshWriter } from './borsh.ts';
import type { Describe } from './schema.ts';

/** How a codec behaves as a field of a struct; see struct.ts. */
export interface FieldRule {
  /** Left out of the JSON text when this holds. */
  readonly omit?: (value: unknown) => boolean;
  /** Taken when the key is missing from the JSON; without it a missing key is an error. */
  readonly missing?: () => unknown;
  /** Whether `missing` also fills the end of an array of fields. */
  readonly fillsArray?: boolean;
  /** Describes the value without null, for a key that is absent instead of null. */
  readonly present?: Describe;
  /** Parses the value from the keys of the struct itself instead of a key of its own. */
  readonly flat?: (json: JsonRecord) => unknown;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface Codec<T> {
  write(writer: BorshWriter, value: T): void;
  read(reader: BorshReader): T;
  /** Compact JSON text: keys sorted by their bytes, integers exact. */
  json(value: T): string;
  /** The value from parsed JSON, or a JsonError. */
  parse(json: unknown): T;
  /** Describes the JSON form. */
  readonly schema: Describe;
  readonly field?: FieldRule;
  /** False if parsing is certain to fail; this check is cheaper than a failed parse. */
  readonly mayTake?: (json: unknown) => boolean;
}

/** The part of a codec that writes results. */
export type JsonWriter<T> = Pick<Codec<T>, 'json' | 'schema'>;

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

/** The same in bytes that `allocate` gives. */
export function encodeTo<T>(
  codec: Codec<T>,
  value: T,
  allocate: (length: number) => Uint8Array,
): Uint8Array {
  return withWriter(codec, value, (writer) => {
    const bytes = allocate(writer.length);
    bytes.set(writer.written());
    return bytes;
  });
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

type JsonHalf<T> = Pick<Codec<T>, 'json' | 'parse' | 'schema'>;
type BytesHalf<T> = Pick<Codec<T>, 'write' | 'read'>;

const noBytes: BytesHalf<never> = {
  write: () => fail('this type has no Borsh form'),
  read: () => fail('this type has no Borsh form'),
};

const noJson: JsonHalf<never> = {
  json: () => fail('this type has no JSON form'),
  parse: () => fail('this type has no JSON form'),
  schema: () => fail('this type has no JSON form'),
};

/** A type that exists as JSON only. */
export function jsonOnly<T>(half: JsonHalf<T>): Codec<T> {
  return { ...(noBytes as BytesHalf<T>), ...half };
}

/** A type that is only ever parsed from JSON. */
export function readOnly<T>(half: Pick<Codec<T>, 'parse' | 'schema' | 'field'>): Codec<T> {
  return { ...(noBytes as BytesHalf<T>), json: () => fail('this type is only read'), ...half };
}

/** A type that is only ever written as JSON. */
export function writeOnly<T>(half: JsonWriter<T>): Codec<T> {
  return { ...(noBytes as BytesHalf<T>), parse: () => fail('this type is only written'), ...half };
}

/** A type that exists as bytes only. */
export function bytesOnly<T>(half: BytesHalf<T>): Codec<T> {
  return { ...(noJson as JsonHalf<T>), ...half };
}

/** The bytes of one codec with the JSON of another. */
export function withJson<T>(bytes: Codec<T>, { json, parse, schema }: JsonHalf<T>): Codec<T> {
  return { write: bytes.write, read: bytes.read, json, parse, schema };
}

/** JSON text of a type that was formatted earlier. */
export function preformatted({ schema }: JsonWriter<never>): JsonWriter<string> {
  return { json: (text) => text, schema };
}

/** A component of the description. */
export function named<T>(name: string, codec: Codec<T>): Codec<T>;
export function named<T>(name: string, codec: JsonWriter<T>): JsonWriter<T>;
export function named<T>(name: string, codec: JsonWriter<T>): JsonWriter<T> {
  return { ...codec, schema: (scope) => scope.ref(name, codec.schema) };
}

/** Says what a value means in this place, such as a field. */
export function described<T>(codec: Codec<T>, description: string): Codec<T> {
  return { ...codec, schema: (scope) => ({ ...codec.schema(scope), description }) };
}

/** Says what a component means, wherever it is used. */
export function documented<C extends JsonWriter<never>>(codec: C, description: string): C {
  let describe: Describe | undefined;
  return {
    ...codec,
    schema: (scope) =>
      codec.schema({
        ...scope,
        ref: (name, inner) => {
          describe ??= (own) => ({ description, ...inner(own) });
          return scope.ref(name, describe);
        },
      }),
  };
}

/** A field that is kept for older clients. */
export function deprecated<T>(codec: Codec<T>, description: string): Codec<T> {
  const schema: Describe = (scope) => ({ ...codec.schema(scope), deprecated: true, description });
  return { ...codec, schema };
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
    schema: (scope) => codec().schema(scope),
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
export function isJsonObject(json: unknown): json is JsonRecord {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const prototype = Object.getPrototypeOf(json);
  return prototype === Object.prototype || prototype === null;
}

export function invalidType(json: unknown, expected: string): JsonError {
  return new JsonError(`invalid type: ${describeJson(json)}, expected ${expected}`);
}
