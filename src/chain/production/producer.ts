// Makes the blocks of a local chain: one after the other while there is something to do, at a fixed
// pace, or only when asked. Time and turns come from outside, so a test can drive it by hand.

import { STRICT_NONCE_TTL_BLOCKS } from '../../params/constants.ts';
import { versionsAfter } from '../../params/protocol.ts';
import {
  type Authorisation,
  type AuthorisedTransaction,
  BY_SIGNATURE,
} from '../../runtime/transactions/authorisation.ts';
import { readFirstYieldTimeout } from '../../state/promiseYields.ts';
import { TrieState } from '../../state/trieState.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Block } from '../../types/block.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { CannotSplit, resolveSplitWish, type SplitWish } from '../blocks/splitWish.ts';
import type { Chain, ExtendedBlock } from '../chain.ts';
import { refuseTransaction } from '../mempool/admission.ts';
import { selectTransactions } from '../mempool/selectTransactions.ts';
import {
  type PooledTransaction,
  PoolFull,
  type WaitingTransactions,
} from '../mempool/transactionPool.ts';
import type { StatePatch } from '../patch/statePatch.ts';
import { type Authority, withoutApprovals } from '../signing/authority.ts';
import type { Clock } from './clock.ts';
import { findChunks, findHeight } from './duties.ts';
import { type StagedChanges, StagingArea } from './stagedChanges.ts';
import { nextVersion } from './stageUpgrade.ts';
import { type UpgradeSchedule, voteBySchedule } from './upgradeSchedule.ts';

/** Why a transaction that may be valid was not taken. */
type DropCause =
  /** The pool has no room. */
  | 'pool'
  /** Too much waits for the chain's thread. */
  | 'queue'
  /** Too many signatures wait to be verified. */
  | 'signatures'
  /** The chain does not take transactions, or cannot read what it needs. */
  | 'unavailable';

/** The outcome of a transaction's admission. */
export type Admission =
  | {
      readonly kind: 'admitted';
      /** The height of the head when it was admitted, if known: no earlier block includes it. */
      readonly height?: number;
    }
  | { readonly kind: 'invalid'; readonly error: InvalidTxError }
  | DroppedTransaction;

interface DroppedTransaction {
  readonly kind: 'dropped';
  readonly cause: DropCause;
  readonly reason: string;
}

export function dropTransaction(cause: DropCause, reason: string): DroppedTransaction {
  return { kind: 'dropped', cause, reason };
}

export interface ProducerParts {
  readonly chain: Chain;
  readonly pool: WaitingTransactions;
  readonly authority: Authority;
  readonly clock: Clock;
  /** What the chain works towards; nothing without it. */
  readonly staging?: StagingArea;
  /** The votes of a validator that upgrades by itself. */
  readonly upgrades?: UpgradeSchedule | undefined;
  /** How long a transaction may wait for the strict nonce before its own. */
  readonly strictNonceTtlBlocks?: number;
  /** Starts the timer for selecting a block's transactions; without it there is no limit. */
  readonly startTimer?: () => () => boolean;
}

/** What a block shall be beyond the ordinary one. */
export interface BlockWishes {
  /** Heights to leave out before the block. Nobody approves such a block, as in the reference. */
  readonly skip?: number;
  /** What changes in the state after the block. */
  readonly patch?: readonly StatePatch[];
}

/** How far a chain has come. */
export interface ChainProgress {
  readonly headHeight: number;
  /** The newest block that changed more than the time. */
  readonly busyHeight: number;
  readonly finalHeight: number;
}

/** What a producer knows beyond its chain. */
export interface ProducerMoment {
  readonly waiting: readonly PooledTransaction[];
  readonly busyHeight: number;
  readonly staged: StagedChanges;
}

export class Producer {
  readonly chain: Chain;
  readonly #pool: WaitingTransactions;
  readonly #authority: Authority;
  readonly #strictNonceTtlBlocks: number;
  readonly #startTimer: () => () => boolean;
  readonly #clock: Clock;
  readonly #upgrades: UpgradeSchedule | undefined;
  readonly staging: StagingArea;
  /** The newest block that executed something, or whose state was patched. */
  #busyHeight: number;
  /** Whether the last block could take none of the waiting transactions. */
  #isPoolStuck = false;

