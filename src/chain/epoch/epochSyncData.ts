// The hash by which the first block of an epoch commits to the epoch that ended and the two that
// follow it, as they are encoded in the store.

import { concatBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { encode } from '../../codec/codec.ts';
import { BlockInfo, EpochInfo } from '../../types/epoch.ts';
import type { ThreeEpochs } from './stakeReturns.ts';

export function hashEpochSyncData(
  blocks: readonly [first: BlockInfo, secondLast: BlockInfo, last: BlockInfo],
  epochs: ThreeEpochs,
): Hash {
  return sha256(
    concatBytes(
      ...blocks.map((block) => encode(BlockInfo, block)),
      ...epochs.map((epoch) => encode(EpochInfo, epoch)),
    ),
  );
}
