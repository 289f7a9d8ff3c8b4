// The hash by which the first block of an epoch commits to the epoch that ended and the two that
// follow it, each record in the format of its epoch's protocol version. Around an upgrade, formats
// differ.

import { concatBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { encode } from '../../codec/codec.ts';
import { type BlockInfo, blockInfoFormats, epochInfoFormats } from '../../types/epoch.ts';
import type { Epoch } from './epoch.ts';

interface BlockOfEpoch {
  readonly info: BlockInfo;
  /** Null for the imagined parent of genesis, which has the newest format on all chains. */
  readonly epoch: Epoch | null;
}

export function hashEpochSyncData(
  blocks: readonly [first: BlockOfEpoch, secondLast: BlockOfEpoch, last: BlockOfEpoch],
  epochs: readonly [ended: Epoch, begun: Epoch, made: Epoch],
): Hash {
  return sha256(
    concatBytes(
      ...blocks.map(({ info, epoch }) =>
        encode(blockInfoFormats[epoch?.formats.blockInfo ?? 'V4'], info),
      ),
      ...epochs.map(({ info, formats }) => encode(epochInfoFormats[formats.epochInfo], info)),
    ),
  );
}
