// Unions in the params of methods, in the four representations of serde, and the older positional
// forms of a method.

import { PerigeeError } from '../../base/errors.ts';
import { invalidType, isJsonObject, JsonError } from '../../codec/codec.ts';
import { splitTagged, unknownVariant } from '../../codec/union.ts';
import {
  arraySchema,
  type Fields,
  type Parser,
  type Part,
  parseFields,
  type RecordOf,
  recordSchema,
  type Schema,
  sortedKeys,
} from './params.ts';

type Variants = { readonly [kind: string]: Fields };
type TaggedOf<V> = {
  [K in keyof V & string]: { readonly kind: K; readonly value: RecordOf<V[K]> };
}[keyof V & string];

/**
 * A union whose tag is a key next to the fields of the variant, as a part of a request. As in the
 * reference, a part also accepts the index of a variant instead of its name.
 */
export function tagged<const V extends Variants>(tag: string, variants: V): Part<TaggedOf<V>> {
  const kinds = Object.keys(variants);
  return {
    parseFrom: (json) => {
      if (!Object.hasOwn(json, tag)) throw new JsonError(`missing field \`${tag}\``);
      const kind = parseVariantOrNumber(json[tag], kinds);
      return { kind, value: parseFields(variants[kind] as Fields, json) } as TaggedOf<V>;
    },
    schema: taggedSchema(tag, variants),
  };
}

/** Such a union as the value of a key: an object, or an array of the tag and the fields. */
export function taggedValue<const V extends Variants>(
  name: string,
  tag: string,
  variants: V,
): Parser<TaggedOf<V>> {
  const kinds = Object.keys(variants);
  const parseList = (tagJson: unknown, values: readonly unknown[]) => {
    const kind = parseVariant(tagJson, kinds);
    return { kind, value: parseValues(`${name}::${pascal(kind)}`, variants[kind]!, values) };
  };
  const parse = (json: unknown) => {
    const isList = Array.isArray(json);
    if (!isList && !isJsonObject(json)) throw invalidType(json, `internally tagged enum ${name}`);
    const hasTag = isList ? json.length > 0 : Object.hasOwn(json, tag);
    if (!hasTag) throw new JsonError(`missing field \`${tag}\``);
    if (isList) return parseList(json[0], json.slice(1));
    const kind = parseVariant(json[tag], kinds);
    return { kind, value: parseFields(variants[kind] as Fields, json) };
  };
  return { parse: (json) => parse(json) as TaggedOf<V>, schema: taggedSchema(tag, variants) };
}

function taggedSchema(tag: string, variants: Variants): Schema {
  return {
    oneOf: Object.entries(variants).map(([kind, fields]) => ({
      allOf: [
        { type: 'object', properties: { [tag]: { enum: [kind] } }, required: [tag] },
        recordSchema(fields),
      ],
    })),
  };
}

function parseValues(name: string, fields: Fields, values: readonly unknown[]): object {
  const entries = Object.entries(fields);
  const expected = `${entries.length} element${entries.length === 1 ? '' : 's'}`;
  const parsed = entries.map(([field, parser], index) => {
    if (index < values.length) return [field, parser.parse(values[index])];
    throw new JsonError(
      `invalid length ${index}, expected struct variant ${name} with ${expected}`,
    );
  });
  if (values.length > entries.length) {
    throw new JsonError(`invalid length ${values.length}, expected ${expected} in sequence`);
  }
  return Object.fromEntries(parsed);
}

