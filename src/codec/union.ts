// Enums of the protocol, in the four representations of serde. In code a value is `{ kind }` or
// `{ kind, value }`; as bytes it is the number of the variant, in declared order, and its payload;
// as JSON it is the variant's name, or an object with that one key. The representations without
// such a key are in tagged.ts.

import { sortUtf8 } from '../base/bytes/utf8Order.ts';
import { KeySet } from '../base/json/jsonScanner.ts';
import { BorshError } from './borsh.ts';
import { type Codec, invalidType, isJsonObject, JsonError, type JsonRecord } from './codec.ts';
import { knownText, type Scan, scanOf, withScan } from './scan.ts';
import { type Describe, oneOf, type Schema, type SchemaScope, wordsSchema } from './schema.ts';
import { showOf, withShow } from './show.ts';
import type { Part } from './struct.ts';

/** Marks a variant without payload. */
export const unit = null;

type Variants = { readonly [kind: string]: Codec<never> | Codec<unknown> | null };

export type UnionOf<V> = {
  [K in keyof V & string]: V[K] extends Codec<infer T>
    ? { readonly kind: K; readonly value: T }
    : { readonly kind: K };
}[keyof V & string];

interface UnionOptions {
  /** Names of variants on the wire where they are not the names in code. */
  readonly names?: { readonly [kind: string]: string };
  /** Whether other keys may be next to that of the variant, as in a flattened part. */
  readonly isOpen?: boolean;
}

export type Loose = { readonly kind: string; readonly value?: unknown };

export function union<const V extends Variants>(
  name: string,
  variants: V,
  options: UnionOptions = {},
): Part<UnionOf<V>> {
  const kinds = Object.keys(variants);
  const tags = new Map(kinds.map((kind, tag) => [kind, tag]));
  const wireNames = kinds.map((kind) => options.names?.[kind] ?? kind);
  const payloadOf = (kind: string) => variants[kind] as Codec<unknown> | null;

  const parseVariant = (wireName: string, content: unknown): Loose => {
    const kind = kinds[wireNames.indexOf(wireName)];
    if (kind === undefined) throw new JsonError(unknownVariant(wireName, wireNames));
    const payload = payloadOf(kind);
    if (payload !== null) return { kind, value: payload.parse(content) };
    if (content !== null) throw invalidType(content, 'unit');
    return { kind };
  };

  const describe: Describe = (scope) => {
    const forms = kinds.map((kind, tag) => [wireNames[tag] as string, payloadOf(kind)] as const);
    return describeVariants(forms, options.isOpen === true, scope);
  };

  const codec: Part<Loose> = {
    write: (writer, value) => {
      writer.u8(tags.get(value.kind) as number);
      payloadOf(value.kind)?.write(writer, value.value);
    },
    read: (reader) => {
      const tag = reader.u8();
      const kind = kinds[tag];
      if (kind === undefined) throw new BorshError(`Unexpected variant tag: ${tag}`);
      const payload = payloadOf(kind);
      return payload === null ? { kind } : { kind, value: payload.read(reader) };
    },
    json: ({ kind, value }) => {
      const wireName = wireNames[tags.get(kind) as number];
      const payload = payloadOf(kind);
      return payload === null ? `"${wireName}"` : `{"${wireName}":${payload.json(value)}}`;
    },
    parse: (json) => {
      const { wireName, content } = splitTagged(json);
      const kind = kinds[wireNames.indexOf(wireName)];
      if (typeof json === 'string' && kind !== undefined && payloadOf(kind) !== null) {
        throw new JsonError('invalid type: unit variant, expected newtype variant');
      }
      return parseVariant(wireName, content);
    },
    parseFrom: (json: JsonRecord) => {
      const key = sortUtf8(Object.keys(json)).find((found) => wireNames.includes(found));
      if (key !== undefined) return parseVariant(key, json[key]);
      throw new JsonError(`no variant of enum ${name} found in flattened data`);
    },
    schema: (scope) => scope.ref(name, describe),
  };
  const shows = kinds.map((kind) => {
    const payload = payloadOf(kind);
    return payload && showOf(payload);
  });
  withShow(codec, (reader) => {
    const tag = reader.u8();
    const show = shows[tag];
    if (show === undefined) throw new BorshError(`Unexpected variant tag: ${tag}`);
    return show === null ? `"${wireNames[tag]}"` : `{"${wireNames[tag]}":${show(reader)}}`;
  });
  return withScan(codec, scanVariant(kinds, wireNames, payloadOf)) as unknown as Part<UnionOf<V>>;
}

