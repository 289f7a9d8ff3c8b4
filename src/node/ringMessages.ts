// What a node and its thread for a ring say to each other.

import type { NoteName } from '../store/ring.ts';
import type { StateKind } from './ringRows.ts';

/** What the thread is started with. */
export interface RingThreadData {
  readonly address: string;
  readonly storePath: string;
  readonly writer: string;
  readonly state: StateKind;
  readonly notes: Readonly<Partial<Record<NoteName, string>>>;
}

export type ToRing =
  /** The store is there. */
  | { readonly kind: 'begin' }
  /** It has a new block. */
  | { readonly kind: 'block' }
  | { readonly kind: 'stop' };

export type FromRing =
  /** The ring is this node's. */
  | { readonly kind: 'claimed' }
  /** The ring does not answer; it is asked again and again. */
  | { readonly kind: 'away'; readonly message: string }
  /** How far the ring has come. */
  | { readonly kind: 'written'; readonly height: number }
  /** The ring is not this node's, or not any more: the node stops. */
  | { readonly kind: 'refused'; readonly message: string; readonly code: string };
