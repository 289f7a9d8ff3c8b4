// What every option of the commands that read options into an object does: a value, and the parts
// of the object that differ with it. Other options are in `limitOptions.test.ts`, or proved by
// running their command (optionEffects.test.ts).

import { generateLoadByWrk } from '../../src/benchmark/wrk.ts';
import type { CommandLine } from '../../src/cli/commandLine.ts';
import { readBenchOptions } from '../../src/cli/commands/bench.ts';
import { readCompareOptions } from '../../src/cli/commands/compare.ts';
import { readExportOptions } from '../../src/cli/commands/export.ts';
import { readFollowOptions } from '../../src/cli/commands/follow.ts';
import { readNewHome } from '../../src/cli/commands/init.ts';
import { readLocalnet } from '../../src/cli/commands/localnet.ts';
import { readReplayOptions } from '../../src/cli/commands/replay.ts';
import { readRunOptions } from '../../src/cli/commands/run.ts';
import { readServeOptions } from '../../src/cli/commands/serve.ts';
import { readStartOptions } from '../../src/cli/commands/start.ts';
import { readRemotePlaces, readRemoteRequest } from '../../src/cli/commands/traceFrom.ts';
import { readVerifyOptions } from '../../src/cli/commands/verify.ts';
import type { CommandName } from '../../src/cli/optionDefinition.ts';
import { openHome } from '../../src/home/homeFolder.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

/** Bounds of a whole number, or a text that is refused, and why. */
type Refusal = readonly [min: number, max: number] | readonly [text: string, message: string];

/** A switch has no value. `effect` names the parts that differ. */
export type Row = readonly [
  option: string,
  given: string | null,
  effect: object,
  wrong?: Refusal | undefined,
];

interface Reading {
  /** What the command needs besides the option. */
  readonly base: readonly string[];
  readonly read: (line: CommandLine) => object;
  readonly rows: readonly Row[];
}

const MIB = 1024 * 1024;
const RING = 'cassandra://one,two/chain';
const NO_RING = 'a cluster is named cassandra://';
const HEIGHTS = [0, Number.MAX_SAFE_INTEGER] as const;
const PORTS = [0, 65_535] as const;
const CACHE = [16, 1_048_576] as const;
const SHARDS = [1, 64] as const;
const LIST = [0, 100] as const;

const wordsRefused = (option: string, words: string): Refusal => [
  'x',
  `--${option} is ${words}, not 'x'.`,
];
const DIALECT_REFUSED = wordsRefused('dialect', 'release or cd297313f2');
const LOG_REFUSED = wordsRefused('log', 'one of silent, error, warn, info, debug, trace');
const MINING_REFUSED = wordsRefused('mining', 'auto, auto:MS, interval:MS or manual');
const TOKEN_REFUSED: Refusal = ['a b', 'A token has 1 to 1024 printable characters and no spaces.'];
const urlRefused = (option: string): Refusal => [
  'ftp://a',
  `--${option} is an address such as http://127.0.0.1:3030, not 'ftp://a'.`,
];

const PROTOCOL: readonly Row[] = [
  ['protocol', '84', { protocol: 84 }, [1, 10_000]],
  ['dialect', 'cd297313f2', { dialect: 'cd297313f2' }, DIALECT_REFUSED],
  ['nightly', null, { nightly: true }],
];
/** Where the protocol is a part of its own. */
const NESTED_PROTOCOL = PROTOCOL.map(([option, given, effect, wrong]): Row => {
  const usual = { dialect: undefined, protocol: undefined, nightly: false };
  return [option, given, { protocol: { ...usual, ...effect } }, wrong];
});
const ADDRESS: readonly Row[] = [
  ['port', '4000', { port: 4_000 }, PORTS],
  ['host', '0.0.0.0', { host: '0.0.0.0' }],
];
const LOG: Row = ['log', 'warn', { logLevel: 'warn' }, LOG_REFUSED];
const HOME: Row = ['home', '/chain', { home: '/chain' }];
const TOKEN: Row = ['token', 's3cret', { token: 's3cret' }, TOKEN_REFUSED];
const CONTROLS: Row = ['no-controls', null, { controls: false }];
const CACHE_SIZE: Row = ['cache-size', '512', { cacheBudgetBytes: 512 * MIB }, CACHE];
const BUCKET: readonly Row[] = [
  ['endpoint', 'http://store:1', { endpoint: 'http://store:1' }],
  ['region', 'eu-west-1', { region: 'eu-west-1' }],
];
const UPSTREAM: readonly Row[] = [
  [
    'upstream',
    'http://c:1',
    { upstream: { url: 'http://c:1', token: undefined } },
    urlRefused('upstream'),
  ],
  ['upstream-token', 'up', { upstream: { url: 'http://b:1', token: 'up' } }, TOKEN_REFUSED],
];

