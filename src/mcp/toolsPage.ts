// The page docs/reference/mcp.md, generated from the table of tools by `npm run docs`.

import type { Schema } from '../codec/schema.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './toolTable.ts';

export function formatToolsPage(): string {
  return [
    '# Tools for AI assistants',
    '',
    '<!-- Made by `npm run docs` from src/mcp/toolTable.ts. -->',
    '',
    'The tools of [`perigee mcp`](../guide/mcp.md). Parameters with `*` are required. A text that',
    'is longer than 48,000 characters is cut, and ends with `[truncated: …]`.',
    '',
    ...TOOLS.flatMap(formatTool),
  ].join('\n');
}

function formatTool({ name, description, inputSchema, annotations }: Tool): string[] {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([param, schema]) => {
    const mark = required.includes(param) ? '\\*' : '';
    return `| \`${param}\`${mark} | ${nameType(schema)} | ${schema.description ?? ''} |`;
  });
  const effect = annotations.readOnlyHint === true ? 'Only reads.' : 'Changes the chain.';
  return [
    `## \`${name}\``,
    '',
    `${description} ${effect}`,
    '',
    ...(rows.length === 0 ? [] : ['| parameter | type | meaning |', '|---|---|---|', ...rows, '']),
  ];
}

function nameType(schema: Schema): string {
  const {
    type,
    anyOf,
    enum: words,
  } = schema as {
    readonly type?: string | readonly string[];
    readonly anyOf?: readonly Schema[];
    readonly enum?: readonly unknown[];
  };
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (anyOf !== undefined) {
    const shown = anyOf.filter((one) => one.type !== 'null').map(nameType);
    return shown.join(' or ');
  }
  return [type ?? 'any'].flat().join(' or ');
}
