// The options for a shared cluster, and combinations that are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { readServeOptions } from '../../src/cli/commands/serve.ts';
import { readStartOptions } from '../../src/cli/commands/start.ts';
import { isUsageError } from '../../src/cli/usageError.ts';

const RING = 'cassandra://one,two/chain';

test('serve takes a cluster', () => {
  assert.deepEqual(readServeOptions(parseCommandLine(['serve', '--store', RING])), {
    store: RING,
    state: false,
    upstream: undefined,
    host: '127.0.0.1',
    port: 3030,
    cacheBytes: 256 * 1024 * 1024,
    token: undefined,
    limits: {},
    logLevel: 'info',
  });
  const line = ['serve', '--store', RING, '--state', '--upstream', 'http://a:1', '--cache', '16'];
  const options = readServeOptions(parseCommandLine(line));
  assert.deepEqual(
    [options.state, options.upstream],
    [true, { url: 'http://a:1', token: undefined }],
  );
  assert.equal(options.cacheBytes, 16 * 1024 * 1024);
  const { upstream } = readServeOptions(parseCommandLine([...line, '--upstream-token', 'secret']));
  assert.deepEqual(upstream, { url: 'http://a:1', token: 'secret' });
});

test('start takes a cluster, and may be a standby for it', () => {
  const plain = readStartOptions(parseCommandLine(['start', '--cluster', RING]));
  assert.deepEqual([plain.cluster, plain.standby], [RING, false]);
  const standby = readStartOptions(parseCommandLine(['start', '--cluster', RING, '--standby']));
  assert.equal(standby.standby, true);
});

const WRONG: readonly [line: string[], message: RegExp][] = [
  [['serve'], /serve needs --store/],
  [['serve', '--store', 'somewhere'], /a cluster is named cassandra:/],
  [['serve', '--store', RING, '--upstream', 'nowhere'], /--upstream is an address/],
  [
    ['serve', '--store', RING, '--upstream', 'http://a:1', '--upstream-token', 'a b'],
    /A token has 1 to 1024 printable characters/,
  ],
  [['serve', '--store', RING, '--cache', '1'], /--cache is a whole number from 16/],
  [['start', '--standby'], /--standby needs --cluster/],
  [['start', '--cluster', 'somewhere'], /a cluster is named cassandra:/],
  [['start', '--cluster', RING, '--in-memory'], /--cluster and --in-memory exclude each other/],
  [['start', '--cluster', RING, '--reset'], /--cluster and --reset exclude each other/],
  [['start', '--cluster', RING, '--fork', 'http://a:1'], /--cluster and --fork exclude each other/],
];

test('conflicting options are refused', () => {
  for (const [args, message] of WRONG) {
    const line = parseCommandLine(args);
    const read = args[0] === 'serve' ? readServeOptions : readStartOptions;
    assert.throws(
      () => read(line),
      (error) => isUsageError(error) && message.test(error.message),
      args.join(' '),
    );
  }
});
