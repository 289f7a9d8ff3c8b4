// `perigee start`.

import { FINAL_WAIT_MS } from '../../node/options.ts';
import { WATCH_MODES } from '../../project/projectConfig.ts';
import { LIMIT_OPTIONS } from '../limitOptions.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import {
  ADDRESS_OPTIONS,
  CACHE_SIZE,
  DEBUG_INFO,
  NO_CONTROLS,
  PROTOCOL_OPTIONS,
  RING,
  TOKEN,
} from './shared.ts';

export const START: CommandDefinition = {
  name: 'start',
  summary: 'Start a local chain and answer JSON-RPC; go on with the chain of the last start.',
  options: [
    ...ADDRESS_OPTIONS,
    {
      name: 'mining',
      value: 'MODE',
      defaultValue: 'auto',
      description:
        'when blocks are made: auto (as soon as there is work, or else one a minute), ' +
        'auto:MS (or else one every MS milliseconds), interval:MS, manual',
    },
    {
      name: 'shards',
      group: 'Chain',
      short: 's',
      value: 'N',
      defaultValue: '1',
      description: 'the number of shards of a new chain',
    },
    {
      name: 'accounts',
      value: 'N',
      defaultValue: '10',
      description: 'the number of funded accounts of a new chain',
    },
    {
      name: 'config',
      group: 'Chain',
      value: 'FILE',
      usualValue: 'perigee.config.ts in this folder, or .js or .json',
      description: 'accounts, contracts and presets, and options of the chain',
    },
    {
      name: 'watch',
      group: 'Chain',
      words: WATCH_MODES,
      description:
        'redeploy contracts of the configuration when their modules change, and keep the state; ' +
        'with =reset begin again from genesis',
    },
    ...PROTOCOL_OPTIONS,
    {
      name: 'workers',
      group: 'Several processes and machines',
      value: 'N',
      defaultValue: '0',
      description: 'further processes that answer requests, on the same port',
    },
    { name: 'show-keys', description: 'print the keys of the funded accounts at the start' },
    {
      name: 'final-wait',
      group: 'Chain',
      value: 'MS',
      defaultValue: `${FINAL_WAIT_MS}`,
      description:
        'how long a read at `final` waits for blocks that are becoming final, so that it sees ' +
        'what was executed before it; 0 answers from the newest final block at once',
    },
    { name: 'in-memory', description: 'keep nothing: the chain ends with the program' },
    {
      name: 'durable',
      group: 'State',
      description: 'flush each block to the disk before it is acknowledged',
    },
    { name: 'reset', description: 'remove the chain in the home folder and begin a new one' },
    {
      name: 'fork',
      value: 'URL[@HEIGHT]',
      description:
        'begin at a block of another network: its accounts, contracts and storage are read when ' +
        'they are needed, and kept',
    },
    {
      name: 'cluster',
      group: 'Several processes and machines',
      formerName: 'ring',
      value: RING,
      description: 'bring every block to a shared cluster, from which front ends answer (serve)',
    },
    {
      name: 'standby',
      group: 'Several processes and machines',
      description:
        'copy the cluster until its writer is gone, then go on with its chain; the home folder ' +
        "needs the writer's genesis and keys",
    },
    {
      name: 'load-state',
      group: 'State',
      value: 'FILE',
      description: 'replace the state of all accounts by what --dump-state wrote',
    },
    {
      name: 'dump-state',
      group: 'State',
      value: 'FILE',
      description: 'write the state to a file at the end',
    },
    DEBUG_INFO,
    {
      name: 'gas-report',
      group: 'Other',
      description: 'print what contracts have burnt, at the end and on SIGUSR2',
    },
    NO_CONTROLS,
    TOKEN,
    CACHE_SIZE,
    ...LIMIT_OPTIONS,
  ],
};
