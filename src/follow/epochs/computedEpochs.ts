// The epochs of a chain that is followed from its genesis: everything about them is computed from
// the headers, as a block producer does it, so no source is needed.

import { assert } from '../../base/assert.ts';
import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { restate } from '../../base/errors.ts';
import type { EpochRecord, EpochStore } from '../../chain/epoch/epochStore.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { createEpochStore, writeEpochs } from '../../chain/stored/storedEpochs.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { blockProducersHash, type ValidatorStake } from '../../types/validatorStake.ts';
import { BlockRefused } from '../blockRefused.ts';
import type { BlockDuties } from '../verify/blockDuties.ts';
import type { VerifiedBlock } from '../verify/verifiedBlock.ts';
import type { PrevBlock } from '../verify/verifyHeader.ts';
import type { EpochGuide } from './epochGuide.ts';

export class ComputedEpochs implements EpochGuide {
  readonly epochs: Epochs;
  /** For blocks that are accepted and not yet stored. */
  readonly #pending = new Map<string, EpochRecord>();

  constructor(
    store: StoreReader,
    genesis: GenesisConfig,
    caches = new Caches(),
    rules: ProtocolRules | null = null,
  ) {
    const stored = createEpochStore(store, rules);
    this.epochs = new Epochs(this.#overlay(stored), genesis, caches);
  }

  async duties(header: BlockHeader, prev: PrevBlock): Promise<BlockDuties> {
    const { epochs } = this;
    this.#verifyEpoch(header, prev);
    const { height, epochId } = header.lite;
    const epoch = epochs.epoch(epochId);
    return {
      approvers: epochs.approvers(prev.hash),
      producers: epoch.blockProducers,
      blockProducer: epoch.blockProducer(height),
      chunkProducer: (shardId) => epochs.chunkProducerStakeAfter(prev.hash, shardId),
      layout: epoch.shardLayout,
      protocolVersion: epoch.info.protocolVersion,
      protocol: epoch.protocol,
      formats: epoch.protocol.formats,
    };
  }

  accept(hash: Hash, header: BlockHeader): void {
    const { height } = header.lite;
    const record = restate(
      () => this.epochs.recordBlock(hash, header),
      (error) =>
        error.code === 'shard_layout'
          ? new BlockRefused(
              'epoch',
              { height },
              `its shard_split is not possible: ${error.message}`,
            )
          : error,
    );
    this.#pending.set(bytesKey(hash), record);
  }

  write(batch: Batch, { hash, ancestors }: VerifiedBlock): void {
    const record = this.#pending.get(bytesKey(hash));
    const isAccepted = record !== undefined && ancestors !== null;
    assert(isAccepted, 'a block is accepted before it is written');
    writeEpochs(batch, record, ancestors);
    this.#pending.delete(bytesKey(hash));
  }

  forget({ hash }: VerifiedBlock): void {
    this.#pending.delete(bytesKey(hash));
  }

  blockProducers(epochId: Hash): readonly ValidatorStake[] {
    return this.epochs.epoch(epochId).blockProducers;
  }

  #verifyEpoch(header: BlockHeader, prev: PrevBlock): void {
    const { epochs } = this;
    const { height, epochId, nextEpochId, nextBpHash } = header.lite;
    const require = (isRight: boolean, reason: string) => {
      if (!isRight) throw new BlockRefused('epoch', { height }, reason);
    };
    require(equalBytes(prev.hash, header.prevHash), 'it does not name the block before it');
    const expectedId = epochs.epochIdAfter(prev.hash);
    require(equalBytes(epochId, expectedId), 'its epoch is not the one that follows');
    const expectedNext = epochs.nextEpochIdAfter(prev.hash);
    require(equalBytes(nextEpochId, expectedNext), 'its next epoch is not the one that follows');
    const producers = epochs.epoch(nextEpochId).blockProducers;
    const isRight = equalBytes(blockProducersHash(producers), nextBpHash);
    require(isRight, 'its next_bp_hash is not that of the producers who follow from the chain');
    const data = epochs.epochSyncDataHash(prev.hash);
    const found = header.rest.epochSyncDataHash;
    const isSame = data === null || found === null ? data === found : equalBytes(data, found);
    require(isSame, 'its epoch_sync_data_hash does not follow from the chain');
  }

  #overlay(stored: EpochStore): EpochStore {
    const pending = (hash: Hash) => this.#pending.get(bytesKey(hash));
    const made = (id: Hash) => {
      for (const { epochs } of this.#pending.values()) {
        const found = epochs.find((epoch) => equalBytes(epoch.id, id));
        if (found !== undefined) return found.info;
      }
      return null;
    };
    return {
      ...stored,
      getBlockInfo: (hash) => pending(hash)?.blockInfo ?? stored.getBlockInfo(hash),
      getEpochStatistics: (hash) => pending(hash)?.statistics ?? stored.getEpochStatistics(hash),
      getEpochInfo: (id) => made(id) ?? stored.getEpochInfo(id),
    };
  }
}
