// `perigee trace`.

import { TRACE_LEVELS } from '../../trace/tree/transactionTrace.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import { DEBUG_INFO, DIALECT, NODE_TOKEN, NODE_URL } from './shared.ts';

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
    {
      name: 'from',
      value: 'SOURCE',
      description:
        'trace a transaction of another network: the address of an archival node or of a ' +
        'neardata server, or neardata:URL, lake:DIR, lake:s3://BUCKET; it is executed here, and ' +
        'compared with what the network reports',
    },
    {
      name: 'rows',
      group: 'Source of blocks',
      value: 'URL',
      description: 'with --from: the archival node that has the state, if SOURCE has only blocks',
    },
    {
      name: 'block',
      group: 'Source of blocks',
      value: 'HEIGHT',
      description:
        'with --from: the block with the transaction, if the node of the state does not know it',
    },
    {
      name: 'with',
      value: 'FILE',
      description:
        'with --from: also show what would have happened with this Wasm file as the contract of ' +
        'the receiver, or as ACCOUNT=FILE of another account',
    },
    {
      name: 'overrides',
      value: 'FILE',
      description:
        'with --from: also show what would have happened with the changes of state in this JSON ' +
        'file',
    },
    {
      name: 'cache',
      group: 'Source of blocks',
      value: 'DIR',
      usualValue: 'traces in the home folder',
      description: 'with --from: where everything that was fetched is kept',
    },
    {
      name: 'offline',
      group: 'Source of blocks',
      description: 'with --from: use only what was kept, and ask nobody',
    },
    DEBUG_INFO,
    { ...DIALECT, group: 'Source of blocks' },
  ],
};
