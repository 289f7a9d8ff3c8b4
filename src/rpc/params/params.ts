// Parameters of methods, parsed as serde parses the reference's request types: which shapes are
// accepted, the order in which errors are found, and their messages. A parser also describes what
// it accepts as a JSON schema, from which the reference page and the OpenAPI description are
// generated.

import { sortUtf8 } from '../../base/bytes/utf8Order.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { type Codec, invalidType, isJsonObject, JsonError } from '../../codec/codec.ts';
import { camelToSnake } from '../../codec/struct.ts';
import { parseError, type RpcError } from '../core/errors.ts';

export type Schema = { readonly [key: string]: unknown };
export type JsonRecord = { readonly [key: string]: unknown };

export interface Parser<T> {
  parse(json: unknown): T;
  readonly schema: Schema;
  /** The value if the key is missing from an object. */
  readonly missing?: () => T;
  /** Whether `missing` also fills the end of a positional array. */
  readonly isDefaulted?: boolean;
  /** False if parsing is certain to fail; this check is cheaper than a failed parse. */
  readonly mayTake?: (json: unknown) => boolean;
}

/** A part of a request whose keys are flattened into the request. */
export interface Part<T> {
  parseFrom(record: JsonRecord): T;
  readonly schema: Schema;
}

/** An error whose message does not have the usual prefix. */
export class ParamsError extends PerigeeError<{ readonly code: 'params' }> {
  constructor(message: string) {
    super({ code: 'params' }, message);
  }
}

/** Parses the params of a request; every failure is a PARSE_ERROR. */
export function parseParams<T>(parser: Parser<T>, json: unknown): T {
  try {
    return parser.parse(json);
  } catch (error) {
    throw error instanceof PerigeeError ? createParseError(error) : error;
  }
}

function createParseError(error: PerigeeError<{ readonly code: ErrorCode }>): RpcError {
  const prefix = error instanceof ParamsError ? '' : 'Failed parsing args: ';
  return parseError(`${prefix}${error.message}`);
}

export function scalar<T>(codec: Pick<Codec<T>, 'parse'>, schema: Schema): Parser<T> {
  return { parse: (json) => codec.parse(json), schema };
}

export function describe<T>(parser: Parser<T>, description: string): Parser<T> {
  return { ...parser, schema: { ...parser.schema, description } };
}

/** Missing or null is null. */
export function optional<T>(parser: Parser<T>): Parser<T | null> {
  return {
    parse: (json) => (json === null ? null : parser.parse(json)),
    schema: { ...parser.schema, nullable: true },
    missing: () => null,
  };
}

/** Missing is the default; null is an error. */
export function defaulting<T>(parser: Parser<T>, value: T): Parser<T> {
  const schema = { ...parser.schema, default: value };
  return { ...parser, schema, missing: () => value, isDefaulted: true };
}

export function list<T>(item: Parser<T>): Parser<readonly T[]> {
  return {
    parse: (json) => {
      if (!Array.isArray(json)) throw invalidType(json, 'a sequence');
      return json.map((entry) => item.parse(entry));
    },
    schema: { type: 'array', items: item.schema },
  };
}

/** Params that are ignored. */
export const ignored: Parser<null> = { parse: () => null, schema: { nullable: true } };

export type Fields = { readonly [name: string]: Parser<unknown> };
type Parts = { readonly [name: string]: Part<unknown> };
export type RecordOf<F> = { readonly [K in keyof F]: F[K] extends Parser<infer T> ? T : never };
type PartsOf<P> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never };

/** A request without flattened parts: an object, or an array of values in declared order. */
export function record<const F extends Fields>(name: string, fields: F): Parser<RecordOf<F>> {
  const count = Object.keys(fields).length;
  const expected = `struct ${name} with ${count} element${count === 1 ? '' : 's'}`;
  const parse = (json: unknown) => {
    if (Array.isArray(json)) return parseSequence(fields, json, expected);
    if (!isJsonObject(json)) throw invalidType(json, `struct ${name}`);
    return parseFields(fields, json);
  };
  return { parse: (json) => parse(json) as RecordOf<F>, schema: recordSchema(fields) };
}

