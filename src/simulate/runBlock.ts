// Makes one of the blocks that a request describes, with the producer of real blocks, and those
// after it that execute the receipts of its transactions.

import type { Hash } from '../base/crypto/hash.ts';
import { NS_PER_SECOND } from '../base/units.ts';
import type { Chain } from '../chain/chain.ts';
import type { Clock } from '../chain/production/clock.ts';
import { heightsToSkip } from '../chain/production/fastForward.ts';
import { type Admission, Producer } from '../chain/production/producer.ts';
import { collectOutcomes, listPending } from '../chain/stored/transactionOutcomes.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import { Submitter, type UnsignedTransactions } from './givenTransaction.ts';
import { createSimulatedAuthority } from './simulatedAuthority.ts';
import { openSimulatedChain, type SimulatedMoment, type SimulationBase } from './simulatedChain.ts';
import { SimulatedPool } from './simulatedPool.ts';
import { SimulationError } from './simulationError.ts';
import { type GivenBlock, MADE_BLOCKS_MAX } from './simulationRequest.ts';

/** Between two blocks, unless a time is given. */
const BLOCK_NS = NS_PER_SECOND;
/** The limits of clocks and headers. */
const TIMESTAMP_MAX = (1n << 63n) - 1n;

interface MadeBlock {
  readonly hash: Hash;
  readonly height: number;
  readonly timestamp: bigint;
}

export interface SentTransaction {
  readonly hash: Hash;
  /** Why no block includes it; null if one does, or if the blocks had no room for it. */
  readonly error: InvalidTxError | null;
}

export interface RanBlock {
  /** After the last block. */
  readonly moment: SimulatedMoment;
  readonly chain: Chain;
  readonly made: readonly MadeBlock[];
  readonly sent: readonly SentTransaction[];
}

/** Passed from block to block of a request. */
interface RunOptions {
  readonly unsigned: UnsignedTransactions;
  /** How many blocks were made before. */
  readonly blocksMade: number;
}

class SimulatedClock implements Clock {
  given: bigint | null = null;
  readonly #first: bigint;

  constructor(first: bigint) {
    this.#first = first;
  }

  now(): bigint {
    return this.#first;
  }

  nextTimestamp(prevTimestamp: bigint): bigint {
    const timestamp = this.given ?? prevTimestamp + BLOCK_NS;
    if (timestamp > prevTimestamp && timestamp <= TIMESTAMP_MAX) return timestamp;
    throw new SimulationError(
      `block_timestamp has to be above ${prevTimestamp}, the time of the block before, and at ` +
        `most ${TIMESTAMP_MAX}`,
    );
  }

  onBlock(): void {
    this.given = null;
  }
}

class BlockRun {
  readonly chain: Chain;
  readonly made: MadeBlock[] = [];
  readonly pool = new SimulatedPool();
  readonly producer: Producer;
  readonly #clock: SimulatedClock;
  readonly #blocksMax: number;
  #randomValue: Hash | null = null;

  constructor(chain: Chain, blocksMax: number) {
    this.chain = chain;
    this.#blocksMax = blocksMax;
    this.#clock = new SimulatedClock(chain.head.block.header.lite.timestamp);
    this.producer = new Producer({
      chain,
      pool: this.pool,
      authority: createSimulatedAuthority(() => this.#randomValue),
      clock: this.#clock,
    });
  }

  get hasRoom(): boolean {
    return this.made.length < this.#blocksMax;
  }

  get height(): number {
    return this.chain.head.block.header.lite.height;
  }

  produce(skip = 0): void {
    if (!this.hasRoom) throw tooManyBlocks();
    this.producer.produceBlock({ skip });
    const { hash, block } = this.chain.head;
    const { height, timestamp } = block.header.lite;
    this.made.push({ hash, height, timestamp });
    this.#randomValue = null;
  }

  /** The block itself, with what the request gives it. */
  produceGiven({ blockHeight, blockTimestamp, randomValue }: GivenBlock): void {
    const height = blockHeight ?? this.height + 1;
    if (height <= this.height) {
      throw new SimulationError(
        `block_height has to be above ${this.height}, the height of the block before`,
      );
    }
    // No block leaves out a whole epoch: what is out of reach is refused before it takes seconds.
    const room = this.#blocksMax - this.made.length;
    if (height - this.height > room * this.chain.genesis.epochLength) throw tooManyBlocks();
    while (this.#skipTowards(height) < height - this.height - 1) {
      this.produce(this.#skipTowards(height));
    }
    this.#clock.given = blockTimestamp;
    this.#randomValue = randomValue;
    this.produce(height - this.height - 1);
  }

  /** How many heights the next block may leave out; not all of them across the end of an epoch. */
  #skipTowards(height: number): number {
    if (height === this.height + 1) return 0;
    return heightsToSkip(this.height, height - 1, this.chain.genesis.epochLength);
  }

  /** The block after genesis takes no transactions; a full one leaves some to the next. */
  includeWaiting(): void {
    for (let before = 0; this.pool.size > 0 && this.hasRoom; ) {
      if (this.pool.size === before) return;
      before = this.pool.size;
      this.produce();
    }
  }

  /** Yielded promises that nobody resumes stay pending. */
  executeReceipts(sent: readonly SentTransaction[]): void {
    const hashes = sent.filter(({ error }) => error === null).map(({ hash }) => hash);
    const { stored } = this.chain;
    while (
      this.hasRoom &&
      this.producer.hasReceiptsOnTheirWay() &&
      hashes.some((hash) => listPending(collectOutcomes(stored, hash)).length > 0)
    ) {
      this.produce();
    }
  }
}

function tooManyBlocks(): SimulationError {
  return new SimulationError(`a simulation makes at most ${MADE_BLOCKS_MAX} blocks`);
}

export function runBlock(
  base: SimulationBase,
  before: SimulatedMoment,
  given: GivenBlock,
  { unsigned, blocksMade }: RunOptions,
): RanBlock {
  const { chain, store } = openSimulatedChain(base, before, given.overrides);
  const run = new BlockRun(chain, MADE_BLOCKS_MAX - blocksMade);
  const submitter = new Submitter(run.producer, unsigned);
  const submitted = given.transactions.map((transaction) => submitter.submit(transaction));
  run.produceGiven(given);
  run.includeWaiting();
  const sent = submitted.map(({ hash, admission }) => ({
    hash,
    error: refusalOf(admission) ?? run.pool.errorOf(hash),
  }));
  run.pool.clear();
  if (given.waitForReceipts) run.executeReceipts(sent);
  return { moment: { rows: store, head: chain.head }, chain, made: run.made, sent };
}

function refusalOf(admission: Admission): InvalidTxError | null {
  return admission.kind === 'invalid' ? admission.error : null;
}
