// A chunk in the params of the three proofs of a later protocol, which certifies chunks after their
// blocks.

import { record } from '../params/params.ts';
import { hashText, integer } from '../params/scalars.ts';

export const chunkIdParams = record('SpiceChunkId', { blockHash: hashText, shardId: integer });
