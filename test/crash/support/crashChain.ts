// A home folder whose node is repeatedly started, loaded and killed, and everything that its runs
// have acknowledged.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { equalBytes } from '../../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../../src/base/crypto/chacha.ts';
import { formatHash, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { StoreNodeReader } from '../../../src/chain/stored/storeNodeReader.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { iterateTrie } from '../../../src/trie/trieIterate.ts';
import { blockHash } from '../../../src/types/block.ts';
import { type BlockProofJson, LightClient } from '../../support/lightClient.ts';
import { type RpcClient, RpcFailure } from '../../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  type NodeProcess,
  ROOT,
  startNodeProcess,
} from '../../support/runningNode.ts';
import { callContract, deploy, Sender, transfer, type WaitUntil } from '../../support/sender.ts';
import { storageContract } from '../../support/storageContract.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { lastCommit } from './metaPages.ts';

/** A node is killed after this many responses, some reads, and a short delay. */
const ANSWERS_MIN = 2;
const ANSWERS_MAX = 40;
const LATER_MS_MAX = 120;
const PROOFS = 50;

export interface Acknowledged {
  readonly hash: string;
  readonly signerId: string;
  /** When the response arrived, by the clock of this process. */
  readonly atMs: number;
  /** The last commit at that time: it, or an earlier one, contains what was acknowledged. */
  readonly commit: bigint;
}

const WISHES: readonly WaitUntil[] = ['INCLUDED', 'EXECUTED_OPTIMISTIC', 'EXECUTED', 'FINAL'];

export class CrashChain {
  readonly home = createTemporaryFolder();
  readonly random: ChaChaRng;
  /** What the node has acknowledged, over all its runs. */
  acknowledged: Acknowledged[] = [];
  reads = 0;
  #onAnswer: () => unknown = () => {};
  /** The last block that was found complete. */
  #verified: Hash | null = null;

  constructor(seed: bigint) {
    this.random = ChaChaRng.fromU64(seed, 20);
  }

  get storePath(): string {
    return join(this.home, 'data');
  }

  /** With frequent blocks: what a run leaves unfinished is soon final in the next one. */
  start(): NodeProcess {
    return startNodeProcess(this.home, '--mining', 'auto:100');
  }

  /** The receiver of the load stores what it gets. */
  async prepare(): Promise<void> {
    const node = this.start();
    const root = new Sender(await node.listening(), ROOT);
    await root.send(ROOT, [deploy(storageContract)], 'FINAL');
    await node.kill('SIGKILL');
  }

