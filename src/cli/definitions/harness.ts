// The commands of the reference that test harnesses use: `init`, `run`, `view-state`.

import { LIMIT_OPTIONS } from '../limitOptions.ts';
import type { CommandDefinition } from '../optionDefinition.ts';
import { NO_CONTROLS, PROTOCOL_OPTIONS, TOKEN } from './shared.ts';

export const INIT: CommandDefinition = {
  name: 'init',
  summary: "Make a home folder with the files that the reference's init writes.",
  options: [
    {
      name: 'chain-id',
      value: 'ID',
      description: 'the name of the chain; a random one without it',
    },
    {
      name: 'account-id',
      value: 'ID',
      defaultValue: 'test.near',
      description: 'the account of the validator, which holds the tokens',
    },
    {
      name: 'test-seed',
      value: 'SEED',
      description: 'the text that the keys follow from; without it they are random',
    },
    {
      name: 'num-shards',
      value: 'N',
      defaultValue: '1',
      description: 'the number of shards',
    },
    ...PROTOCOL_OPTIONS,
    { name: 'fast', description: 'short epochs, and blocks in quick succession' },
  ],
};

export const RUN: CommandDefinition = {
  name: 'run',
  summary: "Run the node of a home folder as its files say, as the reference's run does.",
  options: [
    {
      name: 'rpc-addr',
      value: 'HOST:PORT',
      description: 'where to answer JSON-RPC; without it, what config.json says',
    },
    {
      name: 'network-addr',
      value: 'HOST:PORT',
      description: 'has no meaning here, where there are no peers',
    },
    {
      name: 'mining',
      value: 'MODE',
      description:
        'when blocks are made, as with start; without it as soon as there is work, and at the ' +
        'pace of config.json',
    },
    ...PROTOCOL_OPTIONS,
    NO_CONTROLS,
    TOKEN,
    ...LIMIT_OPTIONS,
  ],
};

export const VIEW_STATE: CommandDefinition = {
  name: 'view-state',
  summary: 'Write the state of a home folder as a genesis: output.json, or a folder output.',
  argument: { name: 'dump-state', description: 'the word itself' },
  options: [{ name: 'stream', description: 'write a folder, with the records in their own file' }],
};
