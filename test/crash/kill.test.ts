// A node under load is killed with SIGKILL at chosen moments, some of them while it starts, and
// started again on the same home folder. Every transaction that it has answered for is there, and
// so is everything below its head: blocks, their proofs, the whole state.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { equalBytes } from '../../src/base/bytes.ts';
import { ChaChaRng } from '../../src/base/chacha.ts';
import { formatHash, sha256 } from '../../src/base/hash.ts';
import { StoredChain } from '../../src/chain/storedChain.ts';
import { LmdbStore } from '../../src/store/lmdbStore.ts';
import { StoreNodeReader } from '../../src/store/storeNodeReader.ts';
import { iterateTrie } from '../../src/trie/trieIterate.ts';
import { blockHash } from '../../src/types/block.ts';
import { type BlockProofJson, LightClient } from '../support/lightClient.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createTemporaryHome,
  ROOT,
  startNodeProcess,
} from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer, type WaitUntil } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';

const SEED = 20_261_116n;
const KILLS = 20;
/** A node is killed so soon after it began to start. */
const START_MS_MAX = 900;
/** Or after so many answers, and a little later. */
const ANSWERS_MAX = 40;
const LATER_MS_MAX = 40;
/** Each so many kills hit a node that is starting. */
const STARTING_EVERY = 5;
const PROOFS = 50;

const random = ChaChaRng.fromU64(SEED, 20);
const home = createTemporaryHome();

interface Acknowledged {
  readonly hash: string;
  readonly signerId: string;
}

/** What the node has answered for, in all its lives. */
const acknowledged: Acknowledged[] = [];
let onAnswer: () => unknown = () => {};

const WISHES: readonly WaitUntil[] = ['INCLUDED', 'EXECUTED_OPTIMISTIC', 'EXECUTED', 'FINAL'];

/** Sends one transaction after the other until the node is gone. */
async function load(rpc: RpcClient, signerId: string): Promise<void> {
  const sender = new Sender(rpc, signerId);
  const note = new Uint8Array(500);
  for (let i = 0; ; i++) {
    const wish = WISHES[random.below32(WISHES.length)] as WaitUntil;
    const actions = i % 2 === 0 ? [transfer(1n)] : [callContract('put', note.fill(i))];
    try {
      const signed = await sender.sign(ROOT, actions);
      await sender.submit(signed, wish);
      acknowledged.push({ hash: formatHash(signed.hash), signerId });
      onAnswer();
    } catch (error) {
      // The connection breaks when the node is killed; any answer would be a fault.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function killWhileStarting(): Promise<void> {
  const node = startNodeProcess(home);
  await sleep(random.below32(START_MS_MAX));
  const { signal } = await node.kill('SIGKILL');
  assert.equal(signal, 'SIGKILL');
}

async function killUnderLoad(): Promise<void> {
  const node = startNodeProcess(home);
  const rpc = await node.listening();
  const enough = acknowledged.length + random.below32(ANSWERS_MAX);
  const reached = new Promise<void>((resolve) => {
    onAnswer = () => acknowledged.length >= enough && resolve();
  });
  const loads = [ALICE, BOB, CAROL].map((signer) => load(rpc, signer));
  await Promise.race([reached, ...loads]);
  await sleep(random.below32(LATER_MS_MAX));
  const { signal } = await node.kill('SIGKILL');
  assert.equal(signal, 'SIGKILL');
  await Promise.all(loads);
  await verifyStore();
}

/** Reads everything that the head stands on, from the store as the killed process left it. */
async function verifyStore(): Promise<void> {
  const store = await LmdbStore.open({ path: join(home, 'data'), readOnly: true });
  const chain = new StoredChain(store);
  const head = chain.head();
  let hash = head.hash;
  for (let block = chain.block(hash); block !== null; block = chain.block(hash)) {
    assert.ok(equalBytes(blockHash(block.header), hash));
    if (block.header.lite.height === 0) break;
    hash = block.header.prevHash;
  }
  assert.ok(equalBytes(hash, chain.genesis().hash));
  const extra = chain.chunkExtra(head.hash, 0);
  assert.ok(extra !== null);
  verifyState(new StoreNodeReader(store), extra.stateRoot);
  await store.close();
}

/** Every node and value of a state has the hash that stands above it. */
function verifyState(nodes: StoreNodeReader, root: Uint8Array): void {
  const verify = (hash: Uint8Array, bytes: Uint8Array) =>
    assert.ok(equalBytes(sha256(bytes), hash));
  let values = 0;
  for (const { valueHash } of iterateTrie(nodes, root, {
    prefix: new Uint8Array(0),
    visit: verify,
  })) {
    verify(valueHash, nodes.read(valueHash));
    values++;
  }
  assert.ok(values > 0);
}

interface HeaderAnswer {
  readonly header: { readonly hash: string; readonly height: number };
}

/** Blocks of all lives are proved to be ancestors of the last final one. */
async function verifyProofs(rpc: RpcClient): Promise<void> {
  const final = await rpc.call<HeaderAnswer>('block', { finality: 'final' });
  const { hash: head, height } = final.header;
  const prove = (hash: string) =>
    rpc.call<BlockProofJson>('EXPERIMENTAL_light_client_block_proof', {
      block_hash: hash,
      light_client_head: head,
    });
  const client = new LightClient((await prove(head)).block_header_lite, []);
  for (let i = 0; i < PROOFS; i++) {
    const block = await rpc.call<HeaderAnswer>('block', { block_id: random.below32(height) });
    assert.equal(client.verifyBlock(await prove(block.header.hash)), block.header.hash);
  }
}

test('what was answered survives SIGKILL at any moment', async (context) => {
  await prepareContract();
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % STARTING_EVERY === 0) await killWhileStarting();
    else await killUnderLoad();
  }
  const node = startNodeProcess(home);
  const rpc = await node.listening();
  assert.ok(acknowledged.length > KILLS, `${acknowledged.length} transactions`);
  for (const { hash, signerId } of acknowledged) {
    const params = { tx_hash: hash, sender_account_id: signerId, wait_until: 'FINAL' };
    const { status } = await rpc.call<{ status: object }>('tx_status', params);
    assert.ok('SuccessValue' in status, JSON.stringify(status));
  }
  await verifyProofs(rpc);
  const { header } = await rpc.call<HeaderAnswer>('block', { finality: 'optimistic' });
  context.diagnostic(`${acknowledged.length} transactions in ${header.height} blocks`);
  const end = await node.kill('SIGTERM');
  assert.deepEqual([end.code, end.stderr], [0, '']);
});

/** The receiver of the load keeps what it is given. */
async function prepareContract(): Promise<void> {
  const node = startNodeProcess(home);
  const root = new Sender(await node.listening(), ROOT);
  await root.send(ROOT, [deploy(storageContract)], 'FINAL');
  await node.kill('SIGKILL');
}
