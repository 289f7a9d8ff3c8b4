// The questions of the section `distinct`, about a chain that is made up: no two are the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listDistinctQuestions,
  QUESTION_NAMES,
  type QuestionSource,
  splitQuestions,
} from '../../src/benchmark/distinctQuestions.ts';

const BLOCKS = 60;

const source: QuestionSource = {
  headHash: 'head',
  contractId: 'contract.near',
  blocks: Array.from({ length: BLOCKS }, (_, i) => ({ height: 100 + i, hash: `block${i}` })),
  chunkHashes: Array.from({ length: 2 * BLOCKS }, (_, i) => `chunk${i}`),
  // Five per block by two signers, every other one to an account that it creates.
  transactions: Array.from({ length: 5 * BLOCKS }, (_, i) => ({
    hash: `tx${i}`,
    signerId: `signer${i % 2}`,
    receiverId: i % 2 === 0 ? `new${i}` : 'old',
    blockIndex: Math.floor(i / 5),
  })),
};

test('no question is asked twice, of any kind', () => {
  const questions = listDistinctQuestions(source);
  assert.deepEqual([...questions.keys()], QUESTION_NAMES);
  const all = [...questions.values()].flat();
  assert.equal(new Set(all).size, all.length);
  for (const [what, bodies] of questions) assert.ok(bodies.length > BLOCKS / 2, what);
});

test('no transaction is asked about by two methods', () => {
  const questions = listDistinctQuestions(source);
  const about = [...questions]
    .filter(([what]) => /tx|_proof$/.test(what))
    .flatMap(([, bodies]) => bodies.map((body) => /"tx\d+"/.exec(body)?.[0]))
    .filter((hash) => hash !== undefined);
  assert.equal(about.length, source.transactions.length);
  assert.equal(new Set(about).size, about.length);
});

test('an account is asked about only at blocks after the one that created it', () => {
  const bodies = listDistinctQuestions(source).get('view_account at old heights') ?? [];
  for (const body of bodies) {
    const { params } = JSON.parse(body);
    const created = source.transactions.find(({ receiverId }) => receiverId === params.account_id);
    assert.ok(params.block_id > 100 + (created?.blockIndex ?? Number.NaN), body);
  }
});

test('a chain without the contract, or without anything, has fewer questions', () => {
  assert.deepEqual(listDistinctQuestions({ ...source, contractId: null }).get('call_function'), []);
  const empty = { ...source, blocks: [], chunkHashes: [], transactions: [] };
  assert.deepEqual(listDistinctQuestions(empty).get('block'), []);
});

test('warming up and each number of connections have questions of their own', () => {
  const bodies = Array.from({ length: 130 }, (_, i) => `${i}`);
  const parts = splitQuestions(bodies, [1, 32, 256]);
  assert.deepEqual(
    parts.map(({ connections, bodies: part }) => [connections, part.length]),
    [
      [8, 40],
      [1, 10],
      [32, 40],
      [256, 40],
    ],
  );
  assert.deepEqual(
    parts.flatMap((part) => part.bodies),
    bodies,
  );
});
