// Structs: fields are encoded in declared order; JSON has them sorted by name, in snake case. JSON
// is read as serde reads it: which shapes are accepted, the order in which errors are found, and
// their messages. Field wrappers declare how a field deviates, so that call sites never have to.

import {
  type Codec,
  type FieldRule,
  invalidType,
  isJsonObject,
  JsonError,
  type JsonRecord,
} from './codec.ts';
import type { Schema, SchemaScope } from './schema.ts';

export type Fields = { readonly [name: string]: Codec<never> | Codec<unknown> };
export type StructOf<F> = { readonly [K in keyof F]: F[K] extends Codec<infer T> ? T : never };

function withRule<T>(codec: Codec<T>, rule: FieldRule): Codec<T> {
  return { ...codec, field: { ...codec.field, ...rule } };
}

/** A field whose key is absent from JSON when it has this value. */
export function omitDefault<T>(codec: Codec<T>, fallback: T): Codec<T> {
  return withRule(defaulted(codec, fallback), { omit: (value) => value === fallback });
}

/** A nullable field whose key is absent from JSON when it is null. */
export function omitNull<T>(codec: Codec<T | null>): Codec<T | null> {
  const written = codec.field?.present ?? codec.schema;
  return {
    ...omitDefault(codec, null),
    schema: (scope) => (scope.side === 'written' ? written : codec.schema)(scope),
  };
}

/** A list whose key is absent from JSON when it is empty. */
export function omitEmpty<T>(codec: Codec<readonly T[]>): Codec<readonly T[]> {
  const omit = (value: unknown) => (value as readonly T[]).length === 0;
  return withRule(codec, { omit, missing: () => [], fillsArray: true });
}

/** A field that JSON input may leave out. */
export function defaulted<T>(codec: Codec<T>, value: T): Codec<T> {
  return withRule(codec, { missing: () => value, fillsArray: true });
}

/** A codec whose JSON keys can be read from among those of a surrounding object. */
export interface Part<T> extends Codec<T> {
  parseFrom(json: JsonRecord): T;
}

/** A field without a key of its own: the keys of its JSON are keys of the struct. */
export function flatten<T>(part: Part<T>): Codec<T> {
  return withRule(part, { flat: part.parseFrom });
}

export function camelToSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface CompiledField {
  readonly name: string;
  readonly key: string;
  readonly codec: Codec<unknown>;
  readonly rule: FieldRule | undefined;
}

/** The fields of a struct in the orders that bytes and JSON need. */
interface Compiled {
  readonly declared: readonly CompiledField[];
  /** Without flattened fields. Names are ASCII, so their order is that of their bytes. */
  readonly keyed: readonly CompiledField[];
  readonly sorted: readonly CompiledField[];
  readonly flat: readonly CompiledField[];
}

function compile(fields: Fields): Compiled {
  const declared = Object.entries(fields).map(([name, codec]) => ({
    name,
    key: camelToSnake(name),
    codec: codec as Codec<unknown>,
    rule: codec.field,
  }));
  const keyed = declared.filter(({ rule }) => rule?.flat === undefined);
  const sorted = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return { declared, keyed, sorted, flat: declared.filter(({ rule }) => rule?.flat) };
}

/** The order of the keys in JSON text: some of the reference's responses have the declared one. */
type KeyOrder = 'sorted' | 'declared';

/** Reads and describes the JSON of fields. */
export interface FieldSet<T> {
  readonly format: (record: T) => string;
  readonly parseObject: (json: JsonRecord) => T;
  /** An array of values in declared order; `expected` is for the message of a wrong length. */
  readonly parseArray: (json: readonly unknown[], expected: string) => T;
  /** False if parsing an object is certain to fail; cheaper than a failed parse. */
  readonly hasRequired: (json: JsonRecord) => boolean;
  readonly schema: (scope: SchemaScope) => Schema;
}

export function fieldSet<const F extends Fields>(
  fields: F,
  order: KeyOrder = 'sorted',
): FieldSet<StructOf<F>> {
  const compiled = compile(fields);
  const printed = order === 'sorted' ? compiled.sorted : compiled.keyed;
  type T = StructOf<F>;
  return {
    format: (record) => formatRecord(printed, record),
    parseObject: (json) => parseObject(compiled, json) as T,
    parseArray: (json, expected) => parseArray(compiled.declared, json, expected) as T,
    hasRequired: (json) =>
      compiled.keyed.every(({ key, rule }) => rule?.missing || Object.hasOwn(json, key)),
    schema: (scope) => describeFields(compiled, scope),
  };
}