  constructor(parts: ProducerParts) {
    const { chain, pool, authority, clock, strictNonceTtlBlocks, startTimer } = parts;
    this.chain = chain;
    this.staging = parts.staging ?? new StagingArea(null);
    this.#upgrades = parts.upgrades;
    this.#pool = pool;
    this.#strictNonceTtlBlocks = strictNonceTtlBlocks ?? STRICT_NONCE_TTL_BLOCKS;
    this.#startTimer = startTimer ?? (() => () => false);
    this.#authority = authority;
    this.#clock = clock;
    this.#busyHeight = chain.head.block.header.lite.height;
    // The process may have been killed after the block that announced a split was committed.
    this.#forgetAnnouncedSplit(chain.head.block);
  }

  /** Whether a transaction would be taken now; changes nothing. */
  check(signed: HashedTransaction, authorisation: Authorisation = BY_SIGNATURE): Admission {
    const error = refuseTransaction(this.chain, signed, authorisation);
    return error === null ? { kind: 'admitted' } : { kind: 'invalid', error };
  }

  /** Takes a transaction into the pool if it may wait there. */
  submit(signed: HashedTransaction, authorisation: Authorisation = BY_SIGNATURE): Admission {
    const admission = this.check(signed, authorisation);
    if (admission.kind !== 'admitted') return admission;
    try {
      this.#pool.add(signed, this.chain.head.block.header.lite.height, authorisation);
      this.#isPoolStuck = false;
      return admission;
    } catch (error) {
      if (error instanceof PoolFull) return dropTransaction('pool', error.message);
      throw error;
    }
  }

  /** How many transactions are in the pool. */
  get waiting(): number {
    return this.#pool.size;
  }

  /** Empties the pool; answers how many transactions waited there. */
  dropWaiting(): number {
    const { size } = this.#pool;
    this.#pool.clear();
    this.#isPoolStuck = false;
    return size;
  }