const START: readonly Row[] = [
  ...ADDRESS,
  ['mining', 'interval:250', { mining: { intervalMs: 250 } }, MINING_REFUSED],
  ['shards', '4', { shards: 4, insisted: ['shards'] }, SHARDS],
  ['accounts', '3', { accounts: 3, insisted: ['accounts'] }, [0, 1_000]],
  ...PROTOCOL,
  ['workers', '2', { workers: 2 }, [0, 64]],
  ['show-keys', null, { showKeys: true }],
  ['final-wait', '250', { finalWaitMs: 250 }, [0, 60_000]],
  ['in-memory', null, { inMemory: true }],
  ['durable', null, { durable: true }],
  ['reset', null, { reset: true }],
  ['fork', 'http://a:1@9', { fork: { url: 'http://a:1', height: 9 } }, urlRefused('fork')],
  ['cluster', RING, { cluster: RING, standby: false }, ['x', NO_RING]],
  ['load-state', '/a.json', { loadState: '/a.json' }],
  ['dump-state', '/b.json', { dumpState: '/b.json' }],
  ['debug-info', '/project', { debugInfo: '/project' }],
  ['gas-report', null, { gasReport: true }],
  CONTROLS,
  TOKEN,
  CACHE_SIZE,
  HOME,
  LOG,
];

const FOLLOW: readonly Row[] = [
  ['from', 'lake:/b', { from: 'lake:/b' }, ['x', '"x" names no blocks; use ']],
  ['genesis', '/g.json', { genesis: '/g.json' }],
  ['dialect', 'cd297313f2', { dialect: 'cd297313f2' }, DIALECT_REFUSED],
  ['checkpoint', 'http://d:1', { checkpoint: 'http://d:1' }],
  ['start', '7', { start: 7 }, HEIGHTS],
  ['state-from', '/s.json', { stateFrom: '/s.json' }],
  ...UPSTREAM,
  ['cluster', RING, { cluster: RING }, ['x', NO_RING]],
  ['allow-unapproved', null, { allowUnapproved: true }],
  ['execute', null, { execute: true }],
  ['code', '/code', { code: '/code' }],
  ['verified-only', null, { verifiedOnly: true }],
  ['api-key', 'k3y', { apiKey: 'k3y' }],
  ['requests-per-minute', '90', { requestsPerMinute: 90 }, [1, 1_000_000]],
  ...BUCKET,
  ...ADDRESS,
  TOKEN,
  CACHE_SIZE,
  HOME,
  LOG,
];

const SERVE: readonly Row[] = [
  ['store', 'cassandra://other/chain', { store: 'cassandra://other/chain' }, ['x', NO_RING]],
  ['state', null, { state: true }],
  ...UPSTREAM,
  ...ADDRESS,
  ['cache', '16', { cacheBytes: 16 * MIB }, CACHE],
  TOKEN,
  CACHE_SIZE,
  LOG,
];

const RUN: readonly Row[] = [
  ['rpc-addr', '0.0.0.0:99', { host: '0.0.0.0', port: 99 }, ['x', 'An address is HOST:PORT, not']],
  ['network-addr', '0.0.0.0:98', {}],
  ['mining', 'manual', { mining: 'manual' }, MINING_REFUSED],
  ...PROTOCOL,
  CONTROLS,
  TOKEN,
  LOG,
];

const consensus = (min: object, max: object) => ({
  min_block_production_delay: min,
  max_block_production_delay: max,
});
const GENESIS = { chainId: 'one', epochLength: 500, transactionValidityPeriod: 100 };

const INIT: readonly Row[] = [
  ['chain-id', 'two', { genesis: { ...GENESIS, chainId: 'two' } }],
  [
    'account-id',
    'me.near',
    { root: { accountId: 'me.near', seed: 'seed' } },
    ['X', "'X' is not a"],
  ],
  ['test-seed', 'other', { root: { accountId: 'test.near', seed: 'other' } }],
  ['num-shards', '3', { shards: 3 }, SHARDS],
  ...NESTED_PROTOCOL,
  [
    'fast',
    null,
    {
      genesis: { ...GENESIS, epochLength: 60 },
      consensus: consensus({ secs: 0, nanos: 120_000_000 }, { secs: 0, nanos: 500_000_000 }),
    },
  ],
];

const FOUR = Array(4).fill('validator');

const LOCALNET: readonly Row[] = [
  ['shards', '2', { shards: 2 }, SHARDS],
  ['validators', '2', { roles: ['validator', 'validator'] }, [1, 100]],
  ['non-validators-archival', '1', { roles: [...FOUR, 'archival'] }, LIST],
  ['non-validators-rpc', '2', { roles: [...FOUR, 'rpc', 'rpc'] }, LIST],
  ['non-validators', '1', { roles: [...FOUR, 'plain'] }, LIST],
  ['prefix', 'n', { prefix: 'n' }, ['A', "--prefix is the beginning of account ids, not 'A'."]],
  [
    'tracked-shards',
    'none',
    { tracksAllShards: false },
    wordsRefused('tracked-shards', 'all, none or a list such as 0,1'),
  ],
  ...NESTED_PROTOCOL,
];

const SECTIONS =
  'start, reads, distinct, mixed, compute, gas, transactions, blocks, replay, growth';
const each = (option: string, max: number): Refusal => [
  '0',
  `each of --${option} is a whole number from 1 to ${max}, not '0'.`,
];

