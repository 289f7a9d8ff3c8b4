// Schemas of params in TypeScript notation, for the reference page.

import type { Schema } from '../params/params.ts';

interface Parts {
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
}

/** One line for each alternative of a schema, the first after `head`. */
export function formatForms(schema: Schema, head: string): string[] {
  const forms = listForms(schema);
  if (forms.length === 1) return [`${head} ${forms[0]}`];
  return [head, ...forms.map((form) => `  | ${form}`)];
}

/** The named schemas nested in others, by name. */
export function collectTypes(schemas: readonly Schema[]): Map<string, Schema> {
  const types = new Map<string, Schema>();
  const visit = (schema: Schema, isWhole: boolean) => {
    const {
      title,
      oneOf = [],
      allOf = [],
      properties = {},
      items,
      prefixItems = [],
    } = schema as Parts;
    if (title !== undefined && !isWhole) types.set(title, schema);
    const inner = [...oneOf, ...allOf, ...Object.values(properties), ...prefixItems];
    for (const part of items === undefined ? inner : [...inner, items]) visit(part, false);
  };
  for (const schema of schemas) visit(schema, true);
  return types;
}

/** The alternatives that a schema allows. */
function listForms(schema: Schema): string[] {
  const { oneOf, allOf, nullable, type } = schema as Parts;
  if (oneOf !== undefined) return oneOf.flatMap(nameOrForms);
  if (allOf !== undefined) return combine(allOf);
  const form = formatPlain(schema);
  return nullable === true && type !== undefined ? [form, 'null'] : [form];
}

function nameOrForms(schema: Schema): string[] {
  const { title, nullable } = schema as Parts;
  if (title === undefined) return listForms(schema);
  return nullable === true ? [title, 'null'] : [title];
}

function inline(schema: Schema): string {
  return nameOrForms(schema).join(' | ');
}

/** Parts of one object: named ones first, then the members of the others. */
function combine(parts: readonly Schema[]): string[] {
  const names = parts.flatMap((part) => (part as Parts).title ?? []);
  const others = parts.filter((part) => (part as Parts).title === undefined);
  const objects = others.reduce<string[]>(
    (combined, part) =>
      combined.flatMap((left) => listForms(part).map((right) => joinMembers(left, right))),
    ['{}'],
  );
  return objects.map((form) => [...names, ...(form === '{}' ? [] : [form])].join(' & ') || '{}');
}

function joinMembers(left: string, right: string): string {
  const members = [left, right].map((form) => form.slice(1, -1).trim()).filter(Boolean);
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

function formatPlain(schema: Schema): string {
  const parts = schema as Parts;
  if (parts.enum !== undefined) return parts.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (parts.properties !== undefined) return formatObject(parts.properties, parts.required ?? []);
  if (parts.prefixItems !== undefined) return `[${parts.prefixItems.map(inline).join(', ')}]`;
  if (parts.items !== undefined) return formatList(inline(parts.items));
  if (parts.type === 'string' && parts.format !== undefined) return `<${parts.format}>`;
  return parts.type ?? 'anything';
}

function formatObject(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): string {
  const members = Object.entries(properties).map(
    ([key, schema]) => `${key}${required.includes(key) ? '' : '?'}: ${inline(schema)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

function formatList(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}
