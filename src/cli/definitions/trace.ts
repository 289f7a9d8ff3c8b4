// `perigee trace`.

import { TRACE_LEVELS } from '../../trace/tree/transactionTrace.ts';
import type { CommandDefinition } from '../optionDefinition.ts';

export const TRACE: CommandDefinition = {
  name: 'trace',
  summary: 'Show what a transaction did: its receipts, calls, host functions, storage and gas.',
  argument: { name: 'HASH', description: 'the hash of the transaction' },
  options: [
    {
      name: 'url',
      value: 'URL',
      defaultValue: 'http://127.0.0.1:3030',
      description: 'the node that has the transaction',
    },
    {
      name: 'level',
      value: 'LEVEL',
      defaultValue: 'host',
      description: `how much is shown: ${TRACE_LEVELS.join(', ')}`,
    },
    {
      name: 'json',
      value: 'FILE',
      description: 'write the trace as JSON instead; - is standard output',
    },
    {
      name: 'token',
      value: 'TEXT',
      description: 'the token of the node, also taken from the variable PERIGEE_TOKEN',
    },
  ],
};
