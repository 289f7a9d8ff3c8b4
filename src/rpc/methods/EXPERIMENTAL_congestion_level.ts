// EXPERIMENTAL_congestion_level.

import { described, named } from '../../codec/codec.ts';
import { f64 } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { congestionLevel } from '../../runtime/congestion/congestion.ts';
import { ChunkReference, chunkErrors, requireChunk } from '../core/chunkReference.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';

export const congestionLevelMethod = defineMethod({
  name: 'EXPERIMENTAL_congestion_level',
  summary: 'How congested a shard was when one of its chunks was produced, from 0 to 1.',
  params: named('RpcCongestionLevelRequest', ChunkReference),
  result: struct('RpcCongestionLevelResponse', {
    congestionLevel: described(f64, '0 = none to 1 = maximum.'),
  }),
  returns: '`congestion_level`.',
  errors: chunkErrors,
  holds: untilNextBlock,
  handle: (context, reference) => {
    const { header } = requireChunk(context, reference);
    const { inner } = header;
    if (!('congestionInfo' in inner.value)) return { congestionLevel: 0 };
    const { congestion } = context.epochs.epoch(
      context.epochs.epochIdAfter(inner.value.prevBlockHash),
    ).protocol;
    const shard = { info: inner.value.congestionInfo, missedChunks: 0 };
    return { congestionLevel: congestionLevel(congestion, shard) };
  },
});
