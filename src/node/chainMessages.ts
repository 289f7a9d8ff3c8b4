// What the thread that owns the chain and the threads that answer requests say to each other.

import type { Admission } from '../chain/producer.ts';
import type { MiningMode } from './options.ts';

/** What the chain's thread is started with. */
export interface ChainThreadData {
  readonly storePath: string;
  /** The text of genesis.json. */
  readonly genesis: string;
  readonly validatorKeys: readonly { readonly accountId: string; readonly secretKey: string }[];
  readonly mining: MiningMode;
  readonly durable: boolean;
  readonly temporary: boolean;
  readonly poolBytesMax: number;
}

export type ToChain =
  | { readonly kind: 'submit' | 'check'; readonly id: number; readonly transaction: Uint8Array }
  | { readonly kind: 'mine'; readonly id: number; readonly blocks: number }
  | { readonly kind: 'stop' };

/** A transaction that a block holds, for those who follow it. */
export type FromChain =
  | { readonly kind: 'ready'; readonly height: number }
  | { readonly kind: 'admission'; readonly id: number; readonly admission: Admission }
  | { readonly kind: 'mined'; readonly id: number }
  | {
      readonly kind: 'block';
      readonly height: number;
      readonly transactions: readonly Uint8Array[];
    }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null }
  | { readonly kind: 'stopped' };
