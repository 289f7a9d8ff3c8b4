// The thread that owns the chain: the only writer of the store. It takes transactions, makes
// blocks, and tells the others about each.

import { parentPort } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/exactJson.ts';
import { parseSecretKey } from '../base/keys.ts';
import { type Authority, createLocalAuthority } from '../chain/authority.ts';
import type { ExtendedBlock } from '../chain/chain.ts';
import { MovableClock } from '../chain/clock.ts';
import type { ControlAction } from '../chain/controlActions.ts';
import { Controls } from '../chain/controls.ts';
import { GarbageCollector } from '../chain/garbage/garbageCollector.ts';
import { Miner, type Scheduler } from '../chain/mining.ts';
import { openChain } from '../chain/openChain.ts';
import type { Admission, Producer, ProducerParts } from '../chain/producer.ts';
import { RandomnessAhead } from '../chain/randomnessAhead.ts';
import { TransactionPool } from '../chain/transactionPool.ts';
import { createValidatorSigner } from '../chain/validatorSigner.ts';
import { BorshError } from '../codec/borsh.ts';
import { rememberSignature } from '../runtime/transactionSignature.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { RowUnavailable } from '../trie/nodeReader.ts';
import { Genesis } from '../types/genesis.ts';
import { type HashedTransaction, readHashedTransaction } from '../types/transaction.ts';
import type { ChainThreadData, DoorRequest, FromChain, ToChain } from './chainMessages.ts';
import { createContractRunner } from './contractRunner.ts';
import { BlockingOrigin } from './fork/origin.ts';
import { preparedFolder } from './preparedContracts.ts';
import { TimedProducer } from './timedProducer.ts';

/** How long a commit may be missing after a power cut, unless each is flushed. */
const FLUSH_MS = 100;

