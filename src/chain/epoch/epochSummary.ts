// What is stored for a finished epoch, for those who ask for its validators later.

import type { TypeOf } from '../../codec/codec.ts';
import { sortedMap } from '../../codec/map.ts';
import { u32, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountKey, KickoutReason } from '../../types/epoch.ts';
import { hash } from '../../types/primitives.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';
import { ValidatorWork } from './uptime.ts';

export const EpochSummary = struct({
  /** Also the id of the epoch that followed. */
  prevEpochLastBlock: hash,
  /** In the order of accounts. */
  proposals: vec(ValidatorStake),
  kickouts: sortedMap(accountKey, KickoutReason),
  /** By validator index. */
  work: vec(ValidatorWork),
  /** The version that the votes of the epoch chose for the one after the next. */
  nextNextVersion: u32,
});
export type EpochSummary = TypeOf<typeof EpochSummary>;
