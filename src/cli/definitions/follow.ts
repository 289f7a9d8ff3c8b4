// `perigee follow`.

import { LIMIT_OPTIONS } from '../limitOptions.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import {
  ADDRESS_OPTIONS,
  BUCKET_OPTIONS,
  CACHE_SIZE,
  DIALECT,
  RING,
  TOKEN,
  UPSTREAM_TOKEN,
} from './shared.ts';

export const FOLLOW: CommandDefinition = {
  name: 'follow',
  summary: 'Follow a chain, check every block, and answer JSON-RPC from what was checked.',
  options: [
    {
      name: 'from',
      value: 'SOURCE',
      description: 'where blocks come from: neardata:URL, lake:DIR or lake:s3://BUCKET[/PREFIX]',
    },
    {
      name: 'genesis',
      value: 'FILE',
      description:
        'begin with the genesis of the chain; its epochs are then computed here, with the ' +
        'epoch_configs in the same folder if there are any',
    },
    DIALECT,
    {
      name: 'checkpoint',
      value: 'FILE-OR-URL',
      description:
        'begin with a block that is trusted: one in a file, or the newest final one of an RPC ' +
        'service, which later also provides the block producers',
    },
    {
      name: 'start',
      group: 'Source of blocks',
      value: 'HEIGHT',
      description: 'the height of the block to begin with, of a checkpoint from a service',
    },
    {
      name: 'state-from',
      group: 'Source of blocks',
      value: 'FILE',
      description: 'the state after the block to begin with, as start --dump-state writes it',
    },
    {
      name: 'upstream',
      group: 'Several processes and machines',
      value: 'URL',
      description: 'the node that takes transactions',
    },
    UPSTREAM_TOKEN,
    {
      name: 'cluster',
      group: 'Several processes and machines',
      formerName: 'ring',
      value: RING,
      description: 'bring every block to a shared cluster, from which front ends answer (serve)',
    },
    {
      name: 'allow-unapproved',
      group: 'Source of blocks',
      description:
        'take blocks without the approvals of two thirds of the stake, which development tools ' +
        'make when they skip heights',
    },
    {
      name: 'execute',
      description:
        'execute the blocks, from genesis on, and refuse whatever differs: then everything is ' +
        'verified, and the whole state is kept',
    },
    {
      name: 'code',
      group: 'Source of blocks',
      value: 'DIR',
      description: 'a folder with contracts (*.wasm) that no block shows, for --execute',
    },
    {
      name: 'verified-only',
      description:
        'refuse requests whose answers would hold anything that nothing on the chain binds',
    },
    {
      name: 'api-key',
      group: 'Source of blocks',
      value: 'TEXT',
      description: 'for servers of neardata; also read from the environment, as PERIGEE_API_KEY',
    },
    {
      name: 'requests-per-minute',
      group: 'Source of blocks',
      value: 'N',
      description: 'how often a server of neardata may be asked',
    },
    ...BUCKET_OPTIONS,
    ...ADDRESS_OPTIONS,
    TOKEN,
    CACHE_SIZE,
    ...LIMIT_OPTIONS,
  ],
};
