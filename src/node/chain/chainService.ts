// The chain as a message handler: accepts transactions and control actions, produces blocks, and
// reports each block after its commit. The store, time, scheduler and transport are passed in, so
// the same code runs in a worker thread and under a simulated clock, disk and network.

import type { Caches } from '../../base/collections/caches.ts';
import { HASH_LENGTH } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { describeFault, packFailure } from '../../base/threadFailure.ts';
import type { Chain, ExtendedBlock } from '../../chain/chain.ts';
import type { ControlAction } from '../../chain/controls/controlActions.ts';
import { Controls } from '../../chain/controls/controls.ts';
import { GarbageCollector } from '../../chain/garbage/garbageCollector.ts';
import { TransactionPool } from '../../chain/mempool/transactionPool.ts';
import { openChain } from '../../chain/openChain.ts';
import { MovableClock } from '../../chain/production/clock.ts';
import { formatHalt } from '../../chain/production/halt.ts';
import { Miner, type Scheduler } from '../../chain/production/mining.ts';
import {
  type Admission,
  dropTransaction,
  type ProducerParts,
} from '../../chain/production/producer.ts';
import { RandomnessAhead } from '../../chain/production/randomnessAhead.ts';
import { StagingArea } from '../../chain/production/stagedChanges.ts';
import {
  createUpgradeSchedule,
  type UpgradeSchedule,
} from '../../chain/production/upgradeSchedule.ts';
import type { Authority } from '../../chain/signing/authority.ts';
import { BorshError } from '../../codec/borsh.ts';
import { createContractRunner } from '../../execution/contractRunner.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import type { KeepingOrigin } from '../../fork/origin.ts';
import { stableVersions } from '../../params/protocol.ts';
import { rememberSignature } from '../../runtime/transactions/transactionSignature.ts';
import { RowUnavailable } from '../../store/rowUnavailable.ts';
import type { Store } from '../../store/store.ts';
import type { Trie } from '../../trie/trie.ts';
import { Genesis } from '../../types/genesis.ts';
import { type HashedTransaction, readHashedTransaction } from '../../types/transaction.ts';
import { CallReports } from './callReports.ts';
import type {
  AdmissionRequest,
  ChainThreadData,
  FromChain,
  IncludedTransactions,
  ToChain,
} from './chainMessages.ts';
import { TimedProducer } from './timedProducer.ts';

/** The time window of commits that a power cut may lose, unless each commit is flushed. */
const FLUSH_MS = 100;

/** How long the other threads need to start; working ahead would only delay them. */
const START_MS = 200;

/** The configuration of the chain, apart from what is passed in as a part. */
type ChainServiceData = Omit<
  ChainThreadData,
  'storePath' | 'durable' | 'temporary' | 'origin' | 'validatorKeys' | 'cachePlan'
>;

interface ChainServiceParts {
  readonly store: Store;
  readonly authority: Authority;
  readonly scheduler: Scheduler;
  /** Wall-clock milliseconds since 1970, and monotonic milliseconds. */
  readonly time: { now(): number; elapsed(): number };
  say(message: FromChain): void;
  /** Warnings for the operator, as whole sentences. */
  warn(message: string): void;
  /** Where prepared contracts are kept; without it they stay in memory. */
  readonly preparedFolder?: string;
  /** The network that this chain was forked from. */
  readonly origin?: KeepingOrigin | undefined;
  readonly caches?: Caches | undefined;
}

export class ChainService {
  readonly chain: Chain;
  readonly #parts: ChainServiceParts;
  readonly #calls: CallReports;
  readonly #pool: TransactionPool;
  readonly #producer: TimedProducer;
  readonly #miner: Miner;
  readonly #controls: Controls;
  readonly #collector: GarbageCollector | null;
  readonly #workAhead: () => void;
  readonly #collect: () => void;
  /**
   * The arrival time of each transaction. A WeakMap, because the time is needed after the mempool
   * has removed its record, and most transactions that arrive are never included.
   */
  readonly #arrivals = new WeakMap<HashedTransaction, number>();
  #cancelFlush: () => void = () => {};
  #isStopped = false;

