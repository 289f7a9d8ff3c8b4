// A cluster of three nodes with three copies of each row, one of which is killed under load: the
// writer continues, no response of a front end is wrong, and no block is missing. Then a front end
// is killed under load and another one replaces it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster } from './support/cassandra.ts';
import {
  caughtUp,
  clusterWritten,
  readChain,
  startFrontEnd,
  startWriter,
} from './support/clusterPrograms.ts';

const TRANSFERS_BEFORE = 20;
const TRANSFERS_AFTER = 20;
const ANSWERS_MIN = 50;

/** What the writer has acknowledged; front ends must respond the same. */
interface Sent {
  readonly hash: string;
  readonly answer: string;
}

async function send(sender: Sender, count: number, sent: Sent[]): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { transaction } = await sender.send(BOB, [transfer(1n)], 'FINAL');
    sent.push({ hash: transaction.hash, answer: await askStatus(sender.rpc, transaction.hash) });
  }
}

async function askStatus(rpc: RpcClient, hash: string): Promise<string> {
  const params = { tx_hash: hash, sender_account_id: ALICE, wait_until: 'FINAL' };
  return JSON.stringify(await rpc.call('tx_status', params));
}

/** Reads random transactions that were sent, from any front end that runs, and compares. */
class Readers {
  answers = 0;
  #isOver = false;
  readonly #fronts: RpcClient[];
  readonly #running: Promise<unknown>;

  constructor(fronts: RpcClient[], sent: readonly Sent[]) {
    this.#fronts = fronts;
    this.#running = Promise.all([0, 1, 2].map((reader) => this.#run(reader, sent))).catch(
      (error: unknown) => error,
    );
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const ended = await this.#running;
    if (ended instanceof Error) throw ended;
  }

  async #run(reader: number, sent: readonly Sent[]): Promise<void> {
    for (let i = reader; !this.#isOver; i++) {
      const one = sent[i % Math.max(1, sent.length)];
      if (one !== undefined) await this.#read(one, i);
      await sleep(10);
    }
  }

  /** Like a proxy, tries the next front end when one does not respond. */
  async #read({ hash, answer }: Sent, turn: number): Promise<void> {
    for (let attempt = 0; attempt < 2 * this.#fronts.length; attempt++) {
      const front = this.#fronts[(turn + attempt) % this.#fronts.length] as RpcClient;
      try {
        assert.equal(await askStatus(front, hash), answer);
        this.answers++;
        return;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
    throw new Error('no front end responds');
  }
}

test('a node of the cluster dies, then a front end', async (context) => {
  const testCluster = await startTestCluster(3);
  const cluster = testCluster.address('three');
  const writer = await startWriter(createTemporaryFolder(), cluster).listening();
  const sent: Sent[] = [];
  const sender = new Sender(writer, ALICE);
  await send(sender, TRANSFERS_BEFORE, sent);
  await clusterWritten(cluster);
  const processes = [startFrontEnd(cluster), startFrontEnd(cluster)];
  const fronts = await Promise.all(processes.map((front) => front.listening()));
  for (const front of fronts) await caughtUp(writer, front);

  const readers = new Readers(fronts, sent.slice(0, TRANSFERS_BEFORE));
  const sending = send(sender, TRANSFERS_AFTER, sent);
  await testCluster.nodes[2]?.kill();
  await sending;
  await processes[0]?.kill('SIGKILL');
  await sleep(500);
  fronts[0] = await startFrontEnd(cluster).listening();
  for (const front of fronts) await caughtUp(writer, front);
  const before = readers.answers;
  while (readers.answers < before + ANSWERS_MIN) await sleep(100);
  await readers.end();

  for (const front of fronts) {
    for (const { hash, answer } of sent) assert.equal(await askStatus(front, hash), answer);
    const [there, here] = [await readChain(front), await readChain(writer)];
    for (const [height, hash] of there) assert.equal(here.get(height), hash, `height ${height}`);
  }
  context.diagnostic(`${readers.answers} responses under load`);
});