/**
 * Declares a struct. With a name it is a component of the description, and JSON input may also be
 * an array of the fields.
 */
export function struct<const F extends Fields>(fields: F, order?: KeyOrder): Part<StructOf<F>>;
export function struct<const F extends Fields>(
  name: string,
  fields: F,
  order?: KeyOrder,
): Part<StructOf<F>>;
export function struct<const F extends Fields>(
  first: string | F,
  second?: F | KeyOrder,
  third?: KeyOrder,
): Part<StructOf<F>> {
  const made =
    typeof first === 'string'
      ? createStruct(first, second as F, third)
      : createStruct(null, first, second as KeyOrder | undefined);
  return made as Part<StructOf<F>>;
}

function createStruct(
  name: string | null,
  fields: Fields,
  order: KeyOrder | undefined,
): Part<JsonRecord> {
  const { declared, flat } = compile(fields);
  const set = fieldSet(fields, order);
  return {
    write: (writer, value) => {
      for (const field of declared) field.codec.write(writer, value[field.name]);
    },
    read: (reader) => {
      const record: Record<string, unknown> = {};
      for (const field of declared) record[field.name] = field.codec.read(reader);
      return record;
    },
    json: set.format,
    parse: (json) => {
      if (isJsonObject(json)) return set.parseObject(json);
      if (name === null) throw invalidType(json, 'a map');
      if (!Array.isArray(json) || flat.length > 0) throw invalidType(json, `struct ${name}`);
      return set.parseArray(json, `struct ${name} with ${countElements(declared.length)}`);
    },
    parseFrom: set.parseObject,
    ...(name === null && { mayTake: (json) => isJsonObject(json) && set.hasRequired(json) }),
    schema: (scope) => (name === null ? set.schema(scope) : scope.ref(name, set.schema)),
  };
}

export function countElements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

function formatRecord(fields: readonly CompiledField[], record: JsonRecord): string {
  let text = '';
  for (const { name, key, codec, rule } of fields) {
    const value = record[name];
    if (rule?.omit?.(value)) continue;
    text += `${text === '' ? '' : ','}"${key}":${codec.json(value)}`;
  }
  return `{${text}}`;
}

/** The reference sorts objects, so errors are found in the order of the keys. */
function parseObject({ keyed, sorted, flat }: Compiled, json: JsonRecord): JsonRecord {
  const record: Record<string, unknown> = {};
  let isComplete = true;
  for (const { name, key, codec, rule } of sorted) {
    const value = Object.hasOwn(json, key) ? json[key] : undefined;
    if (value !== undefined) record[name] = codec.parse(value);
    else if (rule?.missing === undefined) isComplete = false;
    else record[name] = rule.missing();
  }
  if (!isComplete) throw missingField(keyed, json);
  for (const { name, rule } of flat) record[name] = rule?.flat?.(json);
  return record;
}

/** Only the first missing field is reported, in declared order. */
function missingField(fields: readonly CompiledField[], json: JsonRecord): JsonError {
  const isMissing = ({ key, rule }: CompiledField) =>
    rule?.missing === undefined && (!Object.hasOwn(json, key) || json[key] === undefined);
  return new JsonError(`missing field \`${fields.find(isMissing)?.key}\``);
}

function parseArray(
  fields: readonly CompiledField[],
  json: readonly unknown[],
  expected: string,
): JsonRecord {
  const record: Record<string, unknown> = {};
  for (const [index, { name, codec, rule }] of fields.entries()) {
    if (index < json.length) record[name] = codec.parse(json[index]);
    else if (rule?.fillsArray && rule.missing) record[name] = rule.missing();
    else throw new JsonError(`invalid length ${index}, expected ${expected}`);
  }
  if (json.length > fields.length) {
    throw new JsonError(`invalid length ${json.length}, expected fewer elements in array`);
  }
  return record;
}

function describeFields({ keyed, flat }: Compiled, scope: SchemaScope): Schema {
  const parts = flat.map(({ codec }) => codec.schema(scope));
  if (parts.length > 0 && keyed.length === 0) {
    return parts.length === 1 ? (parts[0] as Schema) : { allOf: parts };
  }
  const isRequired = ({ rule }: CompiledField) =>
    (scope.side === 'written' ? rule?.omit : rule?.missing) === undefined;
  const own = {
    type: 'object',
    properties: Object.fromEntries(keyed.map(({ key, codec }) => [key, codec.schema(scope)])),
    required: keyed.filter(isRequired).map(({ key }) => key),
  };
  return parts.length === 0 ? own : { allOf: [...parts, own] };
}
