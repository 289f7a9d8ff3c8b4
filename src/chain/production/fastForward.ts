// Moving a local chain ahead in height without making every block, as the reference's sandbox does:
// it jumps inside an epoch and makes real blocks across each epoch's end, so that every epoch is
// finished by the protocol's own rules.

import { PerigeeError } from '../../base/errors.ts';

/** An epoch ends only after this many consecutive heights. */
const BLOCKS_ACROSS_END = 3;

class EpochTooShort extends PerigeeError<{ readonly code: 'epoch_too_short' }> {
  constructor(epochLength: number) {
    super(
      { code: 'epoch_too_short' },
      `a chain with epochs of ${epochLength} blocks cannot be moved ahead; it needs at least 4`,
    );
  }
}

/** How many heights the next block may leave out on the way to `target`. */
export function heightsToSkip(height: number, target: number, epochLength: number): number {
  if (epochLength <= BLOCKS_ACROSS_END) throw new EpochTooShort(epochLength);
  const inEpoch = height % epochLength;
  if (inEpoch === 0 || epochLength - inEpoch <= BLOCKS_ACROSS_END) return 0;
  const wanted = target - height;
  return inEpoch + wanted >= epochLength ? epochLength - inEpoch - BLOCKS_ACROSS_END : wanted;
}
