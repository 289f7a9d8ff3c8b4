// What a node and its thread for a cluster say to each other.

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
  /** The store is there. */
  | { readonly kind: 'begin' }
  /** It has a new block. */
  | { readonly kind: 'block' }
  | { readonly kind: 'stop' };

export type FromCluster =
  /** The cluster is this node's. */
  | { readonly kind: 'claimed' }
  /** The cluster does not answer; it is asked again and again. */
  | { readonly kind: 'away'; readonly message: string }
  /** How far the cluster has come. */
  | { readonly kind: 'written'; readonly height: number }
  /** The cluster is not this node's, or not any more: the node stops. */
  | { readonly kind: 'refused'; readonly failure: ThreadFailure };
