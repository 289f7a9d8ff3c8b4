// The page docs/reference/rpc.md, made from the registry by `npm run docs`.

import type { Method } from './method.ts';
import type { Schema } from './params.ts';
import { METHODS } from './registry.ts';

export function formatRpcReference(): string {
  return [
    '# Methods',
    '',
    '<!-- Made by `npm run docs` from the registry in src/rpc/registry.ts. -->',
    '',
    'Every method answers at `POST /` and at `POST /<name>`. At its own path a request needs nothing',
    'but `method` and `params`, and every answer has HTTP status 200.',
    '',
    'A method may also answer `REQUEST_VALIDATION_ERROR` with the cause `PARSE_ERROR` for params that',
    'it does not understand, and `INTERNAL_ERROR` for a failure of the node.',
    '',
    '| method | |',
    '|---|---|',
    ...METHODS.map(({ name, summary }) => `| [\`${name}\`](#${name.toLowerCase()}) | ${summary} |`),
    '',
    ...METHODS.flatMap(formatMethod),
  ].join('\n');
}

function formatMethod(method: Method): string[] {
  return [
    `## ${method.name}`,
    '',
    method.summary,
    '',
    ...formatNames(method),
    '**Params**',
    '',
    '```ts',
    ...formatSchema(method.paramsSchema),
    '```',
    '',
    `**Result**: ${method.returns}`,
    '',
    ...formatErrors(method),
  ];
}

function formatNames({ successor, aliases = [] }: Method): string[] {
  const lines = aliases.map(({ name, isDeprecated }) =>
    isDeprecated ? `Deprecated name: \`${name}\`.` : `Also called \`${name}\`.`,
  );
  if (successor !== undefined) lines.unshift(`Deprecated: use \`${successor}\`.`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function formatErrors({ errors }: Method): string[] {
  const rows = Object.entries(errors)
    .filter(([name]) => name !== 'INTERNAL_ERROR')
    .map(([name, { when }]) => `| \`${name}\` | ${when} |`);
  return rows.length === 0 ? [] : ['| error | when |', '|---|---|', ...rows, ''];
}

/** The forms that a schema allows, one on each line. */
function formatSchema(schema: Schema): string[] {
  const forms = listForms(schema);
  return forms.map((form, index) => (index === 0 ? form : `| ${form}`));
}

/** A schema as alternatives in the notation of TypeScript. */
function listForms(schema: Schema): string[] {
  const { oneOf, allOf } = schema as { oneOf?: Schema[]; allOf?: Schema[] };
  const forms = oneOf?.flatMap(listForms) ??
    (allOf && combineForms(allOf)) ?? [formatPlain(schema)];
  return schema.nullable === true && schema.type !== undefined ? [...forms, 'null'] : forms;
}

/** Parts of one object: members side by side, every choice with every other. */
function combineForms(parts: readonly Schema[]): string[] {
  return parts.reduce<string[]>(
    (combined, part) =>
      combined.flatMap((left) => listForms(part).map((right) => joinMembers(left, right))),
    ['{}'],
  );
}

function joinMembers(left: string, right: string): string {
  const members = [left, right].map((form) => form.slice(1, -1).trim()).filter(Boolean);
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

function formatPlain(schema: Schema): string {
  const { type, properties, required, items, prefixItems } = schema as {
    type?: string;
    properties?: Record<string, Schema>;
    required?: readonly string[];
    items?: Schema;
    prefixItems?: readonly Schema[];
  };
  if (schema.enum !== undefined) {
    return (schema.enum as readonly unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  }
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([key, value]) =>
        `${key}${required?.includes(key) ? '' : '?'}: ${listForms(value).join(' | ')}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
  }
  if (prefixItems !== undefined) {
    return `[${prefixItems.map((item) => listForms(item).join(' | ')).join(', ')}]`;
  }
  if (items !== undefined) return `(${listForms(items).join(' | ')})[]`;
  if (type === 'integer') return 'integer';
  if (type === 'string') return schema.format === undefined ? 'string' : `<${schema.format}>`;
  return type ?? 'anything';
}