function scanVariant(
  kinds: readonly string[],
  wireNames: readonly string[],
  payloadOf: (kind: string) => Codec<unknown> | null,
): Scan<Loose> {
  const names = new KeySet(wireNames);
  const payloads = kinds.map((kind) => {
    const payload = payloadOf(kind);
    return payload && scanOf(payload);
  });
  return (scanner) => {
    const isWord = scanner.isString();
    if (!isWord && !scanner.openObject()) scanner.fail();
    const tag = isWord ? wireNames.indexOf(scanner.text()) : scanner.key(names, -1);
    const payload = payloads[tag];
    const kind = kinds[tag] as string;
    if (isWord) return payload === null ? { kind } : scanner.fail();
    if (payload === undefined || payload === null) return scanner.fail();
    const value = payload(scanner);
    return scanner.hasMoreKeys() ? scanner.fail() : { kind, value };
  };
}

function describeVariants(
  forms: readonly (readonly [wireName: string, payload: Codec<unknown> | null])[],
  isOpen: boolean,
  scope: SchemaScope,
): Schema {
  const words = forms.filter(([, payload]) => payload === null).map(([wireName]) => wireName);
  const objects = forms.flatMap(([wireName, payload]) => {
    if (payload === null) return [];
    const properties = { [wireName]: payload.schema(scope) };
    const closed = isOpen ? {} : { additionalProperties: false };
    return [{ type: 'object', properties, required: [wireName], ...closed }];
  });
  return oneOf(words.length === 0 ? objects : [wordsSchema(words), ...objects]);
}

export function unknownVariant(found: string, names: readonly string[]): string {
  const listed = names.map((name) => `\`${name}\``);
  const expected = names.length === 2 ? listed.join(' or ') : `one of ${listed.join(', ')}`;
  return `unknown variant \`${found}\`, expected ${expected}`;
}

/** The name of a variant and what it holds; a name alone holds nothing. */
export function splitTagged(json: unknown): { wireName: string; content: unknown } {
  if (typeof json === 'string') return { wireName: json, content: null };
  if (!isJsonObject(json)) throw invalidType(json, 'string or map');
  const [entry, ...others] = Object.entries(json);
  if (entry === undefined || others.length > 0) {
    throw new JsonError('invalid value: map, expected map with a single key');
  }
  return { wireName: entry[0], content: entry[1] };
}

/** A versioned type with a single version: encoded with its tag byte, invisible in code. */
export function versioned<T>(tag: number, codec: Codec<T>): Codec<T> {
  return {
    ...codec,
    write: (writer, value) => {
      writer.u8(tag);
      codec.write(writer, value);
    },
    read: (reader) => {
      const found = reader.u8();
      if (found !== tag) throw new BorshError(`Unexpected variant tag: ${found}`);
      return codec.read(reader);
    },
  };
}

/** A value of a fixed set of words; in bytes the number of the word. */
export function words<const W extends string>(
  name: string,
  list: readonly W[],
  wire: Partial<Record<W, string>> = {},
): Codec<W> {
  const variants = Object.fromEntries(list.map((word) => [word, unit]));
  const inner = union(name, variants, { names: wire as { [kind: string]: string } });
  const codec = knownText<W>({
    write: (writer, value) => inner.write(writer, { kind: value } as never),
    read: (reader) => (inner.read(reader) as { kind: string }).kind as W,
    json: (value) => inner.json({ kind: value } as never),
    parse: (json) => (inner.parse(json) as { kind: string }).kind as W,
    schema: inner.schema,
  });
  return withShow(codec, showOf(inner));
}