const BENCH: readonly Row[] = [
  [
    'sections',
    'gas,replay',
    { sections: ['gas', 'replay'] },
    wordsRefused('sections', `a list of ${SECTIONS}`),
  ],
  ['connections', '2,8', { connections: [2, 8] }, each('connections', 1_000)],
  ['only', 'block,tx', { wantedRows: ['block', 'tx'] }],
  ['runs', '5', { runs: 5 }, [1, 100]],
  ['scale', '10', { scale: 10 }, [1, 1_000]],
  ['chains', '/chains', { chains: '/chains' }],
  ['processes', '1,4', { processes: [1, 4] }, each('processes', 65)],
  ['shards', '1,2', { shards: [1, 2] }, each('shards', 64)],
  ['workers', '2', { workers: 2 }, [0, 64]],
  ['seconds', '3', { loadMs: 3_000 }, [1, 600]],
  [
    'generator',
    'wrk',
    { generateLoad: generateLoadByWrk },
    wordsRefused('generator', 'own or wrk'),
  ],
  ['against', 'http://c:1', { against: { url: 'http://c:1', pid: null } }, urlRefused('against')],
  ['against-pid', '77', { against: { url: 'http://b:1', pid: 77 } }, [1, 2 ** 31]],
  ['recording', '/tour', { recording: '/tour' }],
];

const signal = new AbortController().signal;

/** Commands that read their options into an object. */
export const READINGS: Partial<Record<CommandName, Reading>> = {
  start: { base: [], read: readStartOptions, rows: START },
  run: { base: [], read: createRunReader(), rows: RUN },
  follow: {
    base: ['--from', 'lake:/a', '--upstream', 'http://b:1'],
    read: readFollowOptions,
    rows: FOLLOW,
  },
  serve: {
    base: ['--store', RING, '--upstream', 'http://b:1'],
    read: readServeOptions,
    rows: SERVE,
  },
  init: {
    base: ['--chain-id', 'one', '--test-seed', 'seed'],
    read: (line) => ({ ...readNewHome(line), genesisTime: 'now' }),
    rows: INIT,
  },
  localnet: { base: [], read: readLocalnet, rows: LOCALNET },
  bench: { base: ['--against', 'http://b:1'], read: readBenchOptions, rows: BENCH },
  replay: {
    base: ['/tour'],
    read: readReplayOptions,
    rows: [
      ['code', '/wasm', { code: '/wasm' }],
      ['until', '262', { until: 262 }, HEIGHTS],
      ['serve', '0', { serve: 0 }, PORTS],
      LOG,
    ],
  },
  export: {
    base: ['--to', 'lake:/a'],
    read: (line) => readExportOptions(line, signal),
    rows: [
      ['to', 'lake:/b', { to: 'lake:/b' }, ['x', 'use lake:DIRECTORY or lake:s3:']],
      ['from', '5', { from: 5 }, HEIGHTS],
      ['until', '6', { until: 6 }, HEIGHTS],
      ['follow', null, { follow: true }],
      ...BUCKET,
      HOME,
    ],
  },
  compare: {
    base: ['http://a:1', 'http://b:1'],
    read: (line) => ({ ...readCompareOptions(line, () => {}), signal: null, onAnswer: null }),
    rows: [
      ['blocks', '7', { blocks: 7 }, [1, 100_000]],
      ['requests', '/bodies', { requests: '/bodies' }],
      ['ignore', 'gas,header.x', { ignored: ['gas', 'header.x'] }],
    ],
  },
  verify: {
    base: [],
    read: readVerifyOptions,
    rows: [
      ['deep', null, { deep: true }],
      ['restore-from', 'lake:/a', { restoreFrom: 'lake:/a' }],
      ['upstream-token', 'up', { token: 'up' }, TOKEN_REFUSED],
      ...BUCKET,
      HOME,
    ],
  },
  trace: {
    base: ['1'.repeat(32), '--from', 'http://a:1'],
    read: (line) => ({
      ...readRemoteRequest(line, line.args[0] as string),
      ...readRemotePlaces(line),
    }),
    rows: [
      ['level', 'calls', { level: 'calls' }, wordsRefused('level', 'one of receipts, calls, host')],
      ['from', 'lake:/a', { from: 'lake:/a' }],
      ['rows', 'http://r:1', { rows: 'http://r:1' }, urlRefused('rows')],
      ['block', '9', { height: 9 }, HEIGHTS],
      ['cache', '/kept', { folder: '/kept' }],
      ['offline', null, { isOffline: true }],
      ['debug-info', '/project', { debugInfo: '/project' }],
      ['dialect', 'cd297313f2', { dialect: 'cd297313f2' }, DIALECT_REFUSED],
      ['home', '/chain', { folder: '/chain/traces' }],
    ],
  },
};

/** `run` reads the files of a home folder, too. */
function createRunReader(): Reading['read'] {
  const directory = createTemporaryFolder();
  const home = openHome(directory, {
    shards: 1,
    accounts: 0,
    rpcAddress: '127.0.0.1:3030',
    genesisTime: '2026-01-01T00:00:00.000000000Z',
  });
  return (line) => readRunOptions(line, directory)(home);
}
