// A fork of a server that is not a NEAR node, or a broken one: every response that cannot be read
// becomes a typed error whose message does not contain the URL. A small server sends the responses
// of the tables.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { askOrigin, ORIGIN, OriginRefusal } from '../../src/fork/askOrigin.ts';
import { askRow, askRows } from '../../src/fork/askRow.ts';
import { findForkPoint } from '../../src/fork/forkPoint.ts';
import { openFork } from '../../src/fork/openFork.ts';
import {
  accessKeysTriePrefix,
  accessKeyTrieKey,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
  gasKeyNonceTrieKey,
} from '../../src/state/trieKey.ts';
import { RowUnavailable } from '../../src/store/rowUnavailable.ts';
import { serve } from '../support/serve.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

interface Answer {
  readonly status?: number;
  readonly text: string;
}

let url: string;
let requests = 0;
/** The server's response to a method. */
let answerTo: (method: string) => Answer;

before(async () => {
  url = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests++;
      const { method } = JSON.parse(Buffer.concat(parts).toString()) as { method: string };
      const { status = 200, text } = answerTo(method);
      response.writeHead(status).end(text);
    });
  });
});

const HTML = '<!doctype html><title>Welcome</title>';
const BLOCK_HASH = formatHash(sha256(Uint8Array.of(1)));
const HEADER = { height: 7, hash: BLOCK_HASH, timestamp_nanosec: '1700000000000000000' };

function result(value: unknown): Answer {
  return { text: JSON.stringify({ jsonrpc: '2.0', id: 'fork', result: value }) };
}

function isUnavailable(expected: RegExp | null): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof RowUnavailable, String(error));
    assert.ok(error.message.startsWith(ORIGIN), error.message);
    assert.ok(!error.message.includes(new URL(url).port), error.message);
    if (expected !== null) assert.match(error.message, expected);
    return true;
  };
}

const NO_JSON_RPC = /does not speak JSON-RPC/;
const UNREADABLE = /answers block with what cannot be read/;

const BLOCKS: readonly (readonly [name: string, answer: Answer, expected: RegExp])[] = [
  ['a page', { text: HTML }, NO_JSON_RPC],
  ['an HTML page of a gateway', { status: 502, text: HTML }, /HTTP status 502/],
  ['nothing', { text: '' }, NO_JSON_RPC],
  ['half a response', { text: '{"result":{"header":' }, NO_JSON_RPC],
  ['null', { text: 'null' }, NO_JSON_RPC],
  ['a list', { text: '[]' }, NO_JSON_RPC],
  ['no member', { text: '{}' }, NO_JSON_RPC],
  ['very deep nesting', { text: '['.repeat(1_000_000) }, NO_JSON_RPC],
  ['a result of null', result(null), UNREADABLE],
  ['an empty result', result({}), /missing field `header`/],
  ['a text for a result', result('block'), UNREADABLE],
  ['an empty header', result({ header: {} }), /missing field `height`/],
  ['a height of text', result({ header: { ...HEADER, height: '7' } }), UNREADABLE],
  ['a height below zero', result({ header: { ...HEADER, height: -1 } }), UNREADABLE],
  ['a hash that is not one', result({ header: { ...HEADER, hash: '0OIl' } }), UNREADABLE],
  ['no time', result({ header: { ...HEADER, timestamp_nanosec: 'now' } }), UNREADABLE],
];

test('a block that cannot be read is refused', async () => {
  for (const [name, answer, expected] of BLOCKS) {
    answerTo = () => answer;
    await assert.rejects(findForkPoint({ url, height: null }), isUnavailable(expected), name);
  }
});

test('a status that cannot be read is refused', async () => {
  for (const status of [{}, { chain_id: 5 }, [], null]) {
    answerTo = (method) => result(method === 'block' ? { header: HEADER } : status);
    const expected = /answers status with what cannot be read/;
    await assert.rejects(findForkPoint({ url, height: null }), isUnavailable(expected));
  }
});

test('a block and a status are enough, however few fields they have', async () => {
  answerTo = (method) => result(method === 'block' ? { header: HEADER } : { chain_id: 'near' });
  const { height, chainId, time } = await findForkPoint({ url, height: null });
  assert.deepEqual([height, chainId, time], [7, 'near', '2023-11-14T22:13:20.000000000Z']);
});

test('a chain ID that is too long is refused', async () => {
  const status = { chain_id: 'x'.repeat(257) };
  answerTo = (method) => result(method === 'block' ? { header: HEADER } : status);
  await assert.rejects(findForkPoint({ url, height: null }), /a chain with 257 characters/);
});

test('no home folder is created for a server that is not a node', async () => {
  answerTo = () => ({ text: HTML });
  const home = createTemporaryFolder();
  await assert.rejects(openFork(home, { url, height: null }), isUnavailable(NO_JSON_RPC));
  assert.equal(existsSync(join(home, 'fork.json')), false);
});

