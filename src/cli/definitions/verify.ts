// `perigee verify`.

import type { CommandDefinition } from '../optionDefinition.ts';
import { BUCKET_OPTIONS, RING, UPSTREAM_TOKEN } from './shared.ts';

export const VERIFY: CommandDefinition = {
  name: 'verify',
  summary: 'Check everything in a home folder, and restore what is damaged.',
  options: [
    { name: 'deep', description: 'check the states after all blocks, not only after the newest' },
    {
      name: 'restore-from',
      value: 'PLACE',
      description:
        `put back what is damaged or missing, from a cluster (${RING}), a block export ` +
        '(neardata:URL, lake:DIR or lake:s3://BUCKET), another node of the same chain ' +
        '(http://HOST:PORT), another home folder, or itself: single flipped bits are put right, ' +
        'and rows that follow from others made again; no node may run meanwhile',
    },
    {
      ...UPSTREAM_TOKEN,
      description:
        'what the node of --restore-from wants as `Authorization: Bearer TEXT`; also read from ' +
        'the environment, as PERIGEE_UPSTREAM_TOKEN',
    },
    {
      name: 'json',
      value: 'FILE',
      description: 'write the result as JSON; to standard output if FILE is -',
    },
    ...BUCKET_OPTIONS,
  ],
};
