// Structs: fields are encoded in declared order; JSON has them sorted by name, in snake case. Field
// wrappers declare how a field deviates, so that call sites never have to.

import { type Codec, invalidType, isJsonObject, JsonError, jsonOnly } from './codec.ts';

/** What a field wrapper changes in the JSON form. */
interface FieldRule {
  /** Left out of the JSON text when this holds. */
  readonly omit?: (value: unknown) => boolean;
  /** Taken when the key is missing from the JSON; without it a missing key is an error. */
  readonly missing?: () => unknown;
}

const fieldRules = new WeakMap<object, FieldRule>();

type Fields = { readonly [name: string]: Codec<never> | Codec<unknown> };
type StructOf<F> = { readonly [K in keyof F]: F[K] extends Codec<infer T> ? T : never };

function withRule<T>(codec: Codec<T>, rule: FieldRule): Codec<T> {
  const copy = { ...codec };
  fieldRules.set(copy, { ...fieldRules.get(codec), ...rule });
  return copy;
}

/** A field whose key is absent from JSON when it has this value. */
export function omitDefault<T>(codec: Codec<T>, fallback: T): Codec<T> {
  return withRule(codec, { omit: (value) => value === fallback, missing: () => fallback });
}

/** A nullable field whose key is absent from JSON when it is null. */
export function omitNull<T>(codec: Codec<T | null>): Codec<T | null> {
  return omitDefault(codec, null);
}

/** A list whose key is absent from JSON when it is empty. */
export function omitEmpty<T>(codec: Codec<readonly T[]>): Codec<readonly T[]> {
  const isEmpty = (value: unknown) => (value as readonly T[]).length === 0;
  return withRule(codec, { omit: isEmpty, missing: () => [] });
}

/** A field that JSON input may leave out. */
export function defaulted<T>(codec: Codec<T>, value: T): Codec<T> {
  return withRule(codec, { missing: () => value });
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

function compile(fields: Fields): CompiledField[] {
  return Object.entries(fields).map(([name, codec]) => ({
    name,
    key: camelToSnake(name),
    codec: codec as Codec<unknown>,
    rule: fieldRules.get(codec),
  }));
}

/**
 * Declares a struct; `order` keeps the declared order in JSON, as the reference's plain GET
 * answers.
 */
export function struct<const F extends Fields>(
  fields: F,
  order: 'sorted' | 'declared' = 'sorted',
): Codec<StructOf<F>> {
  const declared = compile(fields);
  const printed = order === 'sorted' ? [...declared].sort(byKey) : declared;
  return {
    write: (writer, value) => {
      const record = value as Record<string, unknown>;
      for (const field of declared) field.codec.write(writer, record[field.name]);
    },
    read: (reader) => {
      const record: Record<string, unknown> = {};
      for (const field of declared) record[field.name] = field.codec.read(reader);
      return record as StructOf<F>;
    },
    json: (value) => formatRecord(printed, value as Record<string, unknown>),
    parse: (json) => parseRecord(declared, json) as StructOf<F>,
  };
}

/** A struct that is only ever JSON. */
export function view<const F extends Fields>(
  fields: F,
  order: 'sorted' | 'declared' = 'sorted',
): Codec<StructOf<F>> {
  const { json, parse } = struct(fields, order);
  return jsonOnly({ json, parse });
}

function byKey(a: CompiledField, b: CompiledField): number {
  return a.key < b.key ? -1 : 1;
}

function formatRecord(fields: readonly CompiledField[], record: Record<string, unknown>): string {
  let text = '';
  for (const { name, key, codec, rule } of fields) {
    const value = record[name];
    if (rule?.omit?.(value)) continue;
    text += `${text === '' ? '' : ','}"${key}":${codec.json(value)}`;
  }
  return `{${text}}`;
}

function parseRecord(fields: readonly CompiledField[], json: unknown): Record<string, unknown> {
  if (!isJsonObject(json)) throw invalidType(json, 'a map');
  const record: Record<string, unknown> = {};
  for (const { name, key, codec, rule } of fields) {
    const value = Object.hasOwn(json, key) ? json[key] : undefined;
    if (value !== undefined) record[name] = codec.parse(value);
    else if (rule?.missing) record[name] = rule.missing();
    else throw new JsonError(`missing field \`${key}\``);
  }
  return record;
}