/** A fixed number of values in an array. */
export function tuple<const F extends Fields>(fields: F): Parser<RecordOf<F>> {
  const expected = `a tuple of size ${Object.keys(fields).length}`;
  return {
    parse: (json) => {
      if (!Array.isArray(json)) throw invalidType(json, expected);
      return parseSequence(fields, json, expected) as RecordOf<F>;
    },
    schema: arraySchema(Object.values(fields).map(({ schema }) => schema)),
  };
}

/** A request with flattened parts: an object whose own fields are parsed before the parts. */
export function flattened<const F extends Fields, const P extends Parts>(
  name: string,
  fields: F,
  parts: P,
): Parser<RecordOf<F> & PartsOf<P>> {
  const partSchemas = Object.values(parts).map(({ schema }) => schema);
  return {
    parse: (json) => {
      if (!isJsonObject(json)) throw invalidType(json, `struct ${name}`);
      const own = parseFields(fields, json);
      const entries = Object.entries(parts).map(([key, part]) => [key, part.parseFrom(json)]);
      return { ...own, ...Object.fromEntries(entries) } as RecordOf<F> & PartsOf<P>;
    },
    schema: { allOf: [...partSchemas, recordSchema(fields)] },
  };
}

/** Plain fields as a part, or as one shape of a union: an object only. */
export function shape<const F extends Fields>(fields: F): Parser<RecordOf<F>> & Part<RecordOf<F>> {
  const parseFrom = (json: JsonRecord) => parseFields(fields, json) as RecordOf<F>;
  return {
    parse: (json) => {
      if (!isJsonObject(json)) throw invalidType(json, 'a map');
      return parseFrom(json);
    },
    parseFrom,
    mayTake: (json) => isJsonObject(json) && hasRequired(fields, json),
    schema: recordSchema(fields),
  };
}

export function mapParser<A, B>(parser: Parser<A>, map: (value: A) => B): Parser<B> {
  const { schema, mayTake } = parser;
  return { parse: (json) => map(parser.parse(json)), schema, ...(mayTake && { mayTake }) };
}

export function arraySchema(items: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: items };
}

/** The reference sorts objects, so errors are found in the order of the keys. */
export function sortedKeys(json: JsonRecord): string[] {
  return sortUtf8(Object.keys(json));
}

interface Key {
  readonly key: string;
  readonly name: string;
}

interface Keys {
  readonly declared: readonly Key[];
  /** Field names are ASCII, so string order equals byte order. */
  readonly sorted: readonly Key[];
}

/** Derived from declarations, which live as long as the process. */
const keysOfFields = new WeakMap<Fields, Keys>();

function keysOf(fields: Fields): Keys {
  let keys = keysOfFields.get(fields);
  if (keys === undefined) {
    const declared = Object.keys(fields).map((name) => ({ key: camelToSnake(name), name }));
    keys = { declared, sorted: declared.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
    keysOfFields.set(fields, keys);
  }
  return keys;
}

function hasRequired(fields: Fields, json: JsonRecord): boolean {
  return keysOf(fields).declared.every(
    ({ key, name }) => fields[name]?.missing !== undefined || Object.hasOwn(json, key),
  );
}

export function parseFields(fields: Fields, json: JsonRecord): JsonRecord {
  const { declared, sorted } = keysOf(fields);
  const parsed: Record<string, unknown> = {};
  for (const { key, name } of sorted) {
    if (Object.hasOwn(json, key)) parsed[name] = (fields[name] as Parser<unknown>).parse(json[key]);
  }
  for (const { key, name } of declared) {
    if (Object.hasOwn(parsed, name)) continue;
    const { missing } = fields[name] as Parser<unknown>;
    if (missing === undefined) throw new JsonError(`missing field \`${key}\``);
    parsed[name] = missing();
  }
  return parsed;
}

function parseSequence(fields: Fields, json: readonly unknown[], expected: string): JsonRecord {
  const entries = Object.entries(fields);
  const parsed = entries.map(([field, parser], index) => {
    if (index < json.length) return [field, parser.parse(json[index])];
    if (parser.isDefaulted && parser.missing) return [field, parser.missing()];
    throw new JsonError(`invalid length ${index}, expected ${expected}`);
  });
  if (json.length > entries.length) {
    throw new JsonError(`invalid length ${json.length}, expected fewer elements in array`);
  }
  return Object.fromEntries(parsed);
}

export function recordSchema(fields: Fields): Schema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { missing }]) => missing === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { schema }]) => [camelToSnake(name), schema]),
    ),
    required: required.map(([name]) => camelToSnake(name)),
  };
}