/** How long the other threads need to start; work ahead would only delay them. */
const START_MS = 200;

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
  const { chain, contracts } = openStored(store, genesis, data);
  const authority = createAuthority(data);
  const clock = new MovableClock();
  clock.beginAt(chain.head.block.header.lite.timestamp);
  const pool = new TransactionPool(data.poolBytesMax, data.poolAccountMax);
  const producer = createProducer({ chain, pool, authority, clock }, data);
  let isStopped = false;
  const randomness = new RandomnessAhead(chain, authority);
  // One proof or one contract in each turn, so that nobody waits for more than that.
  const isIdle = () => !isStopped && !producer.hasWork();
  const workAhead = repeatSoon(
    () => isIdle() && (randomness.proveNext() || contracts.prepareNext()),
  );
  // One step after each block at least, and further ones while there is nothing else to do.
  const collector = data.collection && new GarbageCollector(chain, store, data.collection);
  const collect = repeatSoon(() => !isStopped && collector?.step() === true && isIdle());
  const onBlock = (block: ExtendedBlock) => {
    say(describeBlock(block, pool, producer.blockMs));
    collector?.onBlock(block);
    collect();
    workAhead();
  };
  const { mining: mode } = data;
  const miner = new Miner({ producer, mode, scheduler, onBlock, onDelay: reportDelay });
  const controls = new Controls({
    producer,
    miner,
    clock,
    scheduler,
    genesis,
    skippedHeightNs: data.skippedHeightNs,
    onRevert: () => {
      collector?.abandon();
      say({ kind: 'reverted', height: chain.head.block.header.lite.height });
    },
  });
  const flushing = setInterval(() => void store.flush(), FLUSH_MS);

  parentPort?.on('message', (message: ToChain) => {
    switch (message.kind) {
      case 'admit': {
        const { requests } = message;
        const answers = requests.map((one) => ({ id: one.id, admission: admit(producer, one) }));
        say({ kind: 'admitted', answers });
        miner.wake();
        return;
      }
      case 'control':
        void control(controls, message);
        return;
      case 'await':
        miner.setAwaited(message.isAwaited);
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
  scheduler.after(START_MS, workAhead);
}

/** Does a step soon, and again as long as it says so; whoever asks meanwhile is served by that. */
function repeatSoon(step: () => boolean): () => void {
  let isWaiting = false;
  const repeat = () => {
    if (isWaiting) return;
    isWaiting = true;
    scheduler.soon(() => {
      isWaiting = false;
      if (step()) repeat();
    });
  };
  return repeat;
}

function openStored(store: LmdbStore, genesis: Genesis, data: ChainThreadData) {
  const contracts = createContractRunner(genesis.config.protocolVersion, {
    folder: preparedFolder(data.storePath),
    onFunctionCall: (report) => say({ kind: 'called', report }),
  });
  const beneath = data.origin === undefined ? undefined : new BlockingOrigin(data.origin);
  const chain = openChain(store, genesis, contracts, { onUpgrade: reportUpgrade, beneath });
  return { chain, contracts };
}

function createProducer(parts: ProducerParts, data: ChainThreadData): TimedProducer {
  const { strictNonceTtlBlocks, selectionMsMax } = data;
  return new TimedProducer({
    ...parts,
    strictNonceTtlBlocks,
    startTimer: () => startTimer(selectionMsMax),
  });
}

function createAuthority({ validatorKeys }: ChainThreadData): Authority {
  const signers = validatorKeys.map(({ accountId, secretKey }) =>
    createValidatorSigner(accountId, parseSecretKey(secretKey)),
  );
  return createLocalAuthority(signers);
}

function reportDelay({ message }: RowUnavailable): void {
  process.stderr.write(`perigee: the next block waits for the chain beneath: ${message}\n`);
}

function reportUpgrade(blocks: number): void {
  process.stderr.write(
    `perigee: the store is of an older version; its ${blocks} blocks get histories of accounts\n`,
  );
}

function admit(producer: Producer, { kind, transaction, isSigned }: DoorRequest): Admission {
  try {
    const signed = readHashedTransaction(transaction);
    if (isSigned !== null) rememberSignature(signed, isSigned);
    arrivals.set(signed, performance.now());
    return producer[kind](signed);
  } catch (error) {
    if (error instanceof BorshError || error instanceof RowUnavailable) {
      return { kind: 'dropped', reason: error.message };
    }
    throw error;
  }
}

/** Any failure but a refusal is our bug, and ends the thread. */
async function control(
  controls: Controls,
  { id, action }: { readonly id: number; readonly action: ControlAction },
): Promise<void> {
  try {
    const result = await controls.run(action);
    // First, so that whoever gets the answer finds it everywhere in this process.
    if (action.kind === 'setMining') say({ kind: 'mining', mode: action.mode });
    say({ kind: 'controlled', id, answer: { result } });
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

function describeBlock(
  { built }: ExtendedBlock,
  pool: TransactionPool,
  producedMs: number,
): FromChain {
  const nowMs = performance.now();
  const chunks = built.newChunks.filter((chunk) => chunk !== null);
  const included = chunks.flatMap(({ transactions }) => transactions);
  return {
    kind: 'block',
    height: built.block.header.lite.height,
    producedMs,
    chunks: chunks.length,
    gasUsed: chunks.reduce((sum, { header }) => sum + Number(header.inner.value.prevGasUsed), 0),
    pool: { transactions: pool.size, bytes: pool.bytes },
    transactions: included.map((transaction) => ({
      hash: transaction.hash,
      waitedMs: nowMs - (arrivals.get(transaction) ?? nowMs),
    })),
  };
}

/** Ends the thread when it is told to stop before it has opened anything. */
async function open(first: ToChain): Promise<void> {
  if (first.kind !== 'open') return parentPort?.close();
  try {
    await run(first.data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say({ kind: 'failed', message, code: error instanceof PerigeeError ? error.code : null });
    parentPort?.close();
  }
}

parentPort?.once('message', (first: ToChain) => void open(first));
