// What the pages of accounts and contracts compute: balances and their drawing, sentences from the
// point of view of an account, claims of token contracts, storage keys, and gas by method.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutSteps } from '../../explorer/chain/balanceSteps.ts';
import { changeIn, keptForStorage } from '../../explorer/chain/balances.ts';
import { lastArguments, listDeploys } from '../../explorer/chain/deploys.ts';
import { sumMethods } from '../../explorer/chain/methodGas.ts';
import type { Trail } from '../../explorer/chain/trail.ts';
import { tellAccount } from '../../explorer/format/accountSentences.ts';
import { plainSentence } from '../../explorer/format/sentences.ts';
import { listStandards } from '../../explorer/format/standards.ts';
import { guessFields } from '../../explorer/format/stateFields.ts';
import { parseStorageKey } from '../../explorer/format/storageKeys.ts';
import { parseAmount, parseTokenIds } from '../../explorer/format/tokenClaims.ts';
import { concatBytes, u32Le, u64Le, utf8ToBytes } from '../../src/base/bytes/bytes.ts';

const NEAR = 10n ** 24n;
const PRICE = 10n ** 19n;

test('what storage keeps from being spent', () => {
  const cases: [storage: number, locked: bigint, kept: bigint][] = [
    [770, 0n, 0n],
    [771, 0n, 771n * PRICE],
    [771, 700n * PRICE, 71n * PRICE],
    [771, NEAR, 0n],
  ];
  for (const [storage_usage, locked, kept] of cases) {
    assert.equal(keptForStorage({ storage_usage, locked: `${locked}` }, PRICE), kept);
  }
});

test('the change of a balance in some blocks is exact, or unknown', () => {
  const balances = new Map([
    [4, 10n * NEAR],
    [5, 10n * NEAR + 1n],
    [7, 8n * NEAR],
    [8, 9n * NEAR],
  ]);
  assert.equal(changeIn(balances, [5]), 1n);
  assert.equal(changeIn(balances, [5, 8]), NEAR + 1n);
  assert.equal(changeIn(balances, [5, 7]), null, 'the state before block 7 is gone');
});

test('the drawing of a balance', () => {
  const balances = new Map([
    [10, 100n * NEAR],
    [0, 50n * NEAR],
  ]);
  const steps = layoutSteps(balances, { height: 20, total: 75n * NEAR }, 150);
  assert.ok(steps !== null);
  assert.deepEqual(
    [steps.from, steps.to, steps.first, steps.last],
    [0, 20, 50n * NEAR, 75n * NEAR],
  );
  assert.match(steps.line, /^M0 [\d.]+H50\.00V[\d.]+H100\.00V75\.0$/);
  assert.deepEqual(
    steps.ticks.map(({ near }) => near),
    [50, 100],
  );
  assert.ok(steps.ticks.every(({ y }) => y >= 0 && y <= 150));
  const flat = layoutSteps(new Map([[1, NEAR]]), { height: 2, total: NEAR }, 150);
  assert.ok(flat !== null && /^[\d.MHV ]+$/.test(flat.line), 'equal balances are drawn as well');
  assert.equal(layoutSteps(new Map(), { height: 2, total: NEAR }, 150), null);
});

test('a transaction from the point of view of an account', () => {
  const call = { FunctionCall: { method_name: 'vote', args: '', gas: 1, deposit: '0' } };
  const pay = { Transfer: { deposit: `${10n * NEAR}` } };
  const move = { contract: 'coin', from: 'bob', to: 'alice', amount: '5', tokenIds: [] };
  const cases: [signer: string, receiver: string, parts: object, told: string][] = [
    ['alice', 'bob', { actions: [pay] }, 'sent 10000000000000000000000000 to bob'],
    ['bob', 'alice', { actions: [pay] }, 'received 10000000000000000000000000 from bob'],
    ['bob', 'alice', { actions: ['CreateAccount'] }, 'was created by bob'],
    ['bob', 'alice', { actions: [call] }, 'was called: vote by bob'],
    ['bob', 'alice', { actions: [call], isFailed: true }, 'was called: vote by bob'],
    ['bob', 'coin', { actions: [call], moves: [move] }, 'received 5 of coin from bob'],
    ['bob', 'carol', { actions: [call] }, 'took part when bob called vote of carol'],
    ['bob', 'alice', { actions: [pay], isFailed: true }, 'took part when bob tried to'],
  ];
  for (const [signer, receiver, parts, told] of cases) {
    const deed = { signer, receiver, actions: [], moves: [], isFailed: false, ...parts };
    const sentence = plainSentence(tellAccount('alice', deed));
    assert.ok(sentence.startsWith(told), `${sentence} / ${told}`);
  }
});

