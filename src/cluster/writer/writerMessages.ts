// The messages between a node and the thread that writes to its cluster.

import type { ThreadFailure } from '../../base/threadFailure.ts';
import type { NoteName } from '../cluster.ts';
import type { StateKind } from '../rowsOfBlock.ts';

/** What the thread is started with. */
export interface ClusterThreadData {
  readonly address: string;
  readonly storePath: string;
  readonly writer: string;
  readonly state: StateKind;
  readonly notes: Readonly<Partial<Record<NoteName, string>>>;
}

export type ToCluster =
  /** The store exists. */
  | { readonly kind: 'begin' }
  /** The store has a new block. */
  | { readonly kind: 'block' }
  | { readonly kind: 'stop' };

export type FromCluster =
  /** This node holds the cluster. */
  | { readonly kind: 'claimed' }
  /** The cluster does not respond; the thread keeps trying. */
  | { readonly kind: 'away'; readonly message: string }
  /** How far the cluster has come. */
  | { readonly kind: 'written'; readonly height: number }
  /** Another node holds the cluster: this node stops. */
  | { readonly kind: 'refused'; readonly failure: ThreadFailure };
