// Block messages of older nodes are read, with the values that the missing fields had, and anything
// that is not a message is refused with the field that is wrong. The tests use a message of our own
// chain, with fields removed or added.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerigeeError } from '../../../src/base/errors.ts';
import {
  formatJsonValue,
  type JsonObject,
  type JsonValue,
} from '../../../src/base/json/exactJson.ts';
import { parseJson } from '../../../src/base/json/plainJson.ts';
import { BlockMessage, parseBlockMessage } from '../../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../../src/follow/messages/buildMessage.ts';
import { ALICE, BOB, NEAR, transfer } from '../../chain/localChain.ts';
import { LoggingChain } from '../../rpc/support/loggingChain.ts';

/** One with a transaction, receipts and changes on some shard. */
function createMessage(): BlockMessage {
  const chain = new LoggingChain();
  const { chain: stored, epochs } = chain.context;
  chain.submit(ALICE, BOB, [transfer(NEAR)]);
  chain.submit(BOB, BOB, [transfer(NEAR)]);
  // The first block has no chunks yet.
  chain.mine(2);
  const message = buildBlockMessage({ chain: stored, epochs, origins: null }, stored.head().hash);
  assert.ok(message !== null);
  return message;
}

const whole = parseJson(BlockMessage.json(createMessage())) as JsonObject;

/** The same without the members of these names, at any depth. */
function without(value: JsonValue, names: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as JsonObject).filter(([key]) => !names.includes(key));
  return Object.fromEntries(members.map(([key, member]) => [key, without(member, names)]));
}

function parse(json: JsonValue): BlockMessage {
  return parseBlockMessage(Buffer.from(formatJsonValue(json)));
}

test('a message survives its text', () => {
  assert.equal(BlockMessage.json(parse(whole)), formatJsonValue(whole));
});

/** Fields that nodes did not always write, and their values then. */
const NEWER: readonly [name: string, find: (message: BlockMessage) => unknown, was: unknown][] = [
  ['prev_height', ({ block }) => block.header.prevHeight, null],
  ['block_body_hash', ({ block }) => block.header.blockBodyHash, null],
  ['block_ordinal', ({ block }) => block.header.blockOrdinal, null],
  ['chunk_endorsements', ({ block }) => block.header.chunkEndorsements, null],
  ['shard_split', ({ block }) => block.header.shardSplit, null],
  ['congestion_info', ({ block }) => block.chunks[0]?.congestionInfo, null],
  ['bandwidth_requests', ({ block }) => block.chunks[0]?.bandwidthRequests, null],
  ['proposed_split', ({ block }) => block.chunks[0]?.hasSplitField, false],
  ['local_receipts', ({ shards }) => shards.flatMap((s) => s.chunk?.localReceipts ?? []), []],
  ['instant_receipts', ({ shards }) => shards.flatMap((s) => s.chunk?.instantReceipts ?? []), []],
];

for (const [name, find, was] of NEWER) {
  test(`a message without ${name}`, () => {
    assert.ok(formatJsonValue(whole).includes(`"${name}":`), 'the message has the field');
    assert.deepEqual(find(parse(without(whole, [name]))), was);
  });
}

test('outcomes without metadata have version 1', () => {
  const { shards } = parse(without(whole, ['metadata']));
  const outcomes = shards.flatMap(({ chunk }) => chunk?.transactions ?? []);
  assert.ok(outcomes.length > 0);
  for (const { outcome } of outcomes) {
    assert.equal(outcome.executionOutcome.outcome.metadata.version, 1);
  }
});

test('unknown members are ignored', () => {
  const { block } = whole as { block: JsonObject };
  const header = { ...(block.header as JsonObject), spice_things: [1, { a: null }] };
  const message = parse({ ...whole, extra: {}, block: { ...block, header } });
  assert.equal(BlockMessage.json(message), formatJsonValue(whole));
});

test('integers beyond 2^53 stay exact', () => {
  const text = formatJsonValue(whole).replace(
    /"timestamp":\d+/,
    '"timestamp":18446744073709551615',
  );
  const { block } = parseBlockMessage(Buffer.from(text));
  assert.equal(block.header.timestamp, 18446744073709551615n);
});

test('integers of shards beyond 2^53 stay exact, and floats are refused', () => {
  const nonce = (text: string) => formatJsonValue(whole).replace(/"nonce":\d+/, `"nonce":${text}`);
  const { shards } = parseBlockMessage(Buffer.from(nonce('9007199254740993')));
  const nonces = shards.flatMap(({ chunk }) => chunk?.transactions ?? []);
  assert.ok(nonces.some(({ transaction }) => transaction.nonce === 9007199254740993n));
  for (const text of ['1e300', '0.5', '18446744073709551616']) {
    assert.throws(() => parseBlockMessage(Buffer.from(nonce(text))), PerigeeError, text);
  }
});

test('the order of members and the spaces between them do not matter', () => {
  const { block, shards } = whole as { block: JsonValue; shards: JsonValue };
  const [blockText, shardsText] = [formatJsonValue(block), formatJsonValue(shards)];
  for (const text of [
    `{"shards":${shardsText},"block":${blockText}}`,
    `{"block":${blockText} ,"shards":${shardsText}}`,
    `{"block":${blockText},"shards":${shardsText},"more":[]}`,
    `{"block":${blockText},"shards":${shardsText}}\n`,
  ]) {
    assert.equal(BlockMessage.json(parseBlockMessage(Buffer.from(text))), formatJsonValue(whole));
  }
});

test('bytes that are not UTF-8, and what follows a message, are refused', () => {
  const text = formatJsonValue(whole);
  for (const [from, to] of [
    ['"author":"', '"author":"\xff'],
    [/$/, '}'],
    [/\]\}$/, ']'],
  ] as const) {
    const bytes = Buffer.from(text.replace(from, to), 'latin1');
    assert.throws(() => parseBlockMessage(bytes), PerigeeError, to);
  }
});

test('anything that is not a message is refused', () => {
  const refused: readonly [JsonValue, RegExp][] = [
    [null, /invalid type: null/],
    [{}, /missing field `block`/],
    [without(whole, ['prev_hash']), /missing field `prev_hash`/],
    [without(whole, ['state_changes']), /missing field `state_changes`/],
    [without(whole, ['cause']), /missing field `cause`|invalid type|missing field `type`/],
    [without(whole, ['type']), /missing field `type`/],
  ];
  for (const [json, pattern] of refused) assert.throws(() => parse(json), pattern);
  const unknown = formatJsonValue(whole).replaceAll('"account_update"', '"account_upgrade"');
  assert.throws(() => BlockMessage.parse(parseJson(unknown)), /unknown variant `account_upgrade`/);
});
