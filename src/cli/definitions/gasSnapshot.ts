// `perigee gas-snapshot`.

import type { CommandDefinition } from '../optionDefinition.ts';
import { NODE_TOKEN, NODE_URL } from './shared.ts';

export const GAS_SNAPSHOT: CommandDefinition = {
  name: 'gas-snapshot',
  summary: 'Record the gas that contract functions burnt, or compare it with a recorded one.',
  options: [
    NODE_URL,
    {
      name: 'file',
      value: 'FILE',
      defaultValue: '.gas-snapshot',
      description: 'the snapshot',
    },
    {
      name: 'check',
      description: 'compare with the snapshot, and exit with 1 if anything has changed',
    },
    { name: 'diff', description: 'compare with the snapshot' },
    {
      name: 'tolerance',
      value: 'PERCENT',
      defaultValue: '0',
      description: 'by how much a value may differ',
    },
    NODE_TOKEN,
  ],
};
