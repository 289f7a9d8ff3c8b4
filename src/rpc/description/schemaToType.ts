// TypeScript types from JSON Schema: the part of it that codecs use.

import { assert } from '../../base/assert.ts';
import type { Schema } from '../../codec/schema.ts';

/** Component names of the document that are not identifiers do not occur. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The keywords that codecs use. */
export interface TypedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
}

/** The type of a schema as an expression. */
export function schemaToType(schema: Schema, indent = ''): string {
  const { $ref, allOf, anyOf, oneOf, ...rest } = schema as TypedSchema;
  const parts = [
    ...($ref === undefined ? [] : [nameOfRef($ref)]),
    ...(allOf ?? []).map((part) => schemaToType(part, indent)),
    ...[anyOf, oneOf].flatMap((choice) => (choice ? [formatUnion(choice, indent)] : [])),
    ...(hasOwnType(rest) ? [formatPlain(rest, indent)] : []),
  ];
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? (parts[0] as string) : parts.map(enclose).join(' & ');
}

function hasOwnType({ type, enum: words, properties }: TypedSchema): boolean {
  return type !== undefined || words !== undefined || properties !== undefined;
}

function formatUnion(choice: readonly Schema[], indent: string): string {
  return [...new Set(choice.map((part) => schemaToType(part, indent)))].join(' | ');
}

/** Parts of an intersection, and items of an array, may be unions. */
function enclose(type: string): string {
  return /[|&]|^readonly/.test(type) ? `(${type})` : type;
}

function formatPlain(schema: TypedSchema, indent: string): string {
  if (schema.enum !== undefined) return schema.enum.map(formatLiteral).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) {
    return type.map((one: string) => formatPlain({ ...schema, type: one }, indent)).join(' | ');
  }
  switch (type) {
    case 'integer':
      return schema.format === 'uint64' && schema.maximum === undefined ? 'U64' : 'number';
    case 'array':
      return formatArray(schema, indent);
    case 'object':
    case undefined:
      return formatObject(schema, indent);
    default:
      assert(['string', 'number', 'boolean', 'null'].includes(`${type}`), `a type ${type}`);
      return `${type}`;
  }
}

function formatLiteral(word: unknown): string {
  return typeof word === 'string' ? `'${word.replaceAll("'", "\\'")}'` : JSON.stringify(word);
}

function formatArray({ prefixItems, items }: TypedSchema, indent: string): string {
  if (prefixItems !== undefined) {
    return `readonly [${prefixItems.map((item) => schemaToType(item, indent)).join(', ')}]`;
  }
  return `readonly ${enclose(schemaToType(items ?? {}, indent))}[]`;
}

/** An object on several lines. */
function formatObject(schema: TypedSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).flatMap(([key, member]) => {
    const { description } = member as TypedSchema;
    const name = `${/^\w+$/.test(key) ? key : `'${key}'`}${required.includes(key) ? '' : '?'}`;
    return [
      ...(description === undefined ? [] : formatComment(description, inner)),
      `${inner}${name}: ${schemaToType(member, inner)};`,
    ];
  });
  if (typeof additionalProperties === 'object') {
    members.push(`${inner}[key: string]: ${schemaToType(additionalProperties, inner)};`);
  }
  if (members.length > 0) return `{\n${members.join('\n')}\n${indent}}`;
  return additionalProperties === false ? 'Record<string, never>' : 'object';
}

/** As the formatter of the house writes it. */
export function formatComment(text: string, indent: string): string[] {
  const words = text.replaceAll('*/', '* /').split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) as string;
    if (line !== '' && indent.length + line.length + word.length > 90) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}
