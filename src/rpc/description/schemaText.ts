// Schemas in TypeScript notation: the forms that a type can have, one line each, and types inline.

import type { Schema } from '../../codec/schema.ts';

interface Parts {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
}

/** The alternatives of a schema, each in one line. */
export function listForms(schema: Schema): string[] {
  const { oneOf, anyOf, allOf } = schema as Parts;
  const alternatives = oneOf ?? anyOf;
  if (alternatives !== undefined) return alternatives.flatMap(listForms);
  if (allOf !== undefined) return [allOf.map(formatPart).join(' & ')];
  return [formatPlain(schema)];
}

/** A schema as a type in one line. */
function formatType(schema: Schema): string {
  return [...new Set(listForms(schema))].join(' | ');
}

/** A type that can stand next to an operator. */
function formatPart(schema: Schema): string {
  const text = formatType(schema);
  return text.includes(' | ') ? `(${text})` : text;
}

function formatPlain(schema: Schema): string {
  const parts = schema as Parts;
  if (parts.$ref !== undefined) return parts.$ref.slice(parts.$ref.lastIndexOf('/') + 1);
  if (parts.enum !== undefined) return parts.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (parts.prefixItems !== undefined) return `[${parts.prefixItems.map(formatType).join(', ')}]`;
  if (parts.items !== undefined) return `${formatPart(parts.items)}[]`;
  if (parts.type === 'object') return formatObject(parts);
  if (parts.type !== 'integer') return parts.type ?? 'unknown';
  return parts.format === 'uint64' && parts.maximum === undefined ? 'U64' : 'number';
}

function formatObject({ properties, required = [], additionalProperties }: Parts): string {
  if (properties === undefined) {
    if (additionalProperties === false) return '{}';
    const values =
      additionalProperties === undefined ? 'unknown' : formatType(additionalProperties);
    return `Record<string, ${values}>`;
  }
  const members = Object.entries(properties).map(
    ([key, schema]) => `${key}${required.includes(key) ? '' : '?'}: ${formatType(schema)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
