// next_light_client_block.

import { nextLightClientBlock as findNext } from '../../chain/lightClient/lightClient.ts';
import { type JsonWriter, named } from '../../codec/codec.ts';
import { struct } from '../../codec/struct.ts';
import { epochId, hash } from '../../types/primitives.ts';
import { LightClientBlockView } from '../../types/views/blockView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { requireBlock } from '../params/blockReference.ts';
import { positional } from '../params/params.ts';

const errors = defineErrors(
  'RpcLightClientNextBlockError',
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
    }),
    EPOCH_OUT_OF_BOUNDS: errorKind<{ epochId: Uint8Array }>({
      when: 'The epoch of the block is unknown.',
      info: struct({ epochId }),
    }),
  },
  'cause',
);

/** An empty object for null. */
const result: JsonWriter<LightClientBlockView | null> = named('RpcLightClientNextBlockResponse', {
  json: (value) => (value === null ? '{}' : LightClientBlockView.json(value)),
  schema: (scope) => ({
    anyOf: [LightClientBlockView.schema(scope), { type: 'object', additionalProperties: false }],
  }),
});

export const nextLightClientBlock = defineMethod({
  name: 'next_light_client_block',
  summary: 'The next block that a light client can advance to from its current one.',
  params: positional(struct('RpcLightClientNextBlockRequest', { lastBlockHash: hash }), {
    one: (json) => ({ lastBlockHash: hash.parse(json) }),
  }),
  result,
  returns:
    '`inner_lite`, `inner_rest_hash`, `prev_block_hash`, `next_block_inner_hash`, `next_bps` and ' +
    '`approvals_after_next`; an empty object if there is no newer block.',
  errors,
  holds: untilNextBlock,
  handle: ({ chain, epochs }, { lastBlockHash }) => {
    const find = (blockHash: Uint8Array) => {
      const id = { kind: 'block_id', value: { kind: 'Hash', value: blockHash } } as const;
      return requireBlock(chain, id, 'BLOCK HEADER', errors.UNKNOWN_BLOCK).block.header;
    };
    const source = {
      block: (blockHash: Uint8Array) => chain.block(blockHash),
      hashAt: (height: number) => chain.hashAt(height),
      nextHash: (blockHash: Uint8Array) => chain.nextHash(blockHash),
      lightClientBlock: (epochId: Uint8Array) => chain.lightClientBlock(epochId),
      blockProducers: (epochId: Uint8Array) => epochs.epoch(epochId).blockProducers,
    };
    return findNext(source, find(lastBlockHash), find(chain.head().hash));
  },
});
