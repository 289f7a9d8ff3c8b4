// The epochs of a chain that is followed from a checkpoint: a source supplies their block
// producers, which are checked against the `next_bp_hash` of the previous epoch. Whose turn it was
// to produce a block is unknown, and chunks may come from validators that produce no blocks.

import { assert } from '../../base/assert.ts';
import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import { type Approver, orderApprovers } from '../../chain/epoch/approvers.ts';
import { createBlockInfo } from '../../chain/epoch/blockInfo.ts';
import { needsNextEpochApprovals } from '../../chain/epoch/epochBoundary.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { readRules } from '../../chain/stored/storedRules.ts';
import { decode } from '../../codec/codec.ts';
import { findProtocol } from '../../params/protocol.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { keyToNumber } from '../../store/storeKeys.ts';
import { Block, type BlockHeader, blockHash } from '../../types/block.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { BlockRefused } from '../blockRefused.ts';
import { hashProducers } from '../checkpoint.ts';
import type { ProducerSource } from '../sources/producerSource.ts';
import { writeAuthors } from '../verify/authors.ts';
import type { BlockDuties } from '../verify/blockDuties.ts';
import type { VerifiedBlock } from '../verify/verifiedBlock.ts';
import type { PrevBlock } from '../verify/verifyHeader.ts';
import type { EpochGuide } from './epochGuide.ts';
import { type KnownEpoch, knownEpochFromInfo, knownEpochToInfo } from './knownEpoch.ts';

/** The size of an entry: a height, and its hash as text. */
const HEIGHT_BYTES = 150;

export class CheckedEpochs implements EpochGuide {
  readonly #store: StoreReader;
  readonly #source: ProducerSource;
  readonly #epochLength: number;
  readonly #epochs: BoundedCache<KnownEpoch>;
  /** Epochs without a block in the store; removed when the second block of one is written. */
  readonly #unstored = new Map<string, KnownEpoch>();
  /** By the id of the epoch in which they produce blocks. */
  readonly #nextProducers: BoundedCache<readonly ValidatorStake[]>;
  /** For recent blocks, to know how far finality is. */
  readonly #heights: BoundedCache<number>;
  /** First blocks of epochs that are not stored yet. */
  readonly #starts = new Map<string, number>();

  constructor(
    store: StoreReader,
    source: ProducerSource,
    epochLength: number,
    caches = new Caches(),
  ) {
    this.#epochs = caches.create('checked_epochs');
    this.#nextProducers = caches.create('next_producers');
    this.#heights = caches.create('block_heights');
    this.#store = store;
    this.#source = source;
    this.#epochLength = epochLength;
  }

