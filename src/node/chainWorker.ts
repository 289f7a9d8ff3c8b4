// The thread that owns the chain: the only writer of the store. It takes transactions, makes
// blocks, and tells the others about each.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/exactJson.ts';
import { parseSecretKey } from '../base/keys.ts';
import { createLocalAuthority } from '../chain/authority.ts';
import type { ExtendedBlock } from '../chain/chain.ts';
import { MovableClock } from '../chain/clock.ts';
import type { ControlAction } from '../chain/controlActions.ts';
import { Controls } from '../chain/controls.ts';
import { Miner, type Scheduler } from '../chain/mining.ts';
import { openChain } from '../chain/openChain.ts';
import { type Admission, Producer } from '../chain/producer.ts';
import { RandomnessAhead } from '../chain/randomnessAhead.ts';
import { TransactionPool } from '../chain/transactionPool.ts';
import { createValidatorSigner } from '../chain/validatorSigner.ts';
import { BorshError } from '../codec/borsh.ts';
import { decode } from '../codec/codec.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { Genesis } from '../types/genesis.ts';
import {
  type HashedTransaction,
  hashTransaction,
  SignedTransaction,
} from '../types/transaction.ts';
import type { ChainThreadData, FromChain, ToChain } from './chainMessages.ts';
import { createContractRunner } from './contractRunner.ts';
import { preparedFolder } from './preparedContracts.ts';

/** How long a commit may be missing after a power cut, unless each is flushed. */
const FLUSH_MS = 100;

const scheduler: Scheduler = {
  soon: (task) => void setImmediate(task),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

function say(message: FromChain): void {
  assert(parentPort !== null, 'the chain runs in a thread of its own');
  parentPort.postMessage(message);
}

async function run(data: ChainThreadData): Promise<void> {
  const { storePath: path, durable, temporary } = data;
  const store = await LmdbStore.open({ path, durable, temporary });
  const genesis = Genesis.parse(parseJson(data.genesis));
  const contracts = createContractRunner(genesis.config.protocolVersion, {
    folder: preparedFolder(path),
    onFunctionCall: (report) => say({ kind: 'called', report }),
  });
  const chain = openChain(store, genesis, contracts);
  const signers = data.validatorKeys.map(({ accountId, secretKey }) =>
    createValidatorSigner(accountId, parseSecretKey(secretKey)),
  );
  const authority = createLocalAuthority(signers);
  const clock = new MovableClock();
  const producer = new Producer({
    chain,
    pool: new TransactionPool(data.poolBytesMax),
    authority,
    strictNonceTtlBlocks: data.strictNonceTtlBlocks,
    startTimer: () => startTimer(data.selectionMsMax),
    clock,
  });
  let isStopped = false;
  const randomness = new RandomnessAhead(chain, authority);
  // One proof in each turn, so that nobody waits for more than that.
  const workAhead = () =>
    scheduler.soon(() => {
      if (!isStopped && !producer.hasWork() && randomness.proveNext()) workAhead();
    });
  const miner = new Miner(producer, data.mining, scheduler, (block) => {
    say(describeBlock(block));
    workAhead();
  });
  const controls = new Controls({
    producer,
    miner,
    clock,
    scheduler,
    genesis,
    skippedHeightNs: data.skippedHeightNs,
    onRevert: () => say({ kind: 'reverted', height: chain.head.block.header.lite.height }),
  });
  const flushing = setInterval(() => void store.flush(), FLUSH_MS);

  parentPort?.on('message', (message: ToChain) => {
    switch (message.kind) {
      case 'submit':
      case 'check':
        say({ kind: 'admission', id: message.id, admission: admit(producer, message) });
        if (message.kind === 'submit') miner.wake();
        return;
      case 'control':
        void control(controls, message);
        return;
      case 'stop':
        isStopped = true;
        controls.stop();
        miner.stop();
        clearInterval(flushing);
        void store.close().then(() => parentPort?.close());
    }
  });
  say({ kind: 'ready', height: chain.head.block.header.lite.height });
  miner.start();
  workAhead();
}

function admit(
  producer: Producer,
  { kind, transaction }: ToChain & { kind: 'submit' | 'check' },
): Admission {
  try {
    const signed = hashTransaction(decode(SignedTransaction, transaction));
    arrivals.set(signed, performance.now());
    return producer[kind](signed);
  } catch (error) {
    if (error instanceof BorshError) return { kind: 'dropped', reason: error.message };
    throw error;
  }
}

/** Any failure but a refusal is our bug, and ends the thread. */
async function control(
  controls: Controls,
  { id, action }: { readonly id: number; readonly action: ControlAction },
): Promise<void> {
  try {
    say({ kind: 'controlled', id, answer: { result: await controls.run(action) } });
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    const { code, message } = error;
    say({ kind: 'controlled', id, answer: { error: { code, message } } });
  }
}

/** Says whether so many milliseconds have passed since now. */
function startTimer(msMax: number | null): () => boolean {
  if (msMax === null) return () => false;
  const endMs = performance.now() + msMax;
  return () => performance.now() > endMs;
}

/** When a transaction came in, for as long as it is here. */
const arrivals = new WeakMap<HashedTransaction, number>();

function describeBlock({ built }: ExtendedBlock): FromChain {
  const nowMs = performance.now();
  const included = built.newChunks.flatMap((chunk) => chunk?.transactions ?? []);
  return {
    kind: 'block',
    height: built.block.header.lite.height,
    transactions: included.map((transaction) => ({
      hash: transaction.hash,
      waitedMs: nowMs - (arrivals.get(transaction) ?? nowMs),
    })),
  };
}

try {
  await run(workerData as ChainThreadData);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  say({ kind: 'failed', message, code: error instanceof PerigeeError ? error.code : null });
}