  /** Whether receipts will be executed by the next blocks, whatever else happens. */
  hasReceiptsOnTheirWay(): boolean {
    const isMakeable = findChunks(this.chain, this.#authority);
    return this.chain.head.shards.some(
      ({ outgoingReceipts, extra }, shardIndex) =>
        isMakeable[shardIndex] &&
        (outgoingReceipts.length > 0 || extra.congestionInfo.receiptBytes > 0),
    );
  }

  get progress(): ChainProgress {
    const { head, stored } = this.chain;
    return {
      headHeight: head.block.header.lite.height,
      busyHeight: this.#busyHeight,
      finalHeight: stored.finalHead().height,
    };
  }

  get moment(): ProducerMoment {
    const staged = this.staging.changes;
    return { waiting: [...this.#pool.inTurn()], busyHeight: this.#busyHeight, staged };
  }

  /** Back to a moment at which the chain had the head that it has again. */
  restore({ waiting, busyHeight, staged }: ProducerMoment): void {
    if (staged !== this.staging.changes) this.staging.set(staged);
    this.#pool.clear();
    const { height } = this.chain.head.block.header.lite;
    for (const { signed, authorisation } of waiting) this.#pool.add(signed, height, authorisation);
    this.#busyHeight = busyHeight;
    this.#isPoolStuck = false;
  }

  /**
   * Whether a block would do more than pass the time: it may take transactions, receipts are on
   * their way, or what was executed last is not final yet.
   */
  hasWork(): boolean {
    if (this.#canTakeTransactions() || this.hasReceiptsOnTheirWay()) return true;
    return this.chain.stored.finalHead().height < this.#busyHeight;
  }

  /**
   * Whether something depends on the number of blocks rather than on what they execute: waiting
   * transactions that no block could take yet, a staged change, a yielded promise that may time
   * out, or a chain that has just begun and has no final block.
   */
  areBlocksCounted(): boolean {
    const { chain, staging } = this;
    const { split } = staging.changes;
    if (this.#pool.size > 0 || split !== null || this.#isUpgrading()) return true;
    if (chain.stored.finalHead().height === chain.genesis.genesisHeight) return true;
    return chain.head.shards.some(({ extra }) => {
      return readFirstYieldTimeout(new TrieState(chain.trie, extra.stateRoot)) !== null;
    });
  }

  /** Whether the next epochs get other protocol versions. */
  #isUpgrading(): boolean {
    const { protocolVersion } = this.staging.changes;
    if (protocolVersion === null) return false;
    return this.chain.protocolAfterHead().version !== protocolVersion;
  }

  /** Whether the next block may execute anything but refunds, which no client waits for. */
  hasExecutionAhead(): boolean {
    return this.#canTakeTransactions() || this.#hasReceiptsAhead();
  }

  /** Whether the next block may execute receipts other than refunds, and takes no transactions. */
  hasOnlyReceiptsAhead(): boolean {
    return !this.#canTakeTransactions() && this.#hasReceiptsAhead();
  }

  #hasReceiptsAhead(): boolean {
    return this.chain.head.shards.some(
      ({ outgoingReceipts, extra }) =>
        extra.congestionInfo.receiptBytes > 0 ||
        outgoingReceipts.some(({ predecessorId }) => predecessorId !== SYSTEM_ACCOUNT),
    );
  }

  #canTakeTransactions(): boolean {
    return this.#pool.size > 0 && !this.#isPoolStuck;
  }

  /**
   * Splits a shard with the second epoch from now, unless another split has to take effect before.
   * Throws a PerigeeError of code `shard_layout` if that is not possible now.
   */
  splitShard(wish: SplitWish): void {
    const { chain } = this;
    const split = chain.epochs.configs.areFiles
      ? 'the shards of this chain are those that its epoch configurations dictate'
      : resolveSplitWish(chain.trie.nodes, chain.head, chain.layoutAfterHead(), wish);
    if (typeof split === 'string') throw new CannotSplit(split);
    const [shardId, boundaryAccount] = split;
    this.staging.set({ ...this.staging.changes, split: { shardId, boundaryAccount } });
  }

  /** Makes the block after the head. */
  produceBlock({ skip = 0, patch = [] }: BlockWishes = {}): ExtendedBlock {
    const { header } = this.chain.head.block;
    const height = findHeight(this.chain, this.#authority, header.lite.height + skip + 1);
    const timestamp = this.#clock.nextTimestamp(header.lite.timestamp);
    const proposal = {
      height,
      timestamp,
      chunks: this.#selectChunks(height),
      latestProtocolVersion: this.#vote(timestamp),
      splitWish: this.staging.changes.split,
    };
    const authority = skip === 0 ? this.#authority : withoutApprovals(this.#authority);
    const extended = this.chain.extend(proposal, authority, patch);
    this.#clock.onBlock();
    this.#forgetAnnouncedSplit(extended.built.block);
    for (const chunk of extended.built.newChunks) {
      for (const transaction of chunk?.transactions ?? []) this.#pool.remove(transaction);
    }
    const hasExecuted = extended.shards.some(({ result }) => result.outcomes.length > 0);
    if (hasExecuted || patch.length > 0) this.#busyHeight = height;
    return extended;
  }

  #forgetAnnouncedSplit({ header }: Block): void {
    const { changes } = this.staging;
    if (header.rest.shardSplit === null || changes.split === null) return;
    this.staging.set({ ...changes, split: null });
  }

  #vote(timestamp: bigint): number {
    const next = nextVersion(this.chain);
    const { protocolVersion } = this.staging.changes;
    const [step] = versionsAfter(next, protocolVersion ?? next, this.chain.epochs.rules.dialect);
    if (step !== undefined) return step;
    return this.#upgrades === undefined ? next : voteBySchedule(this.#upgrades, next, timestamp);
  }

  /**
   * The first block after genesis carries no chunks: a node makes chunks in answer to a block, and
   * there was none before.
   */
  #selectChunks(height: number): (AuthorisedTransaction[] | null)[] {
    const { head, genesis } = this.chain;
    if (head.block.header.lite.height === genesis.genesisHeight) return head.shards.map(() => null);
    const isMakeable = findChunks(this.chain, this.#authority);
    const selected = selectTransactions(this.chain, this.#pool, {
      height,
      strictNonceTtlBlocks: this.#strictNonceTtlBlocks,
      isTimeOver: this.#startTimer(),
    });
    const chunks = selected.map((chunk, shardIndex) => (isMakeable[shardIndex] ? chunk : null));
    this.#isPoolStuck = chunks.every((chunk) => chunk === null || chunk.length === 0);
    return chunks;
  }
}
