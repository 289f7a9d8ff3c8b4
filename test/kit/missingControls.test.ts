// What a client says about a node that answers no controls. The nodes are made up: they know the
// answer to `status` alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerigeeError } from '../../src/base/errors.ts';
import type { Client } from '../../src/client/createClient.ts';
import { describeMissingControls } from '../../src/kit/missingControls.ts';

/** `build` is null for a node that refuses to say. */
function createClient(url: string, build: string | null): Client {
  const rpc = async () => {
    if (build === null) throw new PerigeeError({ code: 'unreachable' }, 'nothing is said');
    return { version: { build } };
  };
  return { url, rpc } as unknown as Client;
}

const LOCAL = /^http:\S+ has no controls: only `perigee start` and `run` have .*--no-controls$/;
const REMOTE = /^http:\S+ shows no controls: .* other machines need .* started with --token and /;

test('the reason depends on the program and on where it runs', async () => {
  const rows: [url: string, build: string | null, reason: RegExp][] = [
    ['http://127.0.0.1:3030/', 'perigee', LOCAL],
    ['http://localhost:1/', 'perigee', LOCAL],
    ['http://[::1]:1/', 'perigee', LOCAL],
    ['http://127.0.0.1:3030/', null, LOCAL],
    ['http://10.0.0.7:3030/', 'perigee', REMOTE],
    ['http://node.example/', null, REMOTE],
    ['http://127.0.0.1.example/', 'perigee', REMOTE],
    ['http://127.0.0.1:3030/', '2.13.0', /is not a node of Perigee \(its build is "2\.13\.0"\)/],
    ['http://rpc.example/', 'a\u001b[2J', /its build is "a\\u001b\[2J"\), and has no controls$/],
  ];
  for (const [url, build, reason] of rows) {
    assert.match(
      await describeMissingControls(createClient(url, build)),
      reason,
      `${url} ${build}`,
    );
  }
});

test('a bug is not taken for an answer', async () => {
  const client = { url: 'http://localhost/', rpc: () => Promise.reject(new TypeError('a bug')) };
  await assert.rejects(describeMissingControls(client as unknown as Client), TypeError);
});
