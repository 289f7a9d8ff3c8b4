// The command line of `perigee follow`.

import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { readFollowOptions } from '../../src/cli/commands/follow.ts';
import { isUsageError } from '../../src/cli/usageError.ts';

const read = (text: string) => readFollowOptions(parseCommandLine(text.split(' ')));

test('a source is enough for the parser; everything else has a default', () => {
  const { limits: _limits, ...options } = read('follow --from neardata:http://localhost:3030');
  assert.deepEqual(options, {
    from: 'neardata:http://localhost:3030',
    checkpoint: undefined,
    start: undefined,
    genesis: undefined,
    dialect: undefined,
    stateFrom: undefined,
    upstream: undefined,
    cluster: undefined,
    allowUnapproved: false,
    verifiedOnly: false,
    execute: false,
    code: undefined,
    apiKey: undefined,
    requestsPerMinute: undefined,
    endpoint: undefined,
    region: undefined,
    host: '127.0.0.1',
    port: 3030,
    token: undefined,
    home: join(homedir(), '.perigee'),
    logLevel: 'info',
  });
});

test('options choose what is verified and what is left out', () => {
  const options = read('follow --from lake:x --execute --code /contracts --verified-only');
  assert.deepEqual(
    [options.execute, options.code, options.verifiedOnly],
    [true, '/contracts', true],
  );
});

test('a checkpoint is a file or an address', () => {
  assert.equal(read('follow --from lake:x --checkpoint /a.json').checkpoint, '/a.json');
  const url = 'https://rpc.example';
  assert.equal(read(`follow --from lake:x --checkpoint ${url}`).checkpoint, url);
});

test('a cluster is named as for a node that produces blocks', () => {
  const cluster = 'cassandra://one,two/chain';
  assert.equal(read(`follow --from lake:x --cluster ${cluster}`).cluster, cluster);
});

test('wrong lines are refused', () => {
  for (const line of [
    'follow',
    'follow --from foo',
    'follow --from neardata:nowhere',
    'follow --from lake:x --cluster somewhere',
    'follow --from lake:x --start -1',
    'follow --from lake:x --upstream nowhere',
    'follow --from lake:x --requests-per-minute 0',
  ]) {
    assert.throws(() => read(line), isUsageError, line);
  }
});
