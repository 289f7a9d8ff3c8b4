// `perigee sql`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const SQL: CommandDefinition = {
  name: 'sql',
  summary: 'Query the chain of a home folder with SQL: blocks, transactions, events, balances.',
  argument: {
    name: '[SELECT]',
    description: 'a statement of SQLite; without one, the tables are listed',
    count: 0,
    optional: 1,
  },
  options: [
    {
      name: 'db',
      value: 'FILE',
      usualValue: 'chain.sqlite in the home folder, brought up to date first',
      description: 'a file of perigee export --sqlite, which is queried as it is',
    },
    { name: 'json', description: 'print a JSON array, with all digits of integers' },
    { name: 'csv', description: 'print comma-separated values' },
  ],
};
