// Unions among the parameters of methods, in the four ways in which serde writes them, and the
// older positional forms of a method.

import { PerigeeError } from '../base/errors.ts';
import { invalidType, JsonError } from '../codec/codec.ts';
import { unknownVariant } from '../codec/union.ts';
import {
  arraySchema,
  type Fields,
  isRecord,
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

/** A union whose tag is a key among the fields of the chosen variant. */
export function tagged<const V extends Variants>(tag: string, variants: V): Part<TaggedOf<V>> {
  const kinds = Object.keys(variants);
  return {
    parseFrom: (json) => {
      if (!Object.hasOwn(json, tag)) throw new JsonError(`missing field \`${tag}\``);
      const kind = json[tag];
      if (typeof kind !== 'string') throw invalidType(kind, 'variant identifier');
      if (!Object.hasOwn(variants, kind)) throw new JsonError(unknownVariant(kind, kinds));
      return { kind, value: parseFields(variants[kind] as Fields, json) } as TaggedOf<V>;
    },
    schema: {
      oneOf: Object.entries(variants).map(([kind, fields]) => ({
        allOf: [
          { type: 'object', properties: { [tag]: { enum: [kind] } }, required: [tag] },
          recordSchema(fields),
        ],
      })),
    },
  };
}

type Cases = { readonly [name: string]: Parser<unknown> | null };
type CaseOf<C> = {
  [K in keyof C & string]: C[K] extends Parser<infer T>
    ? { readonly kind: K; readonly value: T }
    : { readonly kind: K };
}[keyof C & string];

/** A union named by its one key; a case without payload is also a bare string. */
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
      if (typeof json === 'string') return parseCase(json, bareContent(cases, json));
      if (!isRecord(json)) throw invalidType(json, 'string or map');
      const [entry, ...others] = Object.entries(json);
      if (entry === undefined || others.length > 0) {
        throw new JsonError('invalid value: map, expected map with a single key');
      }
      return parseCase(entry[0], entry[1]);
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

/** The first of several shapes that fits; which one failed, and why, is not told. */
export function untagged<T>(name: string, shapes: readonly Parser<T>[]): Parser<T> & Part<T> {
  const parse = (json: unknown): T => {
    for (const shape of shapes) {
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
 * The older positional forms of a method, tried by the length of the array before the usual form.
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
