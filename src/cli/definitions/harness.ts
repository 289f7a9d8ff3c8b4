// The commands of the reference that test harnesses use.

import { TEST_CONTRACT_NAMES } from '../../contracts/testContractNames.ts';
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

export const LOCALNET: CommandDefinition = {
  name: 'localnet',
  summary: "Create the home folders of a local network, as the reference's localnet does.",
  options: [
    {
      name: 'shards',
      short: 's',
      value: 'N',
      defaultValue: '1',
      description: 'the number of shards',
    },
    {
      name: 'validators',
      formerName: 'v',
      short: 'v',
      value: 'N',
      defaultValue: '4',
      description: 'how many nodes are validators; nodes of Perigee do not connect, so use 1',
    },
    {
      name: 'non-validators-archival',
      value: 'N',
      defaultValue: '0',
      description: 'how many further nodes keep everything',
    },
    {
      name: 'non-validators-rpc',
      value: 'N',
      defaultValue: '0',
      description: 'how many further nodes track all shards',
    },
    {
      name: 'non-validators',
      formerName: 'n',
      short: 'n',
      value: 'N',
      defaultValue: '0',
      description: 'how many further nodes have no special role',
    },
    {
      name: 'prefix',
      value: 'NAME',
      defaultValue: 'node',
      description: 'the folders and accounts are called NAME0, NAME1 and so on',
    },
    {
      name: 'tracked-shards',
      value: 'LIST',
      defaultValue: 'all',
      description:
        'the shards that the other nodes track: all, none, or a list such as 0,1, which means all',
    },
    ...PROTOCOL_OPTIONS,
  ],
};

export const DUMP_TEST_CONTRACTS: CommandDefinition = {
  name: 'dump-test-contracts',
  summary: "Write a contract for the reference's test suite to standard output, as Wasm.",
  options: [
    {
      name: 'contract-name',
      short: 'c',
      value: 'NAME.wasm',
      description: `which one: ${TEST_CONTRACT_NAMES.map((name) => `${name}.wasm`).join(', ')}`,
    },
  ],
};

export const VIEW_STATE: CommandDefinition = {
  name: 'view-state',
  summary: 'Write the state of a home folder as a genesis: output.json, or a folder output.',
  argument: { name: 'dump-state', description: 'the word itself' },
  options: [{ name: 'stream', description: 'write a folder, with the records in their own file' }],
};