  async duties(header: BlockHeader, prev: PrevBlock): Promise<BlockDuties> {
    const current = await this.#current(header, prev);
    return {
      approvers: await this.#approvers(header, prev, current),
      producers: current.producers,
      blockProducer: null,
      chunkProducer: () => null,
      layout: current.shardLayout,
      protocolVersion: current.protocolVersion,
      formats: null,
      protocol: findProtocol(current.protocolVersion, readRules(this.#store).dialect),
    };
  }

  accept(hash: Hash, { lite }: BlockHeader): void {
    this.#heights.set(bytesKey(hash), lite.height, HEIGHT_BYTES);
    const id = bytesKey(lite.epochId);
    const isKnown = this.#starts.has(id) || this.#storedStart(lite.epochId) !== null;
    if (!isKnown && this.#store.get(Column.epochInfo, lite.epochId) === undefined) {
      this.#starts.set(id, lite.height);
    }
  }

  write(batch: Batch, block: VerifiedBlock): void {
    const { epochId, height } = block.header.lite;
    writeAuthors(batch, block);
    const key = bytesKey(epochId);
    if (this.#store.get(Column.epochInfo, epochId) !== undefined) {
      this.#unstored.delete(key);
      return;
    }
    const known = this.#unstored.get(key);
    assert(known !== undefined, 'the epoch of a block is known');
    batch.put(Column.epochInfo, epochId, knownEpochToInfo(known));
    batch.put(Column.epochStart, epochId, height);
    this.#starts.delete(key);
  }

  forget(): void {}

  blockProducers(epochId: Hash): readonly ValidatorStake[] | null {
    return this.#known(epochId)?.producers ?? null;
  }

  async #current(header: BlockHeader, prev: PrevBlock): Promise<KnownEpoch> {
    const { epochId, height } = header.lite;
    const known = this.#known(epochId);
    if (known !== null) return known;
    const before = this.#known(prev.header.lite.epochId);
    const isNext = equalBytes(epochId, prev.header.lite.nextEpochId);
    if (before === null || !isNext) {
      throw new BlockRefused('epoch', { height }, 'its epoch does not follow from the chain');
    }
    const hash = blockHash(header);
    const told = this.#nextProducers.get(bytesKey(epochId)) ?? (await this.#source.ofBlock(hash));
    const producers = requireCommitted(told, prev.header, height);
    const facts = await this.#source.factsOf(hash);
    if (facts === null) throw unknownEpoch(height, 'shards and the protocol version');
    const epochHeight = before.epochHeight === 0 ? 0 : before.epochHeight + 1;
    const { shardLayout, protocolVersion } = facts;
    const epoch = { producers, shardLayout, protocolVersion, epochHeight };
    this.#unstored.set(bytesKey(epochId), epoch);
    return epoch;
  }

  /** A header with more approvals than producers includes those of the next epoch. */
  async #approvers(
    header: BlockHeader,
    prev: PrevBlock,
    { producers }: KnownEpoch,
  ): Promise<Approver[]> {
    const hasMore = header.rest.approvals.length > producers.length;
    if (!hasMore && !this.#needsNext(prev)) return orderApprovers(producers, []);
    return orderApprovers(producers, await this.#next(header, prev));
  }

  /** The last blocks of an epoch all need the producers of the next one. */
  async #next(header: BlockHeader, prev: PrevBlock): Promise<readonly ValidatorStake[]> {
    const { nextEpochId } = prev.header.lite;
    const key = bytesKey(nextEpochId);
    const known = this.#nextProducers.get(key);
    if (known !== undefined) return known;
    const told = await this.#source.twoAfter(nextEpochId);
    const next = requireCommitted(told, prev.header, header.lite.height);
    this.#nextProducers.set(key, next, estimateBytes(next));
    return next;
  }

  /** False if the beginning of the epoch is unknown. */
  #needsNext({ hash, header }: PrevBlock): boolean {
    const { epochId } = header.lite;
    const firstHeight = this.#starts.get(bytesKey(epochId)) ?? this.#storedStart(epochId);
    const lastFinalizedHeight = this.#heightOf(header.rest.lastFinalBlock);
    if (firstHeight === null || lastFinalizedHeight === null) return false;
    const place = { lastFinalizedHeight, epochId, epochFirstBlock: header.prevHash };
    const info = createBlockInfo(hash, header, place);
    return needsNextEpochApprovals(info, { firstHeight, length: this.#epochLength });
  }

  #storedStart(epochId: Hash): number | null {
    const row = this.#store.get(Column.epochStart, epochId);
    return row === undefined ? null : keyToNumber(row);
  }

  #heightOf(hash: Hash): number | null {
    const recent = this.#heights.get(bytesKey(hash));
    if (recent !== undefined) return recent;
    const row = this.#store.get(Column.block, hash);
    return row === undefined ? null : decode(Block, row).header.lite.height;
  }

  #known(epochId: Hash): KnownEpoch | null {
    const key = bytesKey(epochId);
    const recent = this.#unstored.get(key) ?? this.#epochs.get(key);
    if (recent !== undefined) return recent;
    const info = createEpochStore(this.#store).getEpochInfo(epochId);
    if (info === null) return null;
    const epoch = knownEpochFromInfo(info);
    this.#epochs.set(key, epoch, estimateBytes(epoch));
    return epoch;
  }
}

function requireCommitted(
  told: readonly ValidatorStake[] | null,
  committing: BlockHeader,
  height: number,
): readonly ValidatorStake[] {
  if (told === null) throw unknownEpoch(height, 'producers');
  if (equalBytes(hashProducers(told, committing), committing.lite.nextBpHash)) return told;
  const reason = 'the producers that the source named are not those that the chain commits to';
  throw new BlockRefused('epoch', { height }, reason);
}

function unknownEpoch(height: number, what: string): BlockRefused {
  const reason =
    `the ${what} of its epoch are unknown; name a node that can provide them with --checkpoint ` +
    'or --upstream';
  return new BlockRefused('epoch', { height }, reason);
}
