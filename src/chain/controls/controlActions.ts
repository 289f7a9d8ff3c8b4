// The actions by which a developer controls a local chain beyond its protocol, and their results.
// Actions and results pass between threads, so they are plain data.

import type { SplitWish } from '../blocks/splitWish.ts';
import type { StatePatch } from '../patch/statePatch.ts';
import type { Halt } from '../production/halt.ts';
import type { MiningMode } from '../production/mining.ts';
import type { StagedChanges } from '../production/stagedChanges.ts';
import type { UpgradeStep } from '../production/stageUpgrade.ts';
import type { ImpersonatedParts, ImpersonatedSubmission } from './impersonation.ts';
import type { SnapshotInfo } from './snapshots.ts';
import type { StagedSplit } from './stageSplit.ts';

export type ControlAction =
  /** Changes nothing: returns how the chain is controlled at the moment. */
  | { readonly kind: 'describe' }
  | { readonly kind: 'mine'; readonly blocks: number }
  /** Goes on to the first block of a later epoch. */
  | { readonly kind: 'mineEpochs'; readonly epochs: number }
  /** Upgrades the chain step by step, with the next epochs. */
  | { readonly kind: 'setProtocol'; readonly version: number }
  | { readonly kind: 'setMining'; readonly mode: MiningMode }
  /** Splits a shard in two, with the second epoch after the current one. */
  | ({ readonly kind: 'splitShard' } & SplitWish)
  /** Produces a block after which the state is changed. */
  | { readonly kind: 'patchState'; readonly patches: readonly StatePatch[] }
  /** Moves ahead in height without producing every block. */
  | { readonly kind: 'fastForward'; readonly deltaHeight: number }
  | { readonly kind: 'advanceClock'; readonly nanoseconds: bigint }
  | { readonly kind: 'setClock'; readonly timestamp: bigint }
  /** Sets the exact time of the next block. */
  | { readonly kind: 'setNextTimestamp'; readonly timestamp: bigint }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'revert'; readonly id: number }
  | { readonly kind: 'dropSnapshot'; readonly id: number }
  /** Reverts all blocks above a height, with or without a snapshot. */
  | { readonly kind: 'revertTo'; readonly height: number }
  /** Starts again from genesis. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'dumpState' }
  | { readonly kind: 'loadState'; readonly dump: string }
  | ({ readonly kind: 'impersonate' } & ImpersonatedParts);

/** The height of the head after the action. */
type AtHeight = { readonly height: number };
/** The time of the chain's clock. */
type AtTime = { readonly timestamp: bigint };

export interface ControlState {
  readonly mining: MiningMode;
  /** Why no blocks are produced; null while they are. */
  readonly halted: Halt | null;
  /** The time of the chain's clock. */
  readonly timestamp: bigint;
  readonly staged: StagedChanges;
  /** Oldest first. */
  readonly snapshots: readonly SnapshotInfo[];
}

export interface ControlResults {
  readonly describe: ControlState;
  readonly mine: AtHeight;
  readonly mineEpochs: AtHeight;
  /** What happens where; nothing if the chain has the version. */
  readonly setProtocol: { readonly steps: readonly UpgradeStep[] };
  readonly splitShard: StagedSplit;
  readonly setMining: AtHeight;
  readonly patchState: AtHeight;
  readonly fastForward: AtHeight;
  readonly advanceClock: AtTime;
  readonly setClock: AtTime;
  readonly setNextTimestamp: AtTime;
  readonly snapshot: { readonly id: number };
  readonly revert: AtHeight;
  readonly dropSnapshot: AtHeight;
  readonly revertTo: AtHeight;
  readonly reset: AtHeight;
  /** The text of the dump. */
  readonly dumpState: { readonly dump: string };
  readonly loadState: AtHeight;
  readonly impersonate: ImpersonatedSubmission;
}

export type ControlResult<A extends ControlAction> = ControlResults[A['kind']];
