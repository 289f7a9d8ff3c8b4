// next_light_client_block.

import { nextLightClientBlock as findNext } from '../../chain/lightClient/lightClient.ts';
import { view } from '../../codec/struct.ts';
import { hash } from '../../types/primitives.ts';
import { LightClientBlockView } from '../../types/views/blockView.ts';
import { defineErrors, errorKind, hidden } from '../core/errors.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { requireBlock } from '../params/blockReference.ts';
import { mapParser, record } from '../params/params.ts';
import { positional } from '../params/paramsUnion.ts';
import { hashText } from '../params/scalars.ts';

const errors = defineErrors(
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
    }),
    EPOCH_OUT_OF_BOUNDS: errorKind<{ epochId: Uint8Array }>({
      when: 'The epoch of the block is unknown.',
      info: view({ epochId: hash }),
    }),
  },
  'cause',
);

export const nextLightClientBlock = defineMethod({
  name: 'next_light_client_block',
  summary: 'The next block that a light client can advance to from its current one.',
  params: positional(record('RpcLightClientNextBlockRequest', { lastBlockHash: hashText }), {
    one: mapParser(hashText, (lastBlockHash) => ({ lastBlockHash })),
  }),
  result: {
    json: (block: LightClientBlockView | null) =>
      block === null ? '{}' : LightClientBlockView.json(block),
  },
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