const REFUSALS: readonly (readonly [error: string, cause: string])[] = [
  ['{"name":"HANDLER_ERROR","cause":{"name":"UNKNOWN_BLOCK"},"data":"none"}', 'UNKNOWN_BLOCK'],
  ['{"name":"PARSE_ERROR"}', 'PARSE_ERROR'],
  ['{"cause":{"name":5},"name":"HANDLER_ERROR"}', 'HANDLER_ERROR'],
  ['{"cause":"none"}', 'UNKNOWN'],
  ['{"data":{"at":18446744073709551615}}', 'UNKNOWN'],
  ['"no"', 'UNKNOWN'],
  ['5', 'UNKNOWN'],
];

test('errors of all kinds are reported', async () => {
  for (const [error, cause] of REFUSALS) {
    answerTo = () => ({ text: `{"error":${error}}` });
    await assert.rejects(
      askOrigin({ url, method: 'block', params: {} }, { parse: (json) => json }),
      (refusal) => {
        assert.ok(refusal instanceof OriginRefusal, `${error}: ${refusal}`);
        assert.equal(refusal.info.cause, cause, error);
        assert.ok(refusal.message.startsWith(`${ORIGIN} answers block with ${cause}`), error);
        return true;
      },
    );
  }
});

test('an error is short', async () => {
  answerTo = () => ({ text: JSON.stringify({ error: { data: 'x'.repeat(100_000) } }) });
  await assert.rejects(
    askOrigin({ url, method: 'block', params: {} }, { parse: (json) => json }),
    (refusal: Error) => refusal.message.length < 1_000,
  );
});

const ID = 'shop.near';
const KEY = publicKeyToHandle(secretToPublic(keyFromSeed('ed25519', ID)));
const DATA = utf8ToBytes('k');
const ROWS: readonly (readonly [name: string, key: Uint8Array, results: readonly unknown[]])[] = [
  ['an account', accountTrieKey(ID), [{ amount: 5 }, { error: 'busy' }]],
  ['an access key', accessKeyTrieKey(ID, KEY), [{ nonce: 'x' }, { error: {} }]],
  ['a gas key', gasKeyNonceTrieKey(ID, KEY, 0), [{ nonces: {} }, { nonces: ['x'] }]],
  ['code', contractCodeTrieKey(ID), [{ code_base64: 5 }, { code_base64: '!' }]],
  [
    'data',
    contractDataTrieKey(ID, DATA),
    [{ values: {} }, { values: [{}] }, { values: [{ key: '!', value: '' }] }],
  ],
];

test('rows that cannot be read are refused', async () => {
  const place = { url, blockHash: HASH_ZERO };
  for (const [name, key, results] of ROWS) {
    for (const wrong of [{}, null, 'text', [], ...results]) {
      answerTo = () => result(wrong);
      const what = `${name}: ${JSON.stringify(wrong)}`;
      await assert.rejects(askRow(place, key), isUnavailable(/cannot be read/), what);
    }
    answerTo = () => ({ text: HTML });
    await assert.rejects(askRow(place, key), isUnavailable(NO_JSON_RPC), name);
  }
});

test('an error text in place of an access key means that there is none', async () => {
  answerTo = () => result({ error: 'access key does not exist while viewing', logs: [] });
  assert.equal(await askRow({ url, blockHash: HASH_ZERO }, accessKeyTrieKey(ID, KEY)), null);
});

test('lists that cannot be read are refused', async () => {
  const place = { url, blockHash: HASH_ZERO };
  const lists = [accessKeysTriePrefix(ID), contractDataTrieKey(ID, new Uint8Array())];
  for (const wrong of [{}, { keys: [{}], values: [{}] }, { keys: 5, values: 5 }]) {
    answerTo = () => result(wrong);
    for (const prefix of lists) {
      await assert.rejects(askRows(place, prefix), isUnavailable(/cannot be read/));
    }
  }
});

test('rows outside of the prefix are refused', async () => {
  answerTo = () => result({ values: [{ key: 'eA==', value: 'dg==' }], last_key: null });
  await assert.rejects(
    askRows({ url, blockHash: HASH_ZERO }, contractDataTrieKey(ID, DATA)),
    isUnavailable(/lists storage that was not asked for/),
  );
});

test('endless pages are refused', async () => {
  answerTo = () => result({ values: [{ key: 'aw==', value: 'dg==' }], last_key: 'aw==' });
  const asked = requests;
  await assert.rejects(
    askRows({ url, blockHash: HASH_ZERO }, contractDataTrieKey(ID, new Uint8Array())),
    isUnavailable(/lists more storage of shop\.near than a fork takes: 1000 pages/),
  );
  assert.equal(requests - asked, 1_000);
});