  constructor(data: ChainServiceData, parts: ChainServiceParts) {
    const { store, authority, scheduler, time, say } = parts;
    this.#parts = parts;
    const genesis = Genesis.parse(parseJson(data.genesis));
    this.#calls = new CallReports((reports) => say({ kind: 'called', reports }));
    const { chain, contracts } = openStored(genesis, data, parts, this.#calls);
    this.chain = chain;
    const clock = new MovableClock(time.now);
    clock.beginAt(chain.head.block.header.lite.timestamp);
    this.#pool = new TransactionPool({
      bytesMax: data.poolBytesMax,
      accountBytesMax: data.poolBytesMax / 2,
      accountMax: data.poolAccountMax,
    });
    const producer = createProducer(
      { chain, pool: this.#pool, authority, clock, staging: new StagingArea(store) },
      data,
      time,
    );
    this.#producer = producer;
    const randomness = new RandomnessAhead(chain, authority);
    // One proof or one contract in each turn, so that no request waits longer than that.
    this.#workAhead = this.#repeatSoon(
      'work ahead of blocks',
      () => this.#isIdle() && (randomness.proveNext() || contracts.prepareNext()),
    );
    // At least one step after each block, and further ones while the thread is idle.
    this.#collector = data.collection && new GarbageCollector(chain, store, data.collection);
    this.#collect = this.#repeatSoon(
      'collection of old blocks',
      () => !this.#isStopped && this.#collector?.step() === true && this.#isIdle(),
    );
    this.#miner = new Miner({
      producer,
      mode: data.mining,
      scheduler,
      onBlock: (block) => this.#onBlock(block),
      blockMs: () => producer.blockMs,
      onDelay: ({ message }) => {
        this.#calls.flush();
        parts.warn(`the next block waits for the forked network: ${message}`);
      },
      onHalt: (halt) => {
        this.#calls.flush();
        say({ kind: 'halted', halt });
      },
      onDrop: (count, reason) => {
        const why = describeFault(reason);
        parts.warn(
          `${count} waiting transactions are dropped: no block with them can be produced: ${why}`,
        );
      },
    });
    this.#controls = new Controls({
      producer,
      miner: this.#miner,
      clock,
      scheduler,
      genesis,
      nightly: data.nightly,
      skippedHeightNs: data.skippedHeightNs,
      onRevert: () => {
        this.#collector?.abandon();
        const { progress } = producer;
        say({ kind: 'reverted', height: progress.headHeight, progress });
      },
    });
  }

  /** Starts block production. */
  start(): void {
    const { scheduler, say } = this.#parts;
    this.#armFlush();
    say({ kind: 'ready', progress: this.#producer.progress });
    this.#miner.start();
    scheduler.after(START_MS, this.#workAhead);
  }

  /** Stops block production and flushing; the store stays open. */
  stop(): void {
    this.#isStopped = true;
    this.#controls.stop();
    this.#miner.stop();
    this.#cancelFlush();
  }

  hear(message: ToChain): void {
    switch (message.kind) {
      case 'admit': {
        const { requests } = message;
        const answers = requests.map((one) => ({ id: one.id, admission: this.#admit(one) }));
        this.#parts.say({ kind: 'admitted', answers });
        this.#haltOnFailure(() => this.#miner.wake());
        return;
      }
      case 'control':
        void this.#control(message.id, message.action);
        return;
      case 'await':
        this.#haltOnFailure(() => this.#miner.setAwaited(message.isAwaited));
    }
  }

  /** An unexpected failure, which is a bug of ours: no further block is produced. */
  halt(error: unknown): void {
    if (!this.#isStopped) this.#miner.halt(error);
  }

  #haltOnFailure(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.halt(error);
    }
  }

  #isIdle(): boolean {
    return !this.#isStopped && !this.#producer.hasWork();
  }

  #onBlock(block: ExtendedBlock): void {
    this.#calls.flush();
    this.#parts.say(this.#describeBlock(block));
    this.#collector?.onBlock(block);
    this.#collect();
    this.#workAhead();
  }

  #armFlush(): void {
    const { scheduler, store } = this.#parts;
    this.#cancelFlush = scheduler.after(FLUSH_MS, () => {
      // Unflushed data must stay bounded: a power cut would lose more than a moment.
      store.flush().then(
        () => this.#haltOnFailure(() => this.#miner.retry()),
        (error: unknown) => this.halt(error),
      );
      this.#armFlush();
    });
  }

  /**
   * Runs a step soon, and again as long as it returns true; calls in between are merged. A step
   * that fails is not run again, as blocks do not depend on it.
   */
  #repeatSoon(name: string, step: () => boolean): () => void {
    let isWaiting = false;
    const repeat = () => {
      if (isWaiting) return;
      isWaiting = true;
      this.#parts.scheduler.soon(() => {
        try {
          const isUnfinished = step();
          isWaiting = false;
          if (isUnfinished) repeat();
        } catch (error) {
          this.#parts.warn(`${name} is disabled until the next start: ${describeFault(error)}`);
        }
      });
    };
    return repeat;
  }

  /** A bug of ours fails only the request that triggers it. */
  #admit({ kind, transaction, isSigned }: AdmissionRequest): Admission {
    const halt = this.#miner.halted;
    if (halt !== null) return dropTransaction('unavailable', formatHalt(halt));
    if (kind === 'find') return this.#find(transaction);
    try {
      const signed = readHashedTransaction(transaction);
      if (isSigned !== null) rememberSignature(signed, isSigned);
      this.#arrivals.set(signed, this.#parts.time.elapsed());
      const admit = () => this.#producer[kind](signed);
      const { origin } = this.#parts;
      // Any client can submit a transaction that no block can include.
      const admission = origin === undefined ? admit() : origin.readWithoutKeeping(admit);
      if (admission.kind !== 'admitted') return admission;
      return { kind: 'admitted', height: this.chain.head.block.header.lite.height };
    } catch (error) {
      if (!(error instanceof BorshError || error instanceof RowUnavailable)) {
        this.#parts.warn(`a transaction could not be checked: ${describeFault(error)}`);
      }
      return dropTransaction('unavailable', publicMessage(error));
    }
  }

  #find(transactionHash: Uint8Array): Admission {
    const isFound = this.#pool.has(transactionHash);
    return isFound ? { kind: 'admitted' } : dropTransaction('unavailable', 'it is not waiting');
  }

  /**
   * Any failure except a refusal is a bug of ours that may leave the chain half changed, so it
   * halts.
   */
  async #control(id: number, action: ControlAction): Promise<void> {
    const { say } = this.#parts;
    try {
      const result = await this.#controls.run(action);
      // First, so that the whole process sees the new mode before the caller gets its response.
      if (action.kind === 'setMining') say({ kind: 'mining', mode: action.mode });
      say({ kind: 'controlled', id, answer: { result } });
    } catch (error) {
      this.#calls.flush();
      if (!(error instanceof PerigeeError)) this.halt(error);
      const { code, message } = packFailure(error);
      say({ kind: 'controlled', id, answer: { error: { code, message } } });
    }
  }

  #describeBlock({ built }: ExtendedBlock): FromChain {
    const chunks = built.newChunks.filter((chunk) => chunk !== null);
    return {
      kind: 'block',
      height: built.block.header.lite.height,
      progress: this.#producer.progress,
      producedMs: this.#producer.blockMs,
      chunks: chunks.length,
      gasUsed: chunks.reduce((sum, { header }) => sum + Number(header.inner.value.prevGasUsed), 0),
      pool: { transactions: this.#pool.size, bytes: this.#pool.bytes },
      transactions: this.#describeIncluded(chunks.flatMap(({ transactions }) => transactions)),
    };
  }

  #describeIncluded(transactions: readonly HashedTransaction[]): IncludedTransactions {
    const nowMs = this.#parts.time.elapsed();
    const hashes = new Uint8Array(transactions.length * HASH_LENGTH);
    for (const [i, { hash }] of transactions.entries()) hashes.set(hash, i * HASH_LENGTH);
    const waitedMs = Float64Array.from(
      transactions,
      (transaction) => nowMs - (this.#arrivals.get(transaction) ?? nowMs),
    );
    return { hashes, waitedMs };
  }
}

