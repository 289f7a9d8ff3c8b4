// `perigee coverage`.

import type { CommandDefinition } from '../optionDefinition.ts';
import { NODE_TOKEN, NODE_URL } from './shared.ts';

export const COVERAGE: CommandDefinition = {
  name: 'coverage',
  summary: 'Show which lines of contracts the calls of a test run have executed.',
  options: [
    NODE_URL,
    {
      name: 'from',
      value: 'HEIGHT',
      usualValue: 'the oldest block of the node',
      description: 'the first block',
    },
    {
      name: 'to',
      value: 'HEIGHT',
      usualValue: 'the newest block',
      description: 'the last block',
    },
    { name: 'lcov', value: 'FILE', description: 'write the counts of all lines in lcov format' },
    {
      name: 'root',
      value: 'DIR',
      description: 'write paths below this folder without it, as it was when contracts were built',
    },
    NODE_TOKEN,
  ],
};
