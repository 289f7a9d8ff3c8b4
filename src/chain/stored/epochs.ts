// The epochs of a chain over a store: records blocks one after the other and answers which epoch a
// block belongs to, who works in it and what it pays. All that is kept follows from a block's hash
// alone, on every fork, so what was recorded but never stored does no harm in the caches.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import { RecentKeys } from '../../base/collections/recentKeys.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { createEpochConfigs, type EpochConfigs } from '../../params/epochConfigs.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { EpochView } from '../../runtime/chunkContext.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { BlockInfo } from '../../types/epoch.ts';
import type { DynamicReshardingConfig } from '../../types/epochConfig.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { Column } from '../columns/columns.ts';
import { type Approver, orderApprovers } from '../epoch/approvers.ts';
import { BLOCK_BEFORE_GENESIS, createBlockInfo, type EpochHeader } from '../epoch/blockInfo.ts';
import {
  ANCHOR_LAG,
  type ChunkDraw,
  createPlainDraw,
  GRACE_BLOCKS,
} from '../epoch/earlyKickout.ts';
import { Epoch } from '../epoch/epoch.ts';
import {
  type EpochSpan,
  endsEpoch,
  isLastOfEpoch,
  mayEndAfter,
  needsNextEpochApprovals,
} from '../epoch/epochBoundary.ts';
import {
  createStatistics,
  type EpochStatistics,
  extendStatistics,
  statisticsBytes,
} from '../epoch/epochStatistics.ts';
import type { EpochRecord, EpochStore } from '../epoch/epochStore.ts';
import { hashEpochSyncData } from '../epoch/epochSyncData.ts';
import { finalizeEpoch } from '../epoch/finalizeEpoch.ts';
import { createGenesisEpoch } from '../epoch/genesisEpoch.ts';
import { canReshard, type ProposedSplit, pickShardSplit } from '../epoch/splitChoice.ts';
import { computeStakeReturns, type StakeReturns } from '../epoch/stakeReturns.ts';
import { type ValidatorsInfo, validatorsInfo } from '../epoch/validatorsInfo.ts';
import { readThrough } from './readThrough.ts';

/** One split takes effect before the next is announced. */
const SOONEST = { minEpochsBetweenResharding: 1n };

/** What is known of a block before its hash. */
interface BuiltHeader {
  readonly prevHash: Hash;
  readonly height: number;
  readonly lastFinalBlock: Hash;
}

export class Epochs {
  readonly #store: EpochStore;
  readonly #genesis: GenesisConfig;
  readonly #blocks: BoundedCache<BlockInfo>;
  readonly #recentBlocks = new RecentKeys();
  readonly #statistics: BoundedCache<EpochStatistics>;
  readonly #epochs: BoundedCache<Epoch>;
  #rules: ProtocolRules | null = null;
  #configs: EpochConfigs | null = null;

  constructor(store: EpochStore, genesis: GenesisConfig, caches = new Caches()) {
    this.#blocks = caches.create('epoch_blocks');
    this.#statistics = caches.create('epoch_statistics');
    this.#epochs = caches.create('epochs');
    this.#store = store;
    this.#genesis = genesis;
  }

  get rules(): ProtocolRules {
    this.#rules ??= this.#store.rules();
    return this.#rules;
  }

  /** Throws a PerigeeError of code `epoch_config` if the files of the chain cannot be used. */
  get configs(): EpochConfigs {
    this.#configs ??= createEpochConfigs(this.#genesis, this.rules.epochConfigs);
    return this.#configs;
  }

  get treasuryAccount(): AccountId {
    return this.#genesis.protocolTreasuryAccount;
  }

