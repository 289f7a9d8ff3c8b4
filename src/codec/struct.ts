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
import { type Scan, withScan } from './scan.ts';
import type { Schema, SchemaScope } from './schema.ts';
import { withShow } from './show.ts';
import {
  compileFormat,
  compileParse,
  compileRead,
  compileScan,
  compileShow,
  compileWrite,
  type StructField,
} from './structCode.ts';

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

/** The fields of a struct in the orders that bytes and JSON need. */
interface Arranged {
  readonly declared: readonly StructField[];
  /** Without flattened fields. Names are ASCII, so their order is that of their bytes. */
  readonly keyed: readonly StructField[];
  readonly sorted: readonly StructField[];
  readonly flat: readonly StructField[];
}

function arrange(fields: Fields): Arranged {
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
  /** Of an object; `ignored` is a key that is left out. */
  readonly scan: (ignored: readonly string[]) => Scan<T>;
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
  return createFieldSet(arrange(fields), order) as FieldSet<StructOf<F>>;
}

function createFieldSet(arranged: Arranged, order: KeyOrder): FieldSet<JsonRecord> {
  const { declared, keyed, sorted, flat } = arranged;
  return {
    format: compileFormat(order === 'sorted' ? sorted : keyed),
    parseObject: compileParse([...sorted, ...flat], (json) => missingField(keyed, json)),
    scan: (ignored) => compileScan(keyed, ignored),
    parseArray: (json, expected) => parseArray(declared, json, expected),
    hasRequired: (json) =>
      keyed.every(({ key, rule }) => rule?.missing || Object.hasOwn(json, key)),
    schema: (scope) => describeFields(arranged, scope),
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
  order: KeyOrder = 'sorted',
): Part<JsonRecord> {
  const arranged = arrange(fields);
  const { declared, flat } = arranged;
  const set = createFieldSet(arranged, order);
  const codec: Part<JsonRecord> = {
    write: compileWrite(declared),
    read: compileRead(declared),
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
  if (flat.length > 0) return codec;
  withShow(codec, compileShow(declared, order === 'sorted' ? arranged.sorted : arranged.keyed));
  return withScan(codec, set.scan([]));
}

export function countElements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

/** Only the first missing field is reported, in declared order. */
function missingField(fields: readonly StructField[], json: JsonRecord): JsonError {
  const isMissing = ({ key, rule }: StructField) =>
    rule?.missing === undefined && (!Object.hasOwn(json, key) || json[key] === undefined);
  return new JsonError(`missing field \`${fields.find(isMissing)?.key}\``);
}

function parseArray(
  fields: readonly StructField[],
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

function describeFields({ keyed, flat }: Arranged, scope: SchemaScope): Schema {
  const parts = flat.map(({ codec }) => codec.schema(scope));
  if (parts.length > 0 && keyed.length === 0) {
    return parts.length === 1 ? (parts[0] as Schema) : { allOf: parts };
  }
  const isRequired = ({ rule }: StructField) =>
    (scope.side === 'written' ? rule?.omit : rule?.missing) === undefined;
  const own = {
    type: 'object',
    properties: Object.fromEntries(keyed.map(({ key, codec }) => [key, codec.schema(scope)])),
    required: keyed.filter(isRequired).map(({ key }) => key),
  };
  return parts.length === 0 ? own : { allOf: [...parts, own] };
}
