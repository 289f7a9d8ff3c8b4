// The commands for a running node, when what answers is no node, or lies: each ends with one
// sentence that names the address, never with the stack of a bug.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeProcess } from '../support/runningNode.ts';
import { serve } from '../support/serve.ts';

/** One for each way in which answers are read: calls, the kit, and events. */
const COMMANDS = [['block'], ['accounts'], ['logs', '--follow']];

test('an answer of another type ends a command with a sentence', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"jsonrpc":"2.0","id":"perigee","result":{"accounts":[null],"header":{}}}');
  });
  const ended = COMMANDS.map(async (args) => {
    const { code, stdout, stderr } = await new NodeProcess([...args, '--url', url]).ended;
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    const sentence = /^perigee: http:\/\/127\.0\.0\.1:\d+ answers \w+ with something else: .+\n$/;
    assert.match(stderr, sentence, args.join(' '));
  });
  await Promise.all(ended);
});
