// `perigee profile`.

import type { CommandDefinition } from '../optionDefinition.ts';
import { NODE_TOKEN, NODE_URL } from './shared.ts';

export const PROFILE: CommandDefinition = {
  name: 'profile',
  summary: 'Show which functions of contracts burnt the gas of a transaction.',
  argument: { name: 'HASH', description: 'the hash of the transaction' },
  options: [
    NODE_URL,
    {
      name: 'top',
      value: 'N',
      defaultValue: '30',
      description: 'how many functions and fees are shown',
    },
    { name: 'svg', value: 'FILE', description: 'write a flame graph' },
    { name: 'speedscope', value: 'FILE', description: 'write a file for speedscope.app' },
    {
      name: 'collapsed',
      value: 'FILE',
      description: 'write collapsed stacks, which many tools make flame graphs of',
    },
    NODE_TOKEN,
  ],
};
