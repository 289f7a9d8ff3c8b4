// `perigee export`.

import type { CommandDefinition } from '../optionDefinition.ts';
import { BUCKET_OPTIONS } from './shared.ts';

export const EXPORT: CommandDefinition = {
  name: 'export',
  summary: "Write the final blocks of a chain as files in NEAR Lake's layout, for indexers.",
  options: [
    {
      name: 'to',
      value: 'PLACE',
      description: 'where to: lake:DIR, or lake:s3://BUCKET[/PREFIX]',
    },
    {
      name: 'from',
      value: 'HEIGHT',
      description: 'the first block of a new export; one that exists goes on where it ended',
    },
    {
      name: 'sqlite',
      value: 'FILE',
      description: 'instead of --to: tables in an SQLite file, for SQL; it goes on where it ended',
    },
    { name: 'until', value: 'HEIGHT', description: 'stop after the block of this height' },
    { name: 'follow', description: 'go on with new blocks until the program is ended' },
    ...BUCKET_OPTIONS,
  ],
};
