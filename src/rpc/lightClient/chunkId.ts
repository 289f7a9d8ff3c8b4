// A chunk in the params of the three proofs of a later protocol, which certifies chunks after their
// blocks.

import { u64 } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { hash } from '../../types/primitives.ts';

export const chunkIdParams = struct('SpiceChunkId', { blockHash: hash, shardId: u64 });