  recordGenesis(hash: Hash, header: EpochHeader): EpochRecord {
    const info = createGenesisEpoch(this.#genesis, this.configs);
    const blockInfo = createBlockInfo(hash, header, {
      lastFinalizedHeight: header.lite.height,
      epochFirstBlock: HASH_ZERO,
      epochId: HASH_ZERO,
    });
    return this.#remember({
      blockInfo,
      statistics: createStatistics(info),
      epochs: [
        { id: HASH_ZERO, info },
        { id: hash, info },
      ],
      start: null,
      summary: null,
    });
  }

  /** What has to be stored with a block, whose parent was recorded before. */
  recordBlock(hash: Hash, header: EpochHeader): EpochRecord {
    const prev = this.blockInfo(header.prevHash);
    const isStart = this.#isLastOfEpoch(prev);
    const epochId = this.#epochIdAfter(prev);
    const epoch = this.epoch(epochId);
    const blockInfo = createBlockInfo(hash, header, {
      lastFinalizedHeight: this.#finalHeight(header),
      epochFirstBlock: isStart ? hash : prev.epochFirstBlock,
      epochId,
    });
    // The first block of an epoch refers to itself.
    this.#blocks.set(bytesKey(hash), blockInfo, 1);
    const before = isStart ? createStatistics(epoch.info) : this.#statisticsAt(prev.hash);
    const record: EpochRecord = {
      blockInfo,
      statistics: extendStatistics(before, epoch, blockInfo, this.#chunkDraw(epochId, prev)),
      epochs: [],
      start: isStart ? { epochId, height: blockInfo.height } : null,
      summary: null,
    };
    if (!this.#isLastOfEpoch(blockInfo)) return this.#remember(record);
    return this.#remember({ ...record, ...this.#finalize(record, header.rest.randomValue) });
  }

  blockInfo(hash: Hash): BlockInfo {
    if (equalBytes(hash, HASH_ZERO)) return BLOCK_BEFORE_GENESIS;
    const read = () => this.#store.getBlockInfo(hash);
    const recent = this.#recentBlocks;
    const row = { column: Column.blockExtra, read, bytesOf: estimateBytes, recent };
    return readThrough<BlockInfo>(this.#blocks, hash, row);
  }

  /** An epoch that is known to exist because a header contains its id. */
  epoch(id: Hash): Epoch {
    return readThrough(this.#epochs, id, {
      column: Column.epochInfo,
      read: () => {
        const info = this.#store.getEpochInfo(id);
        return info && new Epoch(info, this.rules.dialect);
      },
      bytesOf: ({ bytes }) => bytes,
    });
  }

  /** Whether the block after this one is the first of an epoch. */
  isEpochStart(prevHash: Hash): boolean {
    return this.#isLastOfEpoch(this.blockInfo(prevHash));
  }

  /** The epoch of the block after this one. */
  epochIdAfter(prevHash: Hash): Hash {
    return this.#epochIdAfter(this.blockInfo(prevHash));
  }

  /** The epoch that follows the epoch of the block after this one. */
  nextEpochIdAfter(prevHash: Hash): Hash {
    const prev = this.blockInfo(prevHash);
    return this.#isLastOfEpoch(prev) ? prevHash : this.#nextEpochId(prev);
  }

  /** The height at which the epoch of a block began. */
  epochStartHeight(hash: Hash): number {
    return this.#firstBlock(this.blockInfo(hash)).height;
  }

  /** Where the epoch of the block after this one began, or begins if no height is skipped. */
  epochStartAfter(prevHash: Hash): number {
    if (this.isEpochStart(prevHash)) return this.blockInfo(prevHash).height + 1;
    return this.epochStartHeight(prevHash);
  }

  /** Who makes the chunk of a shard on top of a block. */
  chunkProducerAfter(prevHash: Hash, shardId: number): AccountId {
    return this.chunkProducerStakeAfter(prevHash, shardId).accountId;
  }

  /** The same with its key and stake. */
  chunkProducerStakeAfter(prevHash: Hash, shardId: number): ValidatorStake {
    const prev = this.blockInfo(prevHash);
    const epochId = this.#epochIdAfter(prev);
    return this.epoch(epochId).chunkProducer(shardId, this.#chunkDraw(epochId, prev));
  }

  /** Who approves the block after this one. */
  approvers(prevHash: Hash): Approver[] {
    const prev = this.blockInfo(prevHash);
    const current = this.epoch(this.epochIdAfter(prevHash));
    if (!needsNextEpochApprovals(prev, this.#span(prev))) {
      return orderApprovers(current.blockProducers, []);
    }
    const next = this.epoch(this.#nextEpochId(prev));
    return orderApprovers(current.blockProducers, next.blockProducers);
  }

  /** The lowest stake that is accepted in the block after this one. */
  minimumStake(prevHash: Hash): bigint {
    const { seatPrice, protocolVersion } = this.epoch(this.nextEpochIdAfter(prevHash)).info;
    return seatPrice / BigInt(this.configs.at(protocolVersion).minimumStakeDivisor);
  }

  /**
   * By what the chunks of the block after `prevHash`, at a height, propose to split their shard;
   * null if they must not.
   */
  splitProposals(prevHash: Hash, height: number): DynamicReshardingConfig | null {
    const prev = this.blockInfo(prevHash);
    if (this.#isLastOfEpoch(prev) || !mayEndAfter(height, this.#span(prev))) return null;
    return this.#splitConfig(prev);
  }

  /** The split that a block announces, which must be none unless it is the last of its epoch. */
  pickShardSplit(built: BuiltHeader, proposals: readonly ProposedSplit[]): BlockInfo['shardSplit'] {
    if (!this.#endsEpoch(built)) return null;
    const config = this.#splitConfig(this.blockInfo(built.prevHash));
    return config && pickShardSplit(config, proposals);
  }

  /** Whether a block may announce a split that no shard has proposed. */
  canAnnounceSplit(built: BuiltHeader): boolean {
    if (this.configs.areFiles || !this.#endsEpoch(built)) return false;
    const { epochId } = this.blockInfo(built.prevHash);
    if (!this.epoch(epochId).protocol.features.dynamicResharding) return false;
    const next = this.epoch(this.nextEpochIdAfter(built.prevHash)).info;
    return canReshard(SOONEST, next);
  }

  #endsEpoch({ prevHash, height, lastFinalBlock }: BuiltHeader): boolean {
    const prev = this.blockInfo(prevHash);
    if (this.#isLastOfEpoch(prev)) return false;
    const lastFinalizedHeight = this.blockInfo(lastFinalBlock).height;
    return endsEpoch({ height, lastFinalizedHeight }, this.#span(prev));
  }

  /** What contracts and actions in the block after this one ask. */
  viewAfter(prevHash: Hash): EpochView {
    const epoch = this.epoch(this.epochIdAfter(prevHash));
    return {
      minimumStake: () => this.minimumStake(prevHash),
      validatorStake: (account) => epoch.validatorStake(account),
      totalStake: () => epoch.totalStake,
    };
  }

  /** What the first block after the last one of an epoch does to validator accounts. */
  stakeReturns(lastHash: Hash): StakeReturns {
    const [ended, begun, made] = this.#epochsFrom(this.blockInfo(lastHash));
    return computeStakeReturns([ended.info, begun.info, made.info]);
  }

  /** Null unless the block after this one is the first of an epoch. */
  epochSyncDataHash(prevHash: Hash): Hash | null {
    const lastBlock = this.blockInfo(prevHash);
    if (!this.#isLastOfEpoch(lastBlock)) return null;
    const withEpoch = (info: BlockInfo) => ({
      info,
      epoch: info === BLOCK_BEFORE_GENESIS ? null : this.epoch(info.epochId),
    });
    const first = withEpoch(this.#firstBlock(lastBlock));
    const secondLast = withEpoch(this.blockInfo(lastBlock.prevHash));
    const blocks = [first, secondLast, withEpoch(lastBlock)] as const;
    return hashEpochSyncData(blocks, this.#epochsFrom(lastBlock));
  }

  /** The running epoch as seen from a block. */
  validatorsAt(hash: Hash): ValidatorsInfo {
    const block = this.blockInfo(hash);
    return validatorsInfo({
      epoch: this.epoch(block.epochId).info,
      nextEpoch: this.epoch(this.#nextEpochId(block)).info,
      epochStartHeight: this.#firstBlock(block).height,
      progress: { kind: 'running', statistics: this.#statisticsAt(hash) },
    });
  }

  /** A finished epoch; null for any other id. */
  validatorsOf(epochId: Hash): ValidatorsInfo | null {
    const summary = this.#store.getEpochSummary(epochId);
    const epochStartHeight = this.#store.getEpochStart(epochId);
    if (summary === null || epochStartHeight === null) return null;
    return validatorsInfo({
      epoch: this.epoch(epochId).info,
      nextEpoch: this.epoch(summary.prevEpochLastBlock).info,
      epochStartHeight,
      progress: { kind: 'finished', summary },
    });
  }

  #epochIdAfter(prev: BlockInfo): Hash {
    return this.#isLastOfEpoch(prev) ? this.#nextEpochId(prev) : prev.epochId;
  }

  #isLastOfEpoch(block: BlockInfo): boolean {
    return isLastOfEpoch(block, this.#span(block));
  }

  /** The epoch of a block: where it began and how long it lasts. */
  #span(block: BlockInfo): EpochSpan {
    return { firstHeight: this.#firstBlock(block).height, length: this.#genesis.epochLength };
  }

  #firstBlock(block: BlockInfo): BlockInfo {
    return this.blockInfo(block.epochFirstBlock);
  }

  /** An epoch has the id of the last block two epochs before it. */
  #nextEpochId(block: BlockInfo): Hash {
    return this.#firstBlock(block).prevHash;
  }

  /** The epoch that a block ends and the two that follow. */
  #epochsFrom(lastBlock: BlockInfo): readonly [ended: Epoch, begun: Epoch, made: Epoch] {
    return [
      this.epoch(lastBlock.epochId),
      this.epoch(this.#nextEpochId(lastBlock)),
      this.epoch(lastBlock.hash),
    ];
  }

  /** Of the chunks on top of a block, which belong to an epoch. */
  #chunkDraw(epochId: Hash, prev: BlockInfo): ChunkDraw {
    const plain = createPlainDraw(prev.height);
    const epoch = this.epoch(epochId);
    const isFirst = equalBytes(prev.prevHash, HASH_ZERO);
    if (isFirst || !epoch.areChunksDrawn || !epoch.protocol.features.earlyKickout) return plain;
    const anchor = this.blockInfo(prev.prevHash);
    if (!equalBytes(anchor.epochId, epochId)) return plain;
    return { ...plain, height: anchor.height + ANCHOR_LAG, basis: this.#kickoutBasis(anchor) };
  }

  #kickoutBasis(anchor: BlockInfo): EpochStatistics | null {
    const final = this.blockInfo(anchor.lastFinalBlockHash);
    if (final === BLOCK_BEFORE_GENESIS || !equalBytes(final.epochId, anchor.epochId)) return null;
    const blocksIntoEpoch = final.height - this.#firstBlock(final).height;
    return blocksIntoEpoch < GRACE_BLOCKS ? null : this.#statisticsAt(final.hash);
  }

  /** Null if the epoch of a block may not decide to split a shard. */
  #splitConfig(block: BlockInfo): DynamicReshardingConfig | null {
    const { protocolVersion } = this.epoch(block.epochId).info;
    const shards = this.configs.at(protocolVersion).shardLayoutConfig;
    if (shards.kind === 'static') return null;
    const nextEpoch = this.epoch(this.#nextEpochId(block)).info;
    return canReshard(shards.config, nextEpoch) ? shards.config : null;
  }

  #finalHeight({ rest }: EpochHeader): number {
    const isNone = equalBytes(rest.lastFinalBlock, HASH_ZERO);
    return isNone ? this.#genesis.genesisHeight : this.blockInfo(rest.lastFinalBlock).height;
  }

  #statisticsAt(hash: Hash): EpochStatistics {
    return readThrough(this.#statistics, hash, {
      column: Column.blockExtra,
      read: () => this.#store.getEpochStatistics(hash),
      bytesOf: statisticsBytes,
    });
  }

  #finalize(ended: EpochRecord, rngSeed: Hash): Pick<EpochRecord, 'epochs' | 'summary'> {
    const { blockInfo, statistics } = ended;
    const { epochId } = blockInfo;
    const nextEpochId = this.#nextEpochId(blockInfo);
    const { summary, nextNextEpoch } = finalizeEpoch({
      configs: this.configs,
      dialect: this.rules.dialect,
      treasury: { account: this.treasuryAccount, rewardRate: this.#genesis.protocolRewardRate },
      epoch: this.epoch(epochId),
      nextEpoch: this.epoch(nextEpochId).info,
      statistics,
      lastBlock: blockInfo,
      prevEpochLastBlock: this.blockInfo(nextEpochId),
      rngSeed,
    });
    return { epochs: [{ id: blockInfo.hash, info: nextNextEpoch }], summary: { epochId, summary } };
  }

  #remember(record: EpochRecord): EpochRecord {
    const key = bytesKey(record.blockInfo.hash);
    this.#blocks.set(key, record.blockInfo, estimateBytes(record.blockInfo));
    this.#statistics.set(key, record.statistics, statisticsBytes(record.statistics));
    for (const { id, info } of record.epochs) {
      const epoch = new Epoch(info, this.rules.dialect);
      this.#epochs.set(bytesKey(id), epoch, epoch.bytes);
    }
    return record;
  }
}
