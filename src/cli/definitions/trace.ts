// `perigee trace`.

import { TRACE_LEVELS } from '../../trace/tree/transactionTrace.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import { NODE_TOKEN, NODE_URL } from './shared.ts';

export const TRACE: CommandDefinition = {
  name: 'trace',
  summary: 'Show what a transaction did: its receipts, calls, host functions, storage and gas.',
  argument: { name: 'HASH', description: 'the hash of the transaction' },
  options: [
    NODE_URL,
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
    NODE_TOKEN,
  ],
};
