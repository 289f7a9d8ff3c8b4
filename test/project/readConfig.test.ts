// Configurations that are not valid: each is refused with the path of the field, and for a misspelt
// name with the right one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../src/project/configError.ts';
import { projectOf } from '../../src/project/openProject.ts';
import { planProject } from '../../src/project/planProject.ts';

const SECRET = 'ed25519:not-a-key';

const WRONG: readonly [config: unknown, message: string | RegExp][] = [
  [undefined, 'the configuration must be an object'],
  [[], 'the configuration must be an object'],
  [{ acounts: {} }, 'acounts is not a known name; did you mean accounts?'],
  [{ zzz: 1 }, /^zzz is not a known name; the names are chain, fork, accounts/],
  [{ __proto__: null, constructor: 1 }, /^constructor is not a known name/],
  [{ chain: { shard: 2 } }, 'chain.shard is not a known name; did you mean shards?'],
  [{ chain: { shards: 0 } }, 'chain.shards must be a whole number from 1 to 64, not 0'],
  [{ chain: { port: '3030' } }, 'chain.port must be a whole number from 0 to 65535, not "3030"'],
  [{ chain: { mining: 'sometimes' } }, /^chain.mining must be auto, auto:MS/],
  [{ chain: { id: 'a b' } }, /^chain.id must be a name of letters/],
  [{ fork: 'near.org' }, /^fork must be an address/],
  [{ accounts: { Alice: '1 NEAR' } }, 'accounts.Alice is not a valid account id'],
  [{ accounts: { 'a.near': '1 near' } }, /^accounts\["a.near"\] must be a bigint in yoctoNEAR/],
  [{ accounts: { 'a.near': -5n } }, /^accounts\["a.near"\] must be .* not -5n$/],
  [
    { accounts: { 'a.near': { balence: 1n } } },
    'accounts["a.near"].balence is not a known name; did you mean balance?',
  ],
  [{ contracts: { 'a.near': {} } }, 'contracts["a.near"].wasm is missing'],
  [{ contracts: { 'a.near': { wasm: 5 } } }, 'contracts["a.near"].wasm must be a text, not 5'],
  [
    { contracts: { 'a.near': { wasm: 'x', init: { args: {} } } } },
    'contracts["a.near"].init.method is missing',
  ],
  [
    { contracts: { 'a.near': { wasm: 'x', init: { method: 'new', args: 5 } } } },
    'contracts["a.near"].init.args must be an object',
  ],
  [
    { contracts: { 'a.near': { wasm: 'x', init: { method: 'new', gas: '5' } } } },
    /^contracts\["a.near"\].init.gas must be a bigint, or such as "30 Tgas"/,
  ],
  [{ presets: { wrapedNear: true } }, /^presets.wrapedNear .* did you mean wrappedNear\?$/],
  [
    { presets: { relayer: 'NO' } },
    'presets.relayer must be true, false or an account id, not "NO"',
  ],
  [{ watch: 'maybe' }, 'watch must be "keep" or "reset", not "maybe"'],
  [{ fork: 'http://a:1', chain: { id: 'x' } }, /^chain.id is that of the other network/],
  [
    { accounts: { 'ft.test.near': 1n }, presets: { fungibleToken: true } },
    'the account ft.test.near is configured twice',
  ],
];

test('an invalid field is refused by its path', () => {
  for (const [config, message] of WRONG) {
    assert.throws(
      () => planProject(projectOf(config, '.')),
      (error: Error) => {
        assert.ok(error instanceof ConfigError);
        if (typeof message === 'string') assert.equal(error.message, message);
        else assert.match(error.message, message);
        return true;
      },
      `${message}`,
    );
  }
});

test('a key is not repeated in the message', () => {
  const config = { accounts: { 'a.near': { secretKey: SECRET } } };
  assert.throws(
    () => projectOf(config, '.'),
    ({ message }: Error) => !message.includes(SECRET) && message.includes('secretKey must be'),
  );
});

test('options of the chain become options of the node', () => {
  const { options } = planProject(
    projectOf(
      {
        chain: { id: 'mine', shards: 2, mining: { intervalMs: 500 }, accounts: 1, port: 4000 },
        presets: { registrar: true, relayer: 'pays.test.near' },
      },
      '.',
    ),
  );
  const { knownKeys, ...others } = options;
  assert.deepEqual(others, {
    chainId: 'mine',
    shards: 2,
    mining: { intervalMs: 500 },
    accounts: 1,
    port: 4000,
    sponsors: { registrar: 'near', relayer: 'pays.test.near' },
  });
  assert.deepEqual(
    knownKeys?.map(({ accountId }) => accountId),
    ['pays.test.near', 'near'],
  );
  const fork = planProject(projectOf({ fork: 'http://a:1@9' }, '.')).options;
  assert.deepEqual(fork.fork, { url: 'http://a:1', height: 9 });
});
