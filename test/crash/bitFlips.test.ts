// A node whose data file has twenty flipped bits refuses to start with one sentence, or gives each
// response unchanged, or an error that names the damage. It never gives a different response, does
// not report existing data as unknown, and does not crash.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, startNodeProcess, startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { countRounds } from '../support/testForm.ts';

const SEED = 20_261_117n;
const BITS = 20;
const TRANSFERS = 30;

type Question = readonly [method: string, params: unknown];

/** A chain, and requests for all of its blocks with their responses. */
async function createChain(home: string): Promise<ReadonlyMap<Question, string>> {
  const node = await startTestNode({ home });
  const alice = new Sender(node.rpc, ALICE);
  const questions: Question[] = [];
  for (let i = 0; i < TRANSFERS; i++) {
    const sent = await alice.send(BOB, [transfer(BigInt(i + 1))], 'FINAL');
    const { hash } = sent.transaction as { hash: string };
    const params = { tx_hash: hash, sender_account_id: ALICE, wait_until: 'NONE' };
    questions.push(['EXPERIMENTAL_tx_status', params]);
  }
  const { height } = (
    await node.rpc.call<{ header: { height: number } }>('block', {
      finality: 'final',
    })
  ).header;
  for (let block = 0; block <= height; block += 3) {
    questions.push(
      ['block', { block_id: block }],
      ['chunk', { block_id: block, shard_id: 0 }],
      ['EXPERIMENTAL_changes_in_block', { block_id: block }],
      ['query', { request_type: 'view_account', account_id: ALICE, block_id: block }],
    );
  }
  const answers = new Map<Question, string>();
  for (const question of questions) answers.set(question, await ask(node.rpc, question));
  await node.stop();
  return answers;
}

async function ask(rpc: RpcClient, [method, params]: Question): Promise<string> {
  return JSON.stringify(await rpc.ask(method, params));
}

function flipBits(home: string, random: ChaChaRng): void {
  const file = dataFilePath(join(home, 'data'));
  const data = readFileSync(file);
  for (let i = 0; i < BITS; i++) data[random.below32(data.length)]! ^= 1 << random.below32(8);
  writeFileSync(file, data);
}

test('a node with flipped bits on its disk gives no wrong response', async (context) => {
  const whole = createTemporaryFolder();
  const answers = await createChain(whole);
  const random = ChaChaRng.fromU64(SEED, 20);
  const count = { refused: 0, errors: 0, right: 0 };
  for (const round of countRounds(context, 'flipped bits', { short: 3, long: 100 })) {
    const home = createTemporaryFolder();
    cpSync(whole, home, { recursive: true });
    flipBits(home, random);
    const node = startNodeProcess(home, '--mining', 'manual');
    const rpc = await node.listening().catch(() => null);
    if (rpc === null) {
      const { code, stderr } = await node.ended;
      assert.equal(code, 1, `round ${round}: ${stderr}`);
      assert.match(stderr, /^perigee: [^\n]*(damaged|missing|not a store)[^\n]*\n$/, `${round}`);
      count.refused += 1;
      continue;
    }
    for (const [question, expected] of answers) {
      const answer = await ask(rpc, question);
      if (answer === expected) count.right += 1;
      else {
        assert.match(answer, /the (row|store) .*(damaged|missing)/, `${round}: ${question}`);
        count.errors += 1;
      }
    }
    await node.kill('SIGKILL');
  }
  context.diagnostic(JSON.stringify(count));
  assert.ok(count.right > 0);
});
