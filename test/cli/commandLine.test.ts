// How arguments are parsed: tables of command lines with the resulting options, or with the error.

import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasSwitch, optionText, parseCommandLine } from '../../src/cli/commandLine.ts';
import { readReplayOptions } from '../../src/cli/commands/replay.ts';
import { readStartOptions } from '../../src/cli/commands/start.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { nodeUrl } from '../../src/cli/optionValues.ts';
import { isUsageError } from '../../src/cli/usageError.ts';
import type { StartOptions } from '../../src/node/options.ts';

const split = (text: string) => text.split(' ').filter((part) => part !== '');

const START_DEFAULTS = {
  host: '127.0.0.1',
  port: 3030,
  mining: 'auto',
  shards: 1,
  accounts: 10,
  protocol: undefined,
  dialect: undefined,
  nightly: false,
  workers: 0,
  finalWaitMs: 2_000,
  inMemory: false,
  durable: false,
  reset: false,
  controls: true,
  showKeys: false,
  debugInfo: undefined,
  gasReport: false,
  token: undefined,
  limits: {},
  loadState: undefined,
  dumpState: undefined,
  fork: undefined,
  home: join(homedir(), '.perigee'),
  logLevel: 'info',
};

const STARTS: [line: string, different: Partial<Record<keyof StartOptions, unknown>>][] = [
  ['', {}],
  ['start', {}],
  ['--port 4000', { port: 4000 }],
  ['start --port=0 --host ::1', { port: 0, host: '::1' }],
  ['--home /chains/one start --port 1 --port 2', { home: '/chains/one', port: 2 }],
  ['start --home=~/two', { home: join(homedir(), 'two') }],
  ['start --home ~', { home: homedir() }],
  ['start --workers 2', { workers: 2 }],
  ['start --show-keys', { showKeys: true }],
  ['start --debug-info /project', { debugInfo: '/project' }],
  ['start --fork http://a:1', { fork: { url: 'http://a:1', height: null } }],
  ['start --fork http://a:1@9', { fork: { url: 'http://a:1', height: 9 } }],
  ['start --mining manual', { mining: 'manual' }],
  ['start --mining interval:250', { mining: { intervalMs: 250 } }],
  ['start --in-memory --durable --reset', { inMemory: true, durable: true, reset: true }],
  ['start --shards 4', { shards: 4, insisted: ['shards'] }],
  ['start --shards 4 --accounts 0', { shards: 4, accounts: 0, insisted: ['shards', 'accounts'] }],
  ['start --protocol 84', { protocol: 84 }],
  ['start --protocol 157 --nightly', { protocol: 157, nightly: true }],
  ['start --dialect cd297313f2', { dialect: 'cd297313f2' }],
  ['start --log debug', { logLevel: 'debug' }],
  ['start --mining auto:500', { mining: { heartbeatMs: 500 } }],
  ['start --token s3cret', { token: 's3cret' }],
  ['start --cache-size 512', { cacheBudgetBytes: 512 * 1024 * 1024 }],
  [
    'start --max-body 2048 --rate 0 --max-view-gas=300000000000000',
    { limits: { bodyBytesMax: 2048, requestsPerSecond: 0, viewGasMax: 300_000_000_000_000 } },
  ],
  ['start --no-controls --gas-report', { controls: false, gasReport: true }],
  [
    'start --load-state /a.json --dump-state /b.json',
    { loadState: '/a.json', dumpState: '/b.json' },
  ],
];

test('some options have a letter or an alias', () => {
  const table: [line: string, name: string, text: string][] = [
    ['localnet -v 3', 'validators', '3'],
    ['localnet --v 3', 'validators', '3'],
    ['localnet -n1', 'non-validators', '1'],
    ['localnet -s 2 -v 1', 'shards', '2'],
    ['-s 2 start', 'shards', '2'],
    ['dump-test-contracts -c trivial.wasm', 'contract-name', 'trivial.wasm'],
  ];
  for (const [line, name, text] of table) {
    assert.equal(optionText(parseCommandLine(split(line)), name), text, line);
  }
  assert.throws(() => parseCommandLine(['start', '-v']), isUsageError);
  assert.throws(() => parseCommandLine(['localnet', '-v']), isUsageError);
});

test('start takes its options, and defaults for the others', () => {
  for (const [line, different] of STARTS) {
    const options = readStartOptions(parseCommandLine(split(line)));
    assert.deepEqual(options, { ...START_DEFAULTS, ...different }, line);
  }
});

test('replay takes a folder and its options', () => {
  const nothing = { code: undefined, until: undefined, serve: undefined, logLevel: 'info' };
  const table: [line: string, options: object][] = [
    ['replay /tour', { ...nothing, directory: '/tour' }],
    ['replay tour', { ...nothing, directory: join(process.cwd(), 'tour') }],
    [
      'replay --until 262 /tour --code /wasm --serve 0 --log warn',
      { directory: '/tour', code: '/wasm', until: 262, serve: 0, logLevel: 'warn' },
    ],
  ];
  for (const [line, options] of table) {
    assert.deepEqual(readReplayOptions(parseCommandLine(split(line))), options, line);
  }
});

const COMMAND_NAMES = COMMANDS.map(({ name }) => name).join(', ');

