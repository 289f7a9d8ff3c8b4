// What is scanned from bytes is what parsing gives, for every message of a busy chain and for texts
// with changed bytes: a scan may refuse what can be parsed, but never reads something else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerigeeError } from '../../src/base/errors.ts';
import { parseJsonBytes } from '../../src/base/json/exactJson.ts';
import type { Codec } from '../../src/codec/codec.ts';
import {
  bool,
  byteList,
  bytes,
  option,
  pair,
  u8,
  u64,
  u128,
  vec,
} from '../../src/codec/primitives.ts';
import { scanJson } from '../../src/codec/scan.ts';
import { defaulted, omitNull, struct } from '../../src/codec/struct.ts';
import { tagged } from '../../src/codec/tagged.ts';
import { union, unit, words } from '../../src/codec/union.ts';
import { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../src/follow/messages/buildMessage.ts';
import { accountId } from '../../src/types/accountId.ts';
import { createBusyChain } from '../follow/busyChain.ts';

const REFUSED = Symbol('refused');

function attempt<T>(read: () => T): T | typeof REFUSED {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError) return REFUSED;
    throw error;
  }
}

function scan<T>(codec: Codec<T>, text: string): T | typeof REFUSED {
  return attempt(() => scanJson(codec, Buffer.from(text)));
}

function parse<T>(codec: Codec<T>, text: string): T | typeof REFUSED {
  return attempt(() => codec.parse(parseJsonBytes(Buffer.from(text))));
}

const Kind = union('Kind', { Nothing: unit, Number: u8, Name: accountId });
const Change = tagged('Change', 'type', { made: { by: accountId }, gone: unit });
const Sample = struct({
  amount: u128,
  big: u64,
  flags: vec(bool),
  kind: Kind,
  change: Change,
  data: bytes,
  list: byteList,
  both: pair(u8, u8),
  word: words('Side', ['Left', 'Right']),
  maybe: defaulted(option(u8), null),
  absent: omitNull(option(accountId)),
});

const SAMPLE = {
  amount: '340282366920938463463374607431768211455',
  big: 7,
  flags: [true, false],
  kind: { Name: 'alice.near' },
  change: { by: 'bob.near', type: 'made' },
  data: 'AAEC',
  list: [1, 2],
  both: [3, 4],
  word: 'Right',
  maybe: 5,
};

function sample(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...SAMPLE, ...changes });
}

test('every order of keys, spaces, escapes and unknown members', () => {
  const { kind, ...others } = SAMPLE;
  for (const text of [
    sample(),
    JSON.stringify({ ...others, kind }),
    JSON.stringify(SAMPLE, null, 2),
    sample({ kind: 'Nothing', change: { type: 'gone' }, maybe: null, absent: 'carol.near' }),
    sample({ change: { type: 'made', by: 'bob.near', more: [1, { a: 'x"}' }] } }),
    sample({ unknown: { deep: ['\u00e9\n', 1.5, -1, null] } }),
    sample().replace('alice.near', 'al\\u0069ce.near'),
    sample().replace('"big":7', '"big":18446744073709551615'),
    sample().replace('"big":7', '"big":6,"big":7'),
    sample().replace('"type":"made"', '"type":"gone","type":"made"'),
  ]) {
    assert.notEqual(parse(Sample, text), REFUSED, text);
    assert.deepEqual(scan(Sample, text), parse(Sample, text), text);
  }
});

test('what parsing refuses is not scanned', () => {
  for (const text of [
    sample({ big: -1 }),
    sample({ big: 1.5 }),
    sample({ both: [1] }),
    sample({ word: 'Up' }),
    sample({ kind: 'Name' }),
    sample({ kind: { Number: 256 } }),
    sample({ kind: { Number: 1, Name: 'alice.near' } }),
    sample({ change: { by: 'bob.near' } }),
    sample({ data: 'A' }),
    sample({ list: 'AAEC' }),
    sample({ amount: '340282366920938463463374607431768211456' }),
    sample({ amount: '' }),
    sample({ amount: 1 }),
    sample().replace('"big":7', '"big":18446744073709551616'),
    sample().replace('"big":7', '"big":07'),
    sample().replace('"big":7', '"big":7,'),
    sample().replace('"big":7', '"big":7 7'),
    sample().replace('[true', '[,true'),
    sample().replace('[true', '[tru'),
    sample().replace('"maybe":5', '"maybe":5,"more":[1,]'),
    sample().replace('"alice.near"', '"alice\tnear"'),
    sample().replace('"alice.near"', '"\\ud800"'),
    `${sample()} x`,
    sample().slice(0, -1),
    '[]',
    'null',
    '',
  ]) {
    assert.equal(parse(Sample, text), REFUSED, text);
    assert.equal(scan(Sample, text), REFUSED, text);
  }
  assert.throws(() => scanJson(Sample, Uint8Array.of(0x22, 0xff, 0x22)), PerigeeError);
});

const messages = createMessages();

function createMessages(): readonly string[] {
  const { chain } = createBusyChain();
  const { stored, epochs } = chain;
  const texts: string[] = [];
  for (let height = 1; height <= stored.head().height; height++) {
    const hash = stored.hashAt(height);
    const message = hash && buildBlockMessage({ chain: stored, epochs, origins: null }, hash);
    if (message !== null) texts.push(BlockMessage.json(message));
  }
  return texts;
}

test('the messages of a busy chain', () => {
  assert.ok(messages.length > 10);
  for (const text of messages) {
    assert.deepEqual(scan(BlockMessage, text), parse(BlockMessage, text));
  }
});

/** Numbers that look random. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

test('messages with a changed, missing or additional byte', () => {
  const dice = createDice(1);
  const characters = '"\\{}[],: 0179eE.-+nult\n\u00e9aA';
  let scanned = 0;
  for (let i = 0; i < 400; i++) {
    const text = messages[dice(messages.length)] as string;
    const at = dice(text.length);
    const put = characters[dice(characters.length)] as string;
    const changed = text.slice(0, at) + (dice(3) === 0 ? '' : put) + text.slice(at + dice(2));
    const value = scan(BlockMessage, changed);
    if (value === REFUSED) continue;
    scanned += 1;
    assert.deepEqual(value, parse(BlockMessage, changed), `${at}: ${put}`);
  }
  assert.ok(scanned > 20, 'some changes leave a message');
});
