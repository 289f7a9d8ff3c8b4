// The writer of a cluster is killed at random moments, twenty times, and restarted; then it is
// killed for good and a standby takes over. A front end watches all the time: its head never goes
// back, no height ever has two blocks, and at the end there is no gap and nothing is lost that it
// has shown as final.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { eventually } from '../support/eventually.ts';
import { type RpcClient, RpcFailure } from '../support/rpcClient.ts';
import { ALICE, BOB, type NodeProcess } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster } from './support/cassandra.ts';
import {
  caughtUp,
  clusterWritten,
  copyHome,
  readChain,
  readHead,
  startFrontEnd,
  startWriter,
} from './support/clusterPrograms.ts';

const KILLS = 20;
const START_MS_MAX = 2_500;
/** Or after this many responses, and a short delay. */
const ANSWERS_MAX = 12;
const LATER_MS_MAX = 60;
const STARTING_EVERY = 4;
/** Long enough that a living writer always sends its heartbeat in time. */
const LEASE_SECONDS = 20;
const random = ChaChaRng.fromU64(20_261_116n, 20);

/** What the front end has shown, at any time. */
class Watch {
  readonly blocks = new Map<number, string>();
  readonly #rpc: RpcClient;
  #isOver = false;
  readonly #watching: Promise<unknown>;

  constructor(rpc: RpcClient) {
    this.#rpc = rpc;
    // A failure is reported at the end.
    this.#watching = this.#run().catch((error: unknown) => error);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    assert.equal(await this.#watching, undefined);
  }

  async #run(): Promise<void> {
    let last = 0;
    while (!this.#isOver) {
      const { header } = await readHead(this.#rpc);
      assert.ok(header.height >= last, `the head went from ${last} to ${header.height}`);
      const known = this.blocks.get(header.height) ?? header.hash;
      assert.equal(header.hash, known, `height ${header.height}`);
      this.blocks.set(header.height, header.hash);
      last = header.height;
      await sleep(20);
    }
  }
}

/** Sends one transaction after the other until the node is gone. */
async function load(
  rpc: RpcClient,
  signer: string,
  acknowledged: Set<string>,
  onAnswer: () => void = () => {},
): Promise<void> {
  const sender = new Sender(rpc, signer);
  for (;;) {
    try {
      const signed = await sender.sign(BOB, [transfer(1n)]);
      await sender.submit(signed, 'EXECUTED_OPTIMISTIC');
      acknowledged.add(formatHash(signed.hash));
      onAnswer();
    } catch (error) {
      // The connection breaks when the node is killed; any response would be a bug.
      if (error instanceof RpcFailure) throw error;
      return;
    }
  }
}

async function killOnce(
  home: string,
  cluster: string,
  kill: number,
  seen: Set<string>,
): Promise<void> {
  const writer = startWriter(home, cluster);
  if (kill % STARTING_EVERY === 0) {
    await sleep(random.below32(START_MS_MAX));
  } else {
    const rpc = await writer.listening();
    const enough = seen.size + 1 + random.below32(ANSWERS_MAX);
    const loading = new Promise<void>((resolve, reject) => {
      load(rpc, ALICE, seen, () => seen.size >= enough && resolve()).then(resolve, reject);
    });
    await loading;
    await sleep(random.below32(LATER_MS_MAX));
  }
  await writer.kill('SIGKILL');
}

async function statusOf(rpc: RpcClient, hash: string): Promise<string> {
  const params = { tx_hash: hash, sender_account_id: ALICE, wait_until: 'FINAL' };
  const { status } = await rpc.call<{ status: object }>('tx_status', params);
  return Object.keys(status).join();
}

test('a writer that is killed twenty times, then replaced by a standby', async (context) => {
  const testCluster = await startTestCluster(1);
  const cluster = `${testCluster.address('writer')}?lease=${LEASE_SECONDS}`;
  const home = createTemporaryFolder();
  const acknowledged = new Set<string>();
  const first = startWriter(home, cluster, '--mining', 'auto:200');
  await first.listening();
  await clusterWritten(cluster);
  const front = await startFrontEnd(cluster, '--state').listening();
  const watch = new Watch(front);
  await first.kill('SIGKILL');

  for (let kill = 0; kill < KILLS; kill++) await killOnce(home, cluster, kill, acknowledged);

  const writer = startWriter(home, cluster);
  const rpc = await writer.listening();
  await caughtUp(rpc, front);
  assert.ok(acknowledged.size > KILLS, `${acknowledged.size} transactions`);
  for (const hash of acknowledged) assert.equal(await statusOf(front, hash), 'SuccessValue');
  const [written, local] = [await readChain(front), await readChain(rpc)];
  for (const [height, hash] of written) assert.equal(local.get(height), hash, `height ${height}`);
  context.diagnostic(`${acknowledged.size} transactions in ${written.size} blocks`);

  const second = copyHome(home);
  await refusesSecondWriter(second, cluster);
  await takesOver({ writer, rpc, front, cluster, home: second });
  await refusesOldWriter(home, cluster);
  await watch.end();
  const last = await readChain(front);
  for (const [height, hash] of watch.blocks) assert.equal(last.get(height), hash, `at ${height}`);
});

async function refusesSecondWriter(home: string, cluster: string): Promise<void> {
  const { code, stderr } = await startWriter(home, cluster).ended;
  assert.equal(code, 1);
  assert.match(stderr, /the cluster is written by .+; a cluster has one writer: .* --standby/);
}

interface TakeOver {
  readonly writer: NodeProcess;
  readonly rpc: RpcClient;
  readonly front: RpcClient;
  readonly cluster: string;
  readonly home: string;
}

/** What the front end has shown as final is there afterwards, and the chain continues from it. */
async function takesOver({ writer, rpc, front, cluster, home }: TakeOver): Promise<void> {
  const standby = startWriter(home, cluster, '--standby');
  const seen = new Set<string>();
  const loading = load(rpc, ALICE, seen);
  await eventually('transactions are acknowledged', () => seen.size > ANSWERS_MAX);
  const shown = [];
  for (const hash of [...seen].slice(0, 10)) {
    assert.equal(await statusOf(front, hash), 'SuccessValue');
    shown.push(hash);
  }
  assert.ok(shown.length > 0);
  await Promise.all([writer.kill('SIGKILL'), loading]);
  const before = await readHead(front);
  const next = await standby.listening();
  for (const hash of shown) assert.equal(await statusOf(next, hash), 'SuccessValue');
  const sender = new Sender(next, BOB);
  await sender.send(ALICE, [transfer(1n)], 'FINAL');
  await caughtUp(next, front);
  const after = await readChain(front);
  assert.equal(after.get(before.header.height), before.header.hash);
  assert.deepEqual(
    [...after.keys()].toSorted((a, b) => a - b),
    Array.from({ length: after.size }, (_, height) => height),
  );
}

/** It had blocks that never reached the cluster, or it is just not its turn. */
async function refusesOldWriter(home: string, cluster: string): Promise<void> {
  const { code, stderr } = await startWriter(home, cluster).ended;
  assert.equal(code, 1);
  assert.match(stderr, /the cluster is written by/);
}
