// The file src/client/generated/shapes.ts, made by `npm run docs`: the shapes of all results and
// events as data, from the same schemas as the types in wire.ts.

import { assert } from '../../base/assert.ts';
import type { Schema } from '../../codec/schema.ts';
import { EVENT_TYPES } from '../events/chainEvent.ts';
import { REGISTRY } from '../service/registry.ts';
import { collectComponents } from './components.ts';
import { describeQueryResults } from './queryResults.ts';
import { nameOfRef, type TypedSchema } from './schemaToType.ts';

const HEADER = [
  '// The shapes of results and events. Made by `npm run docs` from the schemas of all methods.',
  '',
  "import type { Shape } from '../shape.ts';",
];

/** What a client checks, in the order in which it is written. */
const CHECKED = [
  'type',
  'enum',
  'format',
  'contentEncoding',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;
/** Words for readers, and keys that must not be there: newer nodes have more of them. */
const IGNORED: ReadonlySet<string> = new Set([
  'description',
  'deprecated',
  'unevaluatedProperties',
]);

export function formatWireShapes(): string {
  const { described, components } = collectComponents((describer) => ({
    RESULTS: [...REGISTRY].map(
      ([name, { method }]) => [name, describer.written(method.resultSchema)] as const,
    ),
    QUERY_RESULTS: describeQueryResults(describer),
    EVENTS: Object.entries(EVENT_TYPES).map(
      ([kind, { schema }]) => [kind, describer.written(schema)] as const,
    ),
  }));
  const tables = { NAMED: Object.entries(components), ...described };
  const lines = Object.entries(tables).flatMap(([name, rows]) => formatTable(name, rows));
  return [...HEADER, ...lines, ''].join('\n');
}

function formatTable(name: string, rows: readonly (readonly [string, Schema])[]): string[] {
  const lines = rows.map(([key, schema]) => `  ${key}: ${JSON.stringify(toShape(schema))},`);
  return ['', `export const ${name}: Readonly<Record<string, Shape>> = {`, ...lines, '};'];
}

/** One spelling of each thing: a union is `anyOf`, a reference is a name. */
function toShape(schema: Schema): object {
  const { $ref, allOf, anyOf, oneOf, items, prefixItems, properties, required, ...rest } =
    schema as TypedSchema;
  const { additionalProperties, ...words } = rest;
  for (const key of Object.keys(words)) {
    assert(IGNORED.has(key) || CHECKED.some((word) => word === key), `a schema with ${key}`);
  }
  const union = anyOf ?? oneOf;
  const members = Object.entries(properties ?? {}).map(([key, one]) => [key, toShape(one)]);
  return {
    ...Object.fromEntries(CHECKED.flatMap((key) => (key in words ? [[key, schema[key]]] : []))),
    ...($ref !== undefined && { $ref: nameOfRef($ref) }),
    ...(allOf !== undefined && { allOf: allOf.map(toShape) }),
    ...(union !== undefined && { anyOf: union.map(toShape) }),
    ...(items !== undefined && { items: toShape(items) }),
    ...(prefixItems !== undefined && { prefixItems: prefixItems.map(toShape) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required !== undefined && required.length > 0 && { required }),
    ...(typeof additionalProperties === 'object' && { values: toShape(additionalProperties) }),
  };
}
