// Unions whose JSON has no key of its own for the variant: tagged by a field next to those of the
// variant, or told apart by their shape alone.

import { PerigeeError } from '../base/errors.ts';
import { KeySet } from '../base/json/jsonScanner.ts';
import {
  type Codec,
  invalidType,
  isJsonObject,
  JsonError,
  type JsonRecord,
  jsonOnly,
} from './codec.ts';
import { type Scan, withScan } from './scan.ts';
import { type Describe, oneOf, wordsSchema } from './schema.ts';
import {
  camelToSnake,
  countElements,
  type FieldSet,
  type Fields,
  fieldSet,
  type Part,
  type StructOf,
} from './struct.ts';
import { type Loose, type UnionOf, unknownVariant } from './union.ts';

type TaggedOf<V> = {
  [K in keyof V & string]: V[K] extends null
    ? { readonly kind: K }
    : { readonly kind: K; readonly value: StructOf<V[K]> };
}[keyof V & string];

interface Variant {
  readonly kind: string;
  readonly wireName: string;
  /** The fields alone, if the variant has a value, and with the tag among them. */
  readonly fields: FieldSet<JsonRecord> | null;
  readonly printed: FieldSet<JsonRecord>;
  /** Those of the fields, in JSON. */
  readonly keys: readonly string[];
}

/** A union with a tag: an object, or an array of the tag and the fields. */
export function tagged<const V extends { readonly [kind: string]: Fields | null }>(
  name: string,
  tag: string,
  variants: V,
): Part<TaggedOf<V>> {
  const compiled = Object.entries(variants).map(([kind, fields]): Variant => {
    const wireName = toWireName(kind);
    const printed = fieldSet({ [tag]: constant(wireName), ...fields });
    const own = fields === null ? null : fieldSet(fields);
    const keys = Object.keys(fields ?? {}).map(camelToSnake);
    return { kind, wireName, fields: own, printed, keys };
  });
  const byKind = new Map(compiled.map((variant) => [variant.kind, variant]));
  const wireNames = compiled.map(({ wireName }) => wireName);

  const find = (json: unknown): Variant => {
    if (typeof json !== 'string') throw invalidType(json, 'variant identifier');
    const variant = compiled[wireNames.indexOf(json)];
    if (variant === undefined) throw new JsonError(unknownVariant(json, wireNames));
    return variant;
  };
  const parseArray = ([first, ...values]: readonly unknown[]): Loose => {
    if (first === undefined) throw new JsonError(`missing field \`${tag}\``);
    const { kind, wireName, fields, keys } = find(first);
    const count = keys.length;
    const expected = countElements(count);
    const complaint = `struct variant ${name}::${pascal(wireName)} with ${expected}`;
    const value = fields?.parseArray(values.slice(0, count), complaint);
    if (values.length <= count) return { kind, ...(value && { value }) };
    throw new JsonError(`invalid length ${values.length}, expected ${expected} in sequence`);
  };
  const parseObject = (json: JsonRecord, findVariant: (json: unknown) => Variant): Loose => {
    if (!Object.hasOwn(json, tag)) throw new JsonError(`missing field \`${tag}\``);
    const { kind, fields } = findVariant(json[tag]);
    return fields === null ? { kind } : { kind, value: fields.parseObject(json) };
  };

  const describe: Describe = (scope) => oneOf(compiled.map(({ printed }) => printed.schema(scope)));
  const codec: Codec<Loose> = jsonOnly({
    json: ({ kind, value }) =>
      (byKind.get(kind) as Variant).printed.format((value ?? {}) as JsonRecord),
    parse: (json) => {
      if (Array.isArray(json)) return parseArray(json);
      if (!isJsonObject(json)) throw invalidType(json, `internally tagged enum ${name}`);
      return parseObject(json, find);
    },
    schema: (scope) => scope.ref(name, describe),
  });
  withScan(codec, scanTagged(tag, compiled));
  /** As in the reference, a flattened union also accepts the index of a variant as its tag. */
  const parseFrom = (json: JsonRecord) =>
    parseObject(json, (given) => findByIndex(given, compiled) ?? find(given));
  return { ...codec, parseFrom } as unknown as Part<TaggedOf<V>>;
}

/** The tag may come last, so it is found first. */
function scanTagged(tag: string, variants: readonly Variant[]): Scan<Loose> {
  const keys = new KeySet([...new Set([tag, ...variants.flatMap(({ keys }) => keys)])]);
  const scans = new Map(
    variants.map(({ kind, wireName, fields }): [string, Scan<Loose>] => {
      const scan = (fields ?? fieldSet({})).scan([tag]);
      return [
        wireName,
        (scanner) => {
          const value = scan(scanner);
          return fields === null ? { kind } : { kind, value };
        },
      ];
    }),
  );
  return (scanner) => {
    const scan = scans.get(scanner.findText(keys));
    return scan === undefined ? scanner.fail() : scan(scanner);
  };
}

function findByIndex(json: unknown, variants: readonly Variant[]): Variant | null {
  const isIndex = (typeof json === 'bigint' || Number.isInteger(json)) && Number(json) >= 0;
  if (!isIndex) return null;
  const variant = variants[Number(json)];
  if (variant !== undefined) return variant;
  const expected = `variant index 0 <= i < ${variants.length}`;
  throw new JsonError(`invalid value: integer \`${json}\`, expected ${expected}`);
}

function constant(word: string): Codec<unknown> {
  const text = JSON.stringify(word);
  return jsonOnly({
    json: () => text,
    parse: () => word,
    schema: () => wordsSchema([word]),
  });
}

/** `SomeName` as `some_name`; other spellings are those of the wire. */
function toWireName(kind: string): string {
  return /^(?:[A-Z][a-z0-9]+)+$/.test(kind) ? camelToSnake(kind).slice(1) : kind;
}

/** `some_name` as `SomeName`. */
function pascal(snake: string): string {
  return snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

type Shapes = { readonly [kind: string]: Codec<never> | Codec<unknown> };

/**
 * A union without a tag: JSON is read as the first variant that fits. The error does not say which
 * variants failed, or why.
 */
export function untagged<const V extends Shapes>(name: string, variants: V): Part<UnionOf<V>> {
  const shapes = Object.entries(variants) as [string, Codec<unknown>][];
  const parse = (json: unknown): Loose => {
    for (const [kind, shape] of shapes) {
      if (shape.mayTake?.(json) === false) continue;
      try {
        return { kind, value: shape.parse(json) };
      } catch (error) {
        if (!(error instanceof PerigeeError)) throw error;
      }
    }
    throw new JsonError(`data did not match any variant of untagged enum ${name}`);
  };
  const describe: Describe = (scope) => ({
    anyOf: shapes.map(([, shape]) => shape.schema(scope)),
  });
  const codec: Codec<Loose> = jsonOnly({
    json: ({ kind, value }) => (variants[kind] as Codec<unknown>).json(value),
    parse,
    schema: (scope) => scope.ref(name, describe),
  });
  return { ...codec, parseFrom: parse } as unknown as Part<UnionOf<V>>;
}