test('help is available in three ways, for the program or a command', () => {
  const table: [line: string, command: string, isCommandNamed: boolean][] = [
    ['--help', 'start', false],
    ['-h', 'start', false],
    ['help', 'start', false],
    ['replay --help', 'replay', true],
    ['replay -h', 'replay', true],
    ['help replay', 'replay', true],
    ['--home /x help replay', 'replay', true],
  ];
  for (const [line, name, isCommandNamed] of table) {
    const read = parseCommandLine(split(line));
    assert.ok(read.given.has('help'), line);
    assert.deepEqual([read.command.name, read.isCommandNamed], [name, isCommandNamed], line);
  }
});

const REFUSED: [line: string, message: string][] = [
  ['fly', `There is no command 'fly'; the commands are ${COMMAND_NAMES}.`],
  ['help fly', `There is no command 'fly'; the commands are ${COMMAND_NAMES}.`],
  [
    'compare http://a',
    'perigee compare takes 2 arguments, URL URL: the addresses of the two nodes.',
  ],
  ['strat', "There is no command 'strat'; did you mean 'start'?"],
  ['acounts', "There is no command 'acounts'; did you mean 'accounts'?"],
  ['help veiw', "There is no command 'veiw'; did you mean 'view'?"],
  ['start --prot 1', "perigee start has no option --prot; did you mean '--port'?"],
  ['start --in-memry', "perigee start has no option --in-memry; did you mean '--in-memory'?"],
  ['accounts x', "perigee accounts takes no argument, but got 'x'."],
  ['keys a b', 'perigee keys takes at most one argument, [ACCOUNT]: the account.'],
  ['start -p 1', 'perigee start has no option -p; see perigee start --help --all.'],
  ['start --until 1', 'perigee start has no option --until; see perigee start --help --all.'],
  [
    'replay /tour --port 1',
    'perigee replay has no option --port; see perigee replay --help --all.',
  ],
  ['start here', "perigee start takes no argument, but got 'here'."],
  ['replay', 'perigee replay takes one argument, DIR: the folder of the recording.'],
  ['replay a b', 'perigee replay takes one argument, DIR: the folder of the recording.'],
  ['start --port', '--port needs a value, PORT.'],
  ['start --port --host x', '--port needs a value, PORT.'],
  ['start --durable=yes', '--durable takes no value.'],
  ['start --port x', "--port is a whole number from 0 to 65535, not 'x'."],
  ['start --port=-1', "--port is a whole number from 0 to 65535, not '-1'."],
  ['start --port 65536', "--port is a whole number from 0 to 65535, not '65536'."],
  ['start --port 1e3', "--port is a whole number from 0 to 65535, not '1e3'."],
  ['start --port=', "--port is a whole number from 0 to 65535, not ''."],
  ['start --shards 0', "--shards is a whole number from 1 to 64, not '0'."],
  ['start --mining now', "--mining is auto, auto:MS, interval:MS or manual, not 'now'."],
  ['start --mining auto:', "--mining is auto, auto:MS, interval:MS or manual, not 'auto:'."],
  [
    'start --mining interval:0',
    "--mining is auto, auto:MS, interval:MS or manual, not 'interval:0'.",
  ],
  ['start --max-body 5', "--max-body is a whole number from 1024 to 268435456, not '5'."],
  ['start --token=', 'A token has 1 to 1024 printable characters and no spaces.'],
  ['start --log loud', "--log is one of silent, error, warn, info, debug, trace, not 'loud'."],
  ['replay /tour --until -3', '--until needs a value, HEIGHT.'],
];

test('a dash alone is a value', () => {
  const line = parseCommandLine(split('verify --json - --deep'));
  assert.equal(optionText(line, 'json'), '-');
  assert.ok(hasSwitch(line, 'deep'));
});

test('a wrong command line is refused with one sentence', () => {
  for (const [text, message] of REFUSED) {
    const read = () => {
      const line = parseCommandLine(split(text));
      if (line.command.name === 'start') readStartOptions(line);
      else readReplayOptions(line);
    };
    assert.throws(read, (error) => isUsageError(error) && error.message === message, text);
  }
});

test('every command that asks a node takes its address from PERIGEE_URL, too', () => {
  const { PERIGEE_URL } = process.env;
  const asking = COMMANDS.filter(({ options }) => options.some(({ name }) => name === 'url'));
  assert.ok(asking.length >= 15);
  try {
    for (const { name, argument } of asking) {
      const words = Array.from({ length: argument?.count ?? (argument ? 1 : 0) }, () => 'x');
      process.env.PERIGEE_URL = 'http://127.0.0.1:1';
      assert.equal(nodeUrl(parseCommandLine([name, ...words])), 'http://127.0.0.1:1', name);
      const given = parseCommandLine([name, ...words, '--url', 'http://127.0.0.1:2']);
      assert.equal(nodeUrl(given), 'http://127.0.0.1:2', name);
      delete process.env.PERIGEE_URL;
      assert.equal(nodeUrl(parseCommandLine([name, ...words])), 'http://127.0.0.1:3030', name);
    }
  } finally {
    if (PERIGEE_URL !== undefined) process.env.PERIGEE_URL = PERIGEE_URL;
  }
});
