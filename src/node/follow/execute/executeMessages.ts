// The messages between the thread that executes followed blocks and its parent.

import type { CachePlan } from '../../../base/collections/cachePlan.ts';
import type { ThreadFailure } from '../../../base/threadFailure.ts';
import type { FollowOptions } from '../../options.ts';

export interface ExecuteThreadData {
  readonly options: FollowOptions;
  readonly storePath: string;
  readonly cachePlan: CachePlan;
}

export type ToExecute = { readonly kind: 'run' } | { readonly kind: 'stop' };

export type FromExecute =
  /** The chain is open and can be read. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'block'; readonly height: number }
  | { readonly kind: 'target'; readonly height: number | null }
  | { readonly kind: 'trouble'; readonly text: string }
  /** Why the thread ends; null if it was stopped. */
  | { readonly kind: 'ended'; readonly failure: ThreadFailure | null };
