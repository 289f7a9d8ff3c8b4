// Epochs over made-up headers, one at each height, as many as a test needs.

import { HASH_ZERO, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { EpochHeader } from '../../../src/chain/epoch/blockInfo.ts';
import { Epochs } from '../../../src/chain/stored/epochs.ts';
import type { ProtocolRules } from '../../../src/params/protocolRules.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import type { ValidatorStake } from '../../../src/types/validatorStake.ts';
import { GENESIS } from './epochFixtures.ts';
import { MemoryEpochStore } from './memoryEpochStore.ts';

interface HeaderChainOptions {
  readonly rules: ProtocolRules;
  readonly protocolVersion: number;
  readonly epochLength: number;
  readonly validators: readonly ValidatorStake[];
}

export class HeaderChain {
  readonly epochs: Epochs;
  readonly #store: MemoryEpochStore;
  readonly #options: HeaderChainOptions;
  /** The next one. */
  height = 0;

  /** It begins with the genesis at height 0, with one shard. */
  constructor(options: HeaderChainOptions) {
    const { rules, protocolVersion, epochLength } = options;
    this.#options = options;
    this.#store = new MemoryEpochStore(rules);
    this.epochs = new Epochs(this.#store, {
      ...GENESIS,
      protocolVersion,
      epochLength,
      genesisHeight: 0,
      numBlockProducerSeats: 10,
      validators: options.validators.map(({ accountId, publicKey, stake }) => ({
        accountId,
        publicKey,
        amount: stake,
      })),
    });
    this.#store.write(this.epochs.recordGenesis(hashAt(0), this.#header({})));
    this.height = 1;
  }

  get head(): Hash {
    return hashAt(this.height - 1);
  }

  /** What the next header has as its last final block. */
  get lastFinalBlock(): Hash {
    return this.height < 3 ? HASH_ZERO : hashAt(this.height - 2);
  }

  /** Adds a block with all chunks, unless specified otherwise. */
  extend(rest: Partial<EpochHeader['rest']> = {}): void {
    const { shardLayout } = this.epochs.epoch(this.epochs.epochIdAfter(this.head));
    const chunkMask = rest.chunkMask ?? shardIds(shardLayout).map(() => true);
    const header = this.#header({ ...rest, chunkMask });
    this.#store.write(this.epochs.recordBlock(hashAt(this.height), header));
    this.height += 1;
  }

  #header(rest: Partial<EpochHeader['rest']>): EpochHeader {
    const { chunkMask = [true] } = rest;
    return {
      prevHash: this.height === 0 ? HASH_ZERO : this.head,
      lite: { height: this.height, timestamp: BigInt(this.height) * 10n ** 9n },
      rest: {
        randomValue: HASH_ZERO,
        prevValidatorProposals: [],
        chunkMask,
        totalSupply: 10n ** 33n,
        lastFinalBlock: this.lastFinalBlock,
        latestProtocolVersion: this.#options.protocolVersion,
        // Everybody endorses every chunk.
        chunkEndorsements: chunkMask.map((isNew) => new Uint8Array(isNew ? 1 : 0).fill(0xff)),
        shardSplit: null,
        ...rest,
      },
    };
  }
}

function hashAt(height: number): Hash {
  return sha256(Uint8Array.of(height & 255, height >> 8));
}
