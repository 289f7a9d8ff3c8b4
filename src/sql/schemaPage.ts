// The page docs/reference/sql.md, generated from the tables by `npm run docs`.

import { TABLES } from './sqlTables.ts';
import type { SqlTable } from './table.ts';
import { VIEWS } from './tables/blockTables.ts';

export function formatSchemaPage(): string {
  return [
    '# SQL tables',
    '',
    '<!-- Made by `npm run docs` from src/sql/sqlTables.ts. -->',
    '',
    'The tables of [`perigee export --sqlite` and `perigee sql`](../guide/sql.md). Hashes and ids',
    'are base58. Amounts of tokens are yoctoNEAR as TEXT, because they have more digits than an',
    'INTEGER can hold; so are attached gas and nonces. Columns with `?` can be null.',
    '',
    ...TABLES.flatMap(formatTable),
    '## Views',
    '',
    ...VIEWS.flatMap(({ name, select }) => [`\`${name}\`:`, '', '```sql', select, '```', '']),
  ].join('\n');
}

function formatTable({ name, about, columns, key, indexes }: SqlTable): string[] {
  return [
    `## \`${name}\``,
    '',
    about,
    '',
    '| column | type | meaning |',
    '|---|---|---|',
    ...columns.map(
      ({ name: column, type, isNullable, about: meaning }) =>
        `| \`${column}\`${isNullable ? '?' : ''} | ${type} | ${meaning} |`,
    ),
    '',
    `Primary key: ${list(key)}. Indexes: ${list(indexes)}.`,
    '',
  ];
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The tables and their columns, for a terminal. */
export function listTables(): string {
  const tables = TABLES.map(({ name, columns }) => {
    return `${name}(${columns.map((column) => column.name).join(', ')})`;
  });
  return `${[...tables, ...VIEWS.map(({ name }) => `${name}, a view`)].join('\n')}\n`;
}
