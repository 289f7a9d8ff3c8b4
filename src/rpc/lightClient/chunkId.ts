// The chunk that a later protocol certifies after its block, as the params of its three proofs name
// it.

import { record } from '../params/params.ts';
import { hashText, integer } from '../params/scalars.ts';

export const chunkIdParams = record('SpiceChunkId', { blockHash: hashText, shardId: integer });
