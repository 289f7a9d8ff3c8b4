// genesis_config, and its older name EXPERIMENTAL_genesis_config.

import { formatJsonValue, type JsonObject } from '../../base/json/exactJson.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { GenesisConfig } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { defineErrors } from '../core/errors.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { ignored } from '../params/params.ts';

/** The response never changes, so it is formatted once per chain and collected with it. */
const written = new WeakMap<GenesisConfig, string>();

export const genesisConfig = defineMethod({
  name: 'genesis_config',
  aliases: [{ name: 'EXPERIMENTAL_genesis_config', isDeprecated: true }],
  summary: 'The genesis configuration of the chain.',
  params: ignored,
  result: { json: (json: string) => json },
  returns: 'The contents of genesis.json without its records.',
  errors: defineErrors({}),
  holds: untilNextBlock,
  handle: ({ genesis }) => {
    const known = written.get(genesis);
    if (known !== undefined) return known;
    const json = formatJsonValue({ ...describeSeats(genesis), ...parseConfig(genesis) });
    written.set(genesis, json);
    return json;
  },
});

function parseConfig(genesis: GenesisConfig): JsonObject {
  return parseJson(GenesisConfig.json(genesis)) as JsonObject;
}

/** Fields that the protocol no longer has but clients may require. */
function describeSeats({ shardLayout, numBlockProducerSeats }: GenesisConfig): JsonObject {
  const shards = shardIds(shardLayout);
  return {
    avg_hidden_validator_seats_per_shard: shards.map(() => 0),
    num_block_producer_seats_per_shard: shards.map(() => numBlockProducerSeats),
    num_chunk_only_producer_seats: 0,
  };
}
