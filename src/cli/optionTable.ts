// THE table of commands and options. Parsing, `--help` and docs/reference/cli.md are all made from
// it, so a flag exists exactly if it stands here. Default values are written as a user types them.

import { LOG_LEVELS } from '../node/options.ts';
import { LIMIT_NAMES, limitDefinition } from '../rpc/limits.ts';

export type OptionDefinition = {
  readonly name: string;
  /** The placeholder of its value. An option without one is a switch. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** What holds without the option, where that is decided elsewhere. */
  readonly usualValue?: string;
  readonly description: string;
};

export type CommandName = 'start' | 'replay' | 'init' | 'run' | 'view-state' | 'bench';

export type CommandDefinition = {
  readonly name: CommandName;
  readonly summary: string;
  /** The one argument that the command needs. */
  readonly argument?: { readonly name: string; readonly description: string };
  readonly options: readonly OptionDefinition[];
};

export const COMMON_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'home',
    value: 'DIR',
    defaultValue: '~/.perigee',
    description: 'the folder of the chain, its keys and its configuration',
  },
  {
    name: 'log',
    value: 'LEVEL',
    defaultValue: 'info',
    description: `how much is logged: ${LOG_LEVELS.join(', ')}`,
  },
  { name: 'help', description: 'show this text' },
];

const NO_CONTROLS: OptionDefinition = {
  name: 'no-controls',
  description: 'leave out the methods that control the chain: perigee_* and sandbox_*',
};

/** Without a value here config.json decides, and without one there the default. */
const LIMIT_OPTIONS: readonly OptionDefinition[] = LIMIT_NAMES.map((name) => {
  const { flag, value, default: usual, description, config } = limitDefinition(name);
  const source = config === undefined ? '' : `; in config.json \`${config.key}\``;
  return {
    name: flag,
    value,
    description: description + source,
    ...(usual !== null && { usualValue: `${usual}` }),
  };
});

const TOKEN: OptionDefinition = {
  name: 'token',
  value: 'TEXT',
  description:
    'what callers from other machines must send as `Authorization: Bearer TEXT`; also read from ' +
    'the environment, as PERIGEE_TOKEN, where other users of the machine do not see it',
};

const START: CommandDefinition = {
  name: 'start',
  summary: 'Start a local chain and answer JSON-RPC; go on with the chain of the last start.',
  options: [
    {
      name: 'port',
      value: 'PORT',
      defaultValue: '3030',
      description: 'the port of the JSON-RPC service; 0 takes a free one',
    },
    {
      name: 'host',
      value: 'HOST',
      defaultValue: '127.0.0.1',
      description: 'the address to listen on',
    },
    {
      name: 'mining',
      value: 'MODE',
      defaultValue: 'auto',
      description:
        'when blocks are made: auto (as soon as there is work), auto:MS (and at least so often), ' +
        'interval:MS, manual',
    },
    {
      name: 'shards',
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
    { name: 'in-memory', description: 'keep nothing: the chain ends with the program' },
    { name: 'durable', description: 'flush each block to the disk before it is acknowledged' },
    { name: 'reset', description: 'remove the chain in the home folder and begin a new one' },
    {
      name: 'load-state',
      value: 'FILE',
      description: 'replace the state of all accounts by what --dump-state wrote',
    },
    { name: 'dump-state', value: 'FILE', description: 'write the state to a file at the end' },
    {
      name: 'gas-report',
      description: 'print what contracts have burnt, at the end and on SIGUSR2',
    },
    NO_CONTROLS,
    TOKEN,
    ...LIMIT_OPTIONS,
  ],
};

const REPLAY: CommandDefinition = {
  name: 'replay',
  summary: 'Apply a recorded chain from its genesis and compare every result with the recording.',
  argument: { name: 'DIR', description: 'the folder of the recording' },
  options: [
    { name: 'code', value: 'DIR', description: 'a folder with further contracts, as .wasm files' },
    { name: 'until', value: 'HEIGHT', description: 'stop after the block of this height' },
    {
      name: 'serve',
      value: 'PORT',
      description: 'afterwards answer JSON-RPC over the replayed chain',
    },
  ],
};

const INIT: CommandDefinition = {
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
    { name: 'fast', description: 'short epochs, and blocks in quick succession' },
  ],
};

const RUN: CommandDefinition = {
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
    NO_CONTROLS,
    TOKEN,
    ...LIMIT_OPTIONS,
  ],
};

const VIEW_STATE: CommandDefinition = {
  name: 'view-state',
  summary: 'Write the state of a home folder as a genesis: output.json, or a folder output.',
  argument: { name: 'dump-state', description: 'the word itself' },
  options: [{ name: 'stream', description: 'write a folder, with the records in their own file' }],
};

const BENCH: CommandDefinition = {
  name: 'bench',
  summary: 'Measure this program: start, reads, transactions, blocks, replay, growth.',
  options: [
    {
      name: 'sections',
      value: 'LIST',
      defaultValue: 'start,reads,transactions,blocks,replay',
      description: 'what is measured; growth takes many minutes and runs only if named',
    },
    {
      name: 'connections',
      value: 'LIST',
      defaultValue: '1,32,256',
      description: 'how many connections read at the same time, each number measured',
    },
    {
      name: 'workers',
      value: 'N',
      defaultValue: '0',
      description: 'front processes of the measured node besides the first',
    },
    {
      name: 'seconds',
      value: 'N',
      defaultValue: '2',
      description: 'how long each kind of request is sent',
    },
    {
      name: 'against',
      value: 'URL',
      description: 'another NEAR RPC whose reads are measured in turn, with the ratio',
    },
    {
      name: 'recording',
      value: 'DIR',
      description: 'the folder of a recording, for the section replay',
    },
    { name: 'json', value: 'FILE', description: 'write the measurements as JSON' },
    { name: 'svg', value: 'FILE', description: 'draw the rates' },
  ],
};

/** The first command is the one that `perigee` without a command runs. */
export const COMMANDS: readonly [CommandDefinition, ...CommandDefinition[]] = [
  START,
  REPLAY,
  INIT,
  RUN,
  VIEW_STATE,
  BENCH,
];
