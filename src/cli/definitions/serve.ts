// `perigee serve`.

import { LIMIT_OPTIONS } from '../limitOptions.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import { ADDRESS_OPTIONS, CACHE_SIZE, RING, TOKEN, UPSTREAM_TOKEN } from './shared.ts';

export const SERVE: CommandDefinition = {
  name: 'serve',
  summary: 'Answer JSON-RPC from a shared cluster, with nothing on this machine but memory.',
  options: [
    {
      name: 'store',
      value: RING,
      description: 'the cluster that a node writes to (start --cluster)',
    },
    {
      name: 'state',
      description: 'keep a copy of the current state on this machine, to call contracts on it',
    },
    {
      name: 'upstream',
      value: 'URL',
      description: 'the node that takes transactions, and calls of contracts without --state',
    },
    UPSTREAM_TOKEN,
    ...ADDRESS_OPTIONS,
    {
      name: 'cache',
      value: 'MIB',
      defaultValue: '256',
      description: 'how much of the cluster stays in memory; counts towards --cache-size',
    },
    TOKEN,
    CACHE_SIZE,
    ...LIMIT_OPTIONS,
  ],
};
