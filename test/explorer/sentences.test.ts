// Transactions in sentences, and the events of contracts that they are made of, in tables; hostile
// logs are plain lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tagged } from '../../explorer/chain/wire.ts';
import { listArguments } from '../../explorer/format/arguments.ts';
import { listMoves, parseEvent, type TokenMove } from '../../explorer/format/events.ts';
import { plainSentence, tellTransaction } from '../../explorer/format/sentences.ts';

const ALICE = 'alice.near';
const BOB = 'bob.near';
const NEAR = `1${'0'.repeat(24)}`;

const call = (method_name: string, deposit = '0') => ({ FunctionCall: { method_name, deposit } });

const mayCall = (...method_names: string[]) => ({
  FunctionCall: { receiver_id: 'guest.near', method_names, allowance: null },
});

interface Case {
  readonly actions: readonly Tagged[];
  readonly receiver?: string;
  readonly moves?: readonly TokenMove[];
  readonly isFailed?: boolean;
  readonly says: string;
}

const move = (from: string | null, to: string | null): TokenMove => {
  return { contract: 'coin.near', from, to, amount: '500', tokenIds: [] };
};

const CASES: readonly Case[] = [
  { actions: [{ Transfer: { deposit: NEAR } }], says: `alice.near sent ${NEAR} to bob.near` },
  {
    actions: ['CreateAccount', { Transfer: { deposit: NEAR } }],
    says: `alice.near created bob.near with ${NEAR}`,
  },
  { actions: ['CreateAccount'], says: 'alice.near created bob.near' },
  {
    actions: [{ Transfer: { deposit: NEAR } }],
    isFailed: true,
    says: 'alice.near tried to send 1 NEAR at bob.near',
  },
  { actions: [call('set')], says: 'alice.near called set of bob.near' },
  { actions: [call('set')], isFailed: true, says: 'alice.near called set of bob.near' },
  { actions: [call('buy', NEAR)], says: `alice.near called buy of bob.near with ${NEAR}` },
  { actions: [call('vote', '1')], says: 'alice.near called vote of bob.near' },
  {
    actions: [call('storage_deposit', NEAR)],
    says: `alice.near registered with bob.near with ${NEAR}`,
  },
  {
    actions: [call('a'), call('b'), call('c')],
    says: 'alice.near called a of bob.near, and 2 more actions',
  },
  {
    actions: [{ DeployContract: { code: '' } }],
    says: 'alice.near deployed a contract to bob.near',
  },
  {
    actions: [{ DeployContract: { code: '' } }],
    receiver: ALICE,
    says: 'alice.near deployed a contract',
  },
  {
    actions: [{ AddKey: { access_key: { permission: 'FullAccess' } } }],
    receiver: ALICE,
    says: 'alice.near added a key, full access',
  },
  {
    actions: [{ AddKey: { access_key: { permission: mayCall('greet') } } }],
    receiver: ALICE,
    says: 'alice.near added a key that may call greet of guest.near',
  },
  {
    actions: [{ AddKey: { access_key: { permission: mayCall('greet', 'set_greeting') } } }],
    receiver: ALICE,
    says: 'alice.near added a key that may call 2 methods of guest.near',
  },
  {
    actions: [{ AddKey: { access_key: { permission: mayCall() } } }],
    receiver: ALICE,
    says: 'alice.near added a key that may call any method of guest.near',
  },
  {
    actions: [{ DeleteAccount: { beneficiary_id: 'carol.near' } }],
    says: 'alice.near deleted bob.near, and the rest went to carol.near',
  },
  {
    actions: [
      {
        Delegate: {
          delegate_action: { sender_id: BOB, receiver_id: 'dao.near', actions: [call('x')] },
        },
      },
    ],
    says: 'bob.near called x of dao.near, paid for by alice.near',
  },
  { actions: [], says: 'alice.near did nothing' },
  { actions: ['FutureAction'], says: 'alice.near: future action at bob.near' },
  {
    actions: [call('ft_transfer')],
    moves: [move(ALICE, 'carol.near')],
    says: 'alice.near moved 500 of coin.near to carol.near',
  },
  {
    actions: [call('ft_transfer_call')],
    moves: [move(ALICE, 'carol.near'), move('carol.near', ALICE)],
    says: 'alice.near moved 500 of coin.near to carol.near, and all of it came back',
  },
  {
    actions: [call('mint')],
    moves: [move(null, BOB)],
    says: 'alice.near minted 500 of coin.near for bob.near',
  },
  {
    actions: [call('burn')],
    moves: [move(BOB, null)],
    says: 'alice.near burnt 500 of coin.near',
  },
  {
    actions: [call('nft_transfer')],
    moves: [{ ...move(BOB, 'carol.near'), amount: null, tokenIds: ['41', '42'] }],
    says: 'alice.near moved 41 and 1 more of coin.near of bob.near to carol.near',
  },
];

test('what a transaction did, in a sentence', () => {
  for (const { actions, receiver = BOB, moves = [], isFailed = false, says } of CASES) {
    const told = tellTransaction({ signer: ALICE, receiver, actions, moves, isFailed });
    assert.equal(plainSentence(told), says);
  }
});

const event = (value: unknown) => `EVENT_JSON:${JSON.stringify(value)}`;

test('events of contracts are decoded, and anything else is a plain line', () => {
  const transfer = { standard: 'nep141', version: '1.0.0', event: 'ft_transfer' };
  const entry = { old_owner_id: ALICE, new_owner_id: BOB, amount: '5' };
  const parsed = parseEvent(event({ ...transfer, data: [entry, null, 7, 'x'] }));
  assert.ok(parsed !== null);
  assert.deepEqual(listMoves('coin.near', parsed), [
    { contract: 'coin.near', from: ALICE, to: BOB, amount: '5', tokenIds: [] },
  ]);
  const lines = ['', 'a log', 'EVENT_JSON:', 'EVENT_JSON:null', 'EVENT_JSON:[1]', event({})];
  for (const line of lines) assert.equal(parseEvent(line), null, line);
  assert.equal(parseEvent(event({ ...transfer, data: 'x'.repeat(70_000) })), null, 'too long');
  const others: unknown[] = [null, 'text', { old_owner_id: ALICE }];
  for (const data of others) {
    assert.deepEqual(listMoves('c.near', { ...transfer, data }), []);
  }
  const hostile = { ...transfer, data: [{ old_owner_id: {}, new_owner_id: 1, amount: '-5' }] };
  assert.deepEqual(listMoves('c.near', hostile), [
    { contract: 'c.near', from: null, to: null, amount: null, tokenIds: [] },
  ]);
  const unknown = { ...transfer, standard: 'mine', data: [entry] };
  assert.deepEqual(listMoves('c.near', unknown), [], 'a standard of its own');
});

test('arguments are named values if they are easy to read that way', () => {
  assert.deepEqual(listArguments('{"receiver_id":"bob.near","amount":"5","deep":{"a":[1]}}'), [
    { name: 'receiver_id', text: BOB, isAccount: true },
    { name: 'amount', text: '5', isAccount: false },
    { name: 'deep', text: '{"a":[1]}', isAccount: false },
  ]);
  const others = ['[]', '1', 'null', '{}', JSON.stringify({ long: 'x'.repeat(200) })];
  for (const json of others) assert.equal(listArguments(json), null, json);
});