test('claims of token contracts are read with distrust', () => {
  const amounts: [claim: unknown, amount: string | null][] = [
    ['1500', '1500'],
    [7, '7'],
    ['-1', null],
    [1.5, null],
    ['9'.repeat(40), null],
    [{ amount: '1' }, null],
    [null, null],
  ];
  for (const [claim, amount] of amounts) assert.equal(parseAmount(claim), amount);
  const tokens = [{ token_id: '1' }, { token_id: 5 }, null, 'x', { token_id: 'y'.repeat(100) }];
  assert.deepEqual(parseTokenIds(tokens, 9), ['1', 'y'.repeat(64)]);
  assert.deepEqual(parseTokenIds(tokens, 1), ['1']);
  assert.deepEqual(parseTokenIds({ length: 5 }, 9), []);
});

const text = (value: string) => concatBytes(u32Le(value.length), utf8ToBytes(value));

test('keys of storage as near-sdk writes them', () => {
  const cases: [key: Uint8Array, name: string][] = [
    [utf8ToBytes('STATE'), 'state STATE'],
    [concatBytes(utf8ToBytes('a'), text('bob.near')), 'entry a["bob.near"]'],
    [concatBytes(Uint8Array.of(0), text('bob.near')), 'entry 0x00["bob.near"]'],
    [concatBytes(utf8ToBytes('v'), u64Le(3n)), 'element v[3]'],
    [concatBytes(utf8ToBytes('list'), u32Le(7)), 'element list[7]'],
    [utf8ToBytes('a longer key'), 'other a longer key'],
    [new Uint8Array(0), 'other '],
    [Uint8Array.of(255, 254, 253), 'other fffefd'],
  ];
  for (const [key, expected] of cases) {
    const { kind, name, entry } = parseStorageKey(key);
    assert.equal(`${kind} ${name}${entry === '' ? '' : `[${entry}]`}`, expected);
  }
});

test('fields of a state are guessed from the strings in it', () => {
  const state = concatBytes(u64Le(125n), text('bob.near'), Uint8Array.of(1, 2, 3), text('a'));
  assert.deepEqual(guessFields(state), [
    { kind: 'integer', text: '125' },
    { kind: 'string', text: 'bob.near' },
    { kind: 'bytes', text: '010203' },
    { kind: 'string', text: 'a' },
  ]);
  assert.equal(guessFields(u64Le(125n)), null, 'no string');
  assert.equal(guessFields(new Uint8Array(5000)), null, 'too long');
});

test('standards by the methods that are exported', () => {
  const fungible = ['ft_transfer', 'ft_transfer_call', 'ft_balance_of', 'ft_total_supply'];
  assert.deepEqual(listStandards([...fungible, 'ft_metadata']), ['NEP-141', 'NEP-148']);
  assert.deepEqual(listStandards(fungible.slice(1)), []);
});

/** A transaction that called a method of a contract, with what its receipts burnt. */
function trailOf(actions: readonly object[], ...gas: readonly (number | 'failed')[]): Trail {
  const outcomes = gas.map((burnt, at) => {
    const status = burnt === 'failed' ? { Failure: {} } : { SuccessValue: '' };
    const gas_burnt = burnt === 'failed' ? 1 : burnt;
    return [`${at}`, { executor_id: 'coin', gas_burnt, status, logs: [], tokens_burnt: '0' }];
  });
  return {
    transaction: { hash: 'h', signer_id: 'alice', receiver_id: 'coin', actions },
    outcomes: new Map(outcomes as []),
    methods: new Map(gas.map((_, at) => [`${at}`, 'mint'])),
    ending: { kind: 'done', value: '' },
    failures: [],
  } as unknown as Trail;
}

test('gas by method, deploys and last arguments from loaded transactions', () => {
  const call = { FunctionCall: { method_name: 'mint', args: btoa('{"to":"bob"}') } };
  const code = { DeployContract: { code: btoa('x'.repeat(50)) } };
  const trails = [trailOf([call], 30, 10), trailOf([code], 20, 'failed')];
  assert.deepEqual(sumMethods(trails, 'coin'), [
    { method: 'mint', calls: 4, failures: 1, least: 1, middle: 10, most: 30 },
  ]);
  assert.deepEqual(sumMethods(trails, 'other'), []);
  assert.deepEqual(
    listDeploys(trails, 'coin').map(({ bytes }) => bytes),
    [50],
  );
  assert.equal(JSON.parse(lastArguments(trails, 'coin', 'mint') ?? '').to, 'bob');
  assert.equal(lastArguments(trails, 'coin', 'burn'), null);
});