function openStored(
  genesis: Genesis,
  data: ChainServiceData,
  parts: ChainServiceParts,
  calls: CallReports,
) {
  const { rules, debugInfo } = data;
  const { store, warn, preparedFolder, origin, caches } = parts;
  const contracts = createContractRunner({
    ...(preparedFolder !== undefined && { folder: preparedFolder }),
    onFunctionCall: (report) => calls.add(report),
    caches,
    keepsMemory: true,
    debugInfo,
  });
  const onUpgrade = (blocks: number) =>
    warn(`the store has an older version; adding account histories for its ${blocks} blocks`);
  const wrapTrie = origin && ((own: Trie) => new ForkTrie(own, origin));
  const chain = openChain(store, genesis, contracts, { onUpgrade, wrapTrie, caches, rules });
  return { chain, contracts };
}

function createProducer(
  parts: ProducerParts,
  data: ChainServiceData,
  { elapsed }: ChainServiceParts['time'],
): TimedProducer {
  const { strictNonceTtlBlocks, selectionMsMax } = data;
  const startTimer = () => {
    if (selectionMsMax === null) return () => false;
    const endMs = elapsed() + selectionMsMax;
    return () => elapsed() > endMs;
  };
  const upgrades = scheduleUpgrades(parts.chain, data);
  return new TimedProducer({ ...parts, upgrades, strictNonceTtlBlocks, startTimer }, elapsed);
}

/** A chain that runs a version that is not released goes on to the newest of those. */
function scheduleUpgrades(
  chain: Chain,
  { nightly, upgrades }: ChainServiceData,
): UpgradeSchedule | undefined {
  if (upgrades === null) return undefined;
  const { dialect } = chain.epochs.rules;
  const { chainId } = chain.genesis;
  const isNightly = !stableVersions(dialect).includes(chain.protocolAfterHead().version);
  const scheduled = { chainId, dialect, nightly: nightly || isNightly };
  return createUpgradeSchedule(scheduled, upgrades.override);
}
