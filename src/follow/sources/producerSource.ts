// Where the block producers of later epochs come from. The source is not trusted: its responses
// count only if the chain commits to them.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { option, u32, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { ShardLayout } from '../../types/shardLayout.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';
import { type AskChain, orNull } from './askChain.ts';

/** What a protocol configuration says about its epoch. */
export const EpochFacts = struct({ shardLayout: ShardLayout, protocolVersion: u32 });
type EpochFacts = TypeOf<typeof EpochFacts>;

export interface ProducerSource {
  /** The producers of a block's epoch; null if the source does not know them. */
  ofBlock(hash: Hash): Promise<readonly ValidatorStake[] | null>;
  /**
   * The producers of the epoch after the next: those that the epoch after a block commits to; null
   * when the source does not know them.
   */
  twoAfter(lastOfEpoch: Hash): Promise<readonly ValidatorStake[] | null>;
  /** The shards and the version of a block's epoch. */
  factsOf(hash: Hash): Promise<EpochFacts | null>;
}

const LightBlock = struct({ nextBps: option(vec(ValidatorStake)) });

export function createRpcProducers(ask: AskChain): ProducerSource {
  return {
    ofBlock: (hash) => {
      const params = { block_id: formatHash(hash) };
      return orNull(ask('EXPERIMENTAL_validators_ordered', params, vec(ValidatorStake)));
    },
    twoAfter: async (lastOfEpoch) => {
      const params = { last_block_hash: formatHash(lastOfEpoch) };
      const block = await orNull(ask('next_light_client_block', params, LightBlock));
      return block?.nextBps ?? null;
    },
    factsOf: (hash) => {
      return orNull(
        ask('EXPERIMENTAL_protocol_config', { block_id: formatHash(hash) }, EpochFacts),
      );
    },
  };
}

export const NO_PRODUCERS: ProducerSource = {
  ofBlock: async () => null,
  twoAfter: async () => null,
  factsOf: async () => null,
};