  /** Loads a node with transactions and reads until some are done; the load continues. */
  async load(node: NodeProcess): Promise<{ ended: Promise<unknown> }> {
    const rpc = await node.listening();
    const more = ANSWERS_MIN + this.random.below32(ANSWERS_MAX - ANSWERS_MIN);
    const enough = { answers: this.acknowledged.length + more, reads: this.reads + ANSWERS_MIN };
    const reached = new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        if (this.acknowledged.length < enough.answers || this.reads < enough.reads) return;
        resolve();
      };
    });
    const senders = [ALICE, BOB, CAROL].map((signer) => this.#send(rpc, signer));
    const ended = Promise.all([...senders, this.#read(rpc)]);
    await Promise.race([reached, ended]);
    return { ended };
  }

  /** Kills a node in the middle of its work, once a further condition holds. */
  async killUnderLoad(ready: () => Promise<void> = async () => {}): Promise<void> {
    const node = this.start();
    const { ended } = await this.load(node);
    await ready();
    await sleep(this.random.below32(LATER_MS_MAX));
    const { signal } = await node.kill('SIGKILL');
    assert.equal(signal, 'SIGKILL');
    await ended;
  }

  /** Sends one transaction after the other until the node is gone. */
  async #send(rpc: RpcClient, signerId: string): Promise<void> {
    const sender = new Sender(rpc, signerId);
    const note = new Uint8Array(500);
    for (let i = 0; ; i++) {
      const wish = WISHES[this.random.below32(WISHES.length)] as WaitUntil;
      const actions = i % 2 === 0 ? [transfer(1n)] : [callContract('put', note.fill(i))];
      try {
        const signed = await sender.sign(ROOT, actions);
        await sender.submit(signed, wish);
        const commit = lastCommit(this.storePath);
        const hash = formatHash(signed.hash);
        this.acknowledged.push({ hash, signerId, atMs: Date.now(), commit });
        this.#onAnswer();
      } catch (error) {
        if (isGone(error)) return;
        throw error;
      }
    }
  }

  async #read(rpc: RpcClient): Promise<void> {
    const view = { request_type: 'view_account', account_id: ROOT, finality: 'optimistic' };
    for (;;) {
      try {
        await rpc.call('query', view);
        await rpc.call('block', { finality: 'final' });
        this.reads += 2;
        this.#onAnswer();
      } catch (error) {
        if (isGone(error)) return;
        throw error;
      }
    }
  }

  /**
   * Reads what the head depends on, from the store as the last process left it: the complete state,
   * and the blocks since the last check.
   */
  async verifyStore(): Promise<void> {
    const store = await LmdbStore.open({ path: this.storePath, readOnly: true });
    const chain = new StoredChain(store);
    const head = chain.head();
    const known = this.#verified ?? chain.genesis().hash;
    for (let hash = head.hash; !equalBytes(hash, known); ) {
      const block = chain.block(hash);
      assert.ok(block !== null && equalBytes(blockHash(block.header), hash));
      hash = block.header.prevHash;
    }
    this.#verified = head.hash;
    const extra = chain.chunkExtra(head.hash, 0);
    assert.ok(extra !== null);
    verifyState(new StoreNodeReader(store), extra.stateRoot);
    await store.close();
  }

  /** Whether the chain knows a transaction; if so, it must have succeeded. */
  async knows(rpc: RpcClient, { hash, signerId }: Acknowledged): Promise<boolean> {
    const params = { tx_hash: hash, sender_account_id: signerId };
    const now = await rpc.ask('tx_status', { ...params, wait_until: 'NONE' });
    if (now.error?.cause.name === 'UNKNOWN_TRANSACTION') return false;
    const final = { ...params, wait_until: 'FINAL' };
    const { status } = await rpc.call<{ status: object }>('tx_status', final);
    assert.ok('SuccessValue' in status, JSON.stringify(status));
    return true;
  }

  /**
   * Starts the node a last time: everything that was acknowledged is there, and blocks and proofs
   * are valid.
   */
  async verifyAll(): Promise<{ height: number }> {
    this.#verified = null;
    await this.verifyStore();
    const node = this.start();
    const rpc = await node.listening();
    for (const one of this.acknowledged) assert.ok(await this.knows(rpc, one), one.hash);
    await this.#verifyProofs(rpc);
    const { header } = await rpc.call<HeaderAnswer>('block', { finality: 'optimistic' });
    const end = await node.kill('SIGTERM');
    assert.deepEqual([end.code, end.stderr], [0, '']);
    return { height: header.height };
  }

  /** Blocks of all runs are proved to be ancestors of the last final one. */
  async #verifyProofs(rpc: RpcClient): Promise<void> {
    const final = await rpc.call<HeaderAnswer>('block', { finality: 'final' });
    const { hash: head, height } = final.header;
    const prove = (hash: string) =>
      rpc.call<BlockProofJson>('EXPERIMENTAL_light_client_block_proof', {
        block_hash: hash,
        light_client_head: head,
      });
    const client = new LightClient((await prove(head)).block_header_lite, []);
    for (let i = 0; i < PROOFS; i++) {
      const block_id = this.random.below32(height);
      const { header } = await rpc.call<HeaderAnswer>('block', { block_id });
      assert.equal(client.verifyBlock(await prove(header.hash)), header.hash);
    }
  }
}

interface HeaderAnswer {
  readonly header: { readonly hash: string; readonly height: number };
}

/** The connection breaks when the node is killed; any other failure would be a bug. */
function isGone(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  // A chain that has failed or halted reports it, and waiting callers get a timeout.
  return (
    error instanceof RpcFailure &&
    /TIMEOUT_ERROR|the chain has (stopped|halted)/.test(error.message)
  );
}

/** Every node and value of a state has the hash that its parent states. */
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
