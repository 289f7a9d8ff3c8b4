// genesis_config, and its older name EXPERIMENTAL_genesis_config.

import { named, preformatted } from '../../codec/codec.ts';
import { u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { type GenesisConfig, genesisConfigFields } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { ignored } from '../params/params.ts';

/** With fields that the protocol no longer has but clients may require. */
const GenesisConfigView = struct('GenesisConfig', {
  ...genesisConfigFields,
  avgHiddenValidatorSeatsPerShard: vec(u64Number),
  numBlockProducerSeatsPerShard: vec(u64Number),
  numChunkOnlyProducerSeats: u64Number,
});

/** The response never changes, so it is formatted once per chain and collected with it. */
const written = new WeakMap<GenesisConfig, string>();

export const genesisConfig = defineMethod({
  name: 'genesis_config',
  aliases: [{ name: 'EXPERIMENTAL_genesis_config', isDeprecated: true }],
  summary: 'The initial state and parameters of the genesis block.',
  params: named('GenesisConfigRequest', ignored),
  result: preformatted(GenesisConfigView),
  returns: 'The contents of genesis.json without its records.',
  errors: defineErrors('GenesisConfigError', {}),
  holds: untilNextBlock,
  handle: ({ genesis }) => {
    const known = written.get(genesis);
    if (known !== undefined) return known;
    const json = GenesisConfigView.json({ ...genesis, ...describeSeats(genesis) });
    written.set(genesis, json);
    return json;
  },
});

function describeSeats({ shardLayout, numBlockProducerSeats }: GenesisConfig) {
  const shards = shardIds(shardLayout);
  return {
    avgHiddenValidatorSeatsPerShard: shards.map(() => 0),
    numBlockProducerSeatsPerShard: shards.map(() => numBlockProducerSeats),
    numChunkOnlyProducerSeats: 0,
  };
}
