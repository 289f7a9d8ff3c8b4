// `perigee compare`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const COMPARE: CommandDefinition = {
  name: 'compare',
  summary: 'Ask two nodes the same questions and show where their answers differ.',
  argument: { name: 'URL URL', description: 'the addresses of the two nodes', count: 2 },
  options: [
    {
      name: 'blocks',
      value: 'N',
      defaultValue: '20',
      description: 'about how many blocks, spread over those that both nodes have',
    },
    {
      name: 'requests',
      value: 'FILE',
      description: 'questions of your own instead: the body of a request in each line',
    },
    {
      name: 'ignore',
      value: 'LIST',
      description: 'fields that may differ, such as gas_profile,header.proposed_split',
    },
    { name: 'json', value: 'FILE', description: 'write the differences as JSON' },
  ],
};
