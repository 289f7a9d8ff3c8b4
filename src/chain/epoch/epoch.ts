// One epoch: its stored information, what follows from it once, and who works at which height.
// Draws are repeated for the same heights by producing, verifying and counting, so the last ones
// are kept.

import { assert } from '../../base/assert.ts';
import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import type { Dialect } from '../../params/dialect.ts';
import { type Protocol, protocolAt } from '../../params/protocol.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { EpochInfo } from '../../types/epoch.ts';
import type { Formats } from '../../types/formats.ts';
import { type ShardLayout, shardIndex } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { ChunkDraw } from './earlyKickout.ts';
import type { ChunkValidator } from './mandates.ts';
import { sampleBlockProducer, sampleChunkProducer, sampleChunkValidators } from './sampling.ts';

/** Heights whose chunk validators are kept. */
const HEIGHTS_KEPT = 4;

export class Epoch {
  readonly info: EpochInfo;
  readonly totalStake: bigint;
  /** Each once, in settlement order. */
  readonly blockProducers: readonly ValidatorStake[];
  /** Whether a shard has more than one chunk producer. */
  readonly areChunksDrawn: boolean;
  readonly #dialect: Dialect;
  #protocol: Protocol | null = null;
  readonly #indexes: ReadonlyMap<AccountId, number>;
  readonly #chunkValidators = new Map<number, readonly (readonly ChunkValidator[])[]>();

  constructor(info: EpochInfo, dialect: Dialect) {
    this.info = info;
    this.#dialect = dialect;
    this.totalStake = info.validators.reduce((sum, { stake }) => sum + stake, 0n);
    this.blockProducers = [...new Set(info.blockProducersSettlement)].map((i) => this.validator(i));
    this.areChunksDrawn = info.chunkProducersSettlement.some(({ length }) => length > 1);
    this.#indexes = new Map(info.validatorToIndex);
  }

  /** About what it takes in memory; what is drawn from the information is about as large. */
  get bytes(): number {
    return 2 * estimateBytes(this.info);
  }

  /** Throws for a version that is not known; a follower may meet one. */
  get protocol(): Protocol {
    this.#protocol ??= protocolAt(this.info.protocolVersion, this.#dialect);
    return this.#protocol;
  }

  get shardLayout(): ShardLayout {
    return this.info.shardLayout;
  }

  /** What its blocks and chunks are written in, and what is kept of it. */
  get formats(): Formats {
    return this.protocol.formats;
  }

  validator(index: number): ValidatorStake {
    const validator = this.info.validators[index];
    assert(validator !== undefined, 'indexes are those of the same epoch');
    return validator;
  }

  /** Null for an account that is not a validator. */
  validatorStake(account: AccountId): bigint | null {
    const index = this.#indexes.get(account);
    return index === undefined ? null : this.validator(index).stake;
  }

  blockProducer(height: number): ValidatorStake {
    return this.validator(this.blockProducerIndex(height));
  }

  chunkProducer(shardId: number, draw: ChunkDraw): ValidatorStake {
    return this.validator(this.chunkProducerIndex(shardIndex(this.shardLayout, shardId), draw));
  }

  blockProducerIndex(height: number): number {
    return sampleBlockProducer(this.info, height);
  }

  chunkProducerIndex(shardIndex: number, draw: ChunkDraw): number {
    return sampleChunkProducer(this.info, shardIndex, draw);
  }

  /** In shard index order; each shard's validators in the order of their endorsements. */
  chunkValidators(height: number): readonly (readonly ChunkValidator[])[] {
    const known = this.#chunkValidators.get(height);
    if (known !== undefined) return known;
    const sampled = sampleChunkValidators(this.info, height);
    this.#chunkValidators.set(height, sampled);
    if (this.#chunkValidators.size > HEIGHTS_KEPT) {
      const [oldest] = this.#chunkValidators.keys();
      this.#chunkValidators.delete(oldest!);
    }
    return sampled;
  }
}
