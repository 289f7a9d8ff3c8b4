// Invalid responses to a follower become a typed error that names the address, with the start of
// the response.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AskChainError } from '../../../src/follow/sources/askChain.ts';
import { createChainRpc } from '../../../src/node/follow/chainRpc.ts';
import { serve } from '../../support/serve.ts';

const ANSWERS: readonly (readonly [text: string, expected: RegExp])[] = [
  ['<!doctype html>', /expected value/],
  ['null', /responds with an error: null/],
  ['{}', /responds with an error: {}/],
  ['{"error":{"data":"none"}}', /responds with an error: {"data":"none"}/],
  ['{"error":{"at":18446744073709551615}}', /responds with an error: {"at":18446744073709551615}/],
];

test('a response without a result is an error', async () => {
  let text = '';
  const url = await serve((_request, response) => void response.end(text));
  const ask = createChainRpc({ url });
  for (const [said, expected] of ANSWERS) {
    text = said;
    await assert.rejects(ask('block', [], { parse: (json) => json }), (error) => {
      assert.ok(error instanceof AskChainError, `${said}: ${error}`);
      assert.ok(error.message.startsWith(`block of ${url}: `), error.message);
      assert.match(error.message, expected, said);
      return true;
    });
  }
});
