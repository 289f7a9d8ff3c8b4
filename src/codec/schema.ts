// JSON Schema (2020-12) of wire types. Every codec describes its own JSON form; types with a name
// become components, which other schemas refer to.

export type Schema = { readonly [key: string]: unknown };

/**
 * Which JSON is described: what this node writes, where a key that is always present is required,
 * or what it accepts, where a key with a default is optional.
 */
export type Side = 'written' | 'accepted';

/** Where schemas are collected. */
export interface SchemaScope {
  readonly side: Side;
  /** A reference to a component, which `describe` describes on first use. */
  ref(name: string, describe: Describe): Schema;
}

export type Describe = (scope: SchemaScope) => Schema;

/** Generators of clients that know OpenAPI 3.0 only look at the words, others at the type. */
export const NULL: Schema = { type: 'null', enum: [null] };

export function nullable(schema: Schema): Schema {
  return { anyOf: [schema, NULL] };
}

/** A string that is one of these words. */
export function wordsSchema(words: readonly string[]): Schema {
  return { type: 'string', enum: words };
}

/** One of several schemas that exclude each other. */
export function oneOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? (schemas[0] as Schema) : { oneOf: schemas };
}

/** An array with a schema for each position. */
export function tupleSchema(items: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
}