/** `some_name` as `SomeName`. */
function pascal(snake: string): string {
  return snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function parseVariant(json: unknown, kinds: readonly string[]): string {
  if (typeof json !== 'string') throw invalidType(json, 'variant identifier');
  if (kinds.includes(json)) return json;
  throw new JsonError(unknownVariant(json, kinds));
}

function parseVariantOrNumber(json: unknown, kinds: readonly string[]): string {
  const isIndex = (typeof json === 'bigint' || Number.isInteger(json)) && Number(json) >= 0;
  if (!isIndex) return parseVariant(json, kinds);
  const kind = kinds[Number(json)];
  if (kind !== undefined) return kind;
  const expected = `variant index 0 <= i < ${kinds.length}`;
  throw new JsonError(`invalid value: integer \`${json}\`, expected ${expected}`);
}

type Cases = { readonly [name: string]: Parser<unknown> | null };
type CaseOf<C> = {
  [K in keyof C & string]: C[K] extends Parser<infer T>
    ? { readonly kind: K; readonly value: T }
    : { readonly kind: K };
}[keyof C & string];

/** A union tagged by its only key; a variant without payload can also be a bare string. */
export function enumeration<const C extends Cases>(
  name: string,
  cases: C,
): Parser<CaseOf<C>> & Part<CaseOf<C>> {
  const names = Object.keys(cases);
  const parseCase = (kind: string, content: unknown) => {
    if (!Object.hasOwn(cases, kind)) throw new JsonError(unknownVariant(kind, names));
    const payload = cases[kind] as Parser<unknown> | null;
    if (payload !== null) return { kind, value: payload.parse(content) } as CaseOf<C>;
    if (content !== null) throw invalidType(content, 'unit');
    return { kind } as CaseOf<C>;
  };
  return {
    parse: (json) => {
      const { wireName, content } = splitTagged(json, 'string or map');
      const isBare = typeof json === 'string';
      return parseCase(wireName, isBare ? bareContent(cases, wireName) : content);
    },
    parseFrom: (json) => {
      const kind = sortedKeys(json).find((key) => Object.hasOwn(cases, key));
      if (kind === undefined) {
        throw new JsonError(`no variant of enum ${name} found in flattened data`);
      }
      return parseCase(kind, json[kind]);
    },
    schema: {
      title: name,
      oneOf: Object.entries(cases).map(([key, payload]) =>
        payload === null ? { enum: [key] } : recordSchema({ [key]: payload }),
      ),
    },
  };
}

function bareContent(cases: Cases, kind: string): null {
  if (Object.hasOwn(cases, kind) && cases[kind] !== null) {
    throw new JsonError('invalid type: unit variant, expected newtype variant');
  }
  return null;
}

/** One of a set of words. */
export function oneOfWords<const W extends string>(name: string, words: readonly W[]): Parser<W> {
  const cases = Object.fromEntries(words.map((word) => [word, null]));
  const parser = enumeration(name, cases);
  return {
    parse: (json) => (parser.parse(json) as { kind: W }).kind,
    schema: { type: 'string', enum: words },
  };
}

/** The first shape that fits; the error does not say which ones failed, or why. */
export function untagged<T>(name: string, shapes: readonly Parser<T>[]): Parser<T> & Part<T> {
  const parse = (json: unknown): T => {
    for (const shape of shapes) {
      if (shape.mayTake?.(json) === false) continue;
      try {
        return shape.parse(json);
      } catch (error) {
        if (!(error instanceof PerigeeError)) throw error;
      }
    }
    throw new JsonError(`data did not match any variant of untagged enum ${name}`);
  };
  return {
    parse,
    parseFrom: parse,
    schema: { title: name, oneOf: shapes.map(({ schema }) => schema) },
  };
}

/**
 * The older positional forms of a method, tried by the length of the array before the current form.
 */
export function positional<T>(
  usual: Parser<T>,
  older: {
    one?: Parser<T>;
    two?: (first: unknown, second: unknown) => T;
    schemas?: readonly Schema[];
  },
): Parser<T> {
  const oneSchema = older.one && arraySchema([older.one.schema]);
  return {
    parse: (json) => {
      if (Array.isArray(json)) {
        if (json.length === 1 && older.one) return older.one.parse(json[0]);
        if (json.length === 2 && older.two) return older.two(json[0], json[1]);
      }
      return usual.parse(json);
    },
    schema: {
      oneOf: [usual.schema, ...(oneSchema ? [oneSchema] : []), ...(older.schemas ?? [])],
    },
  };
}
