// What the thread that owns the chain and the threads that answer requests say to each other.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { ThreadFailure } from '../../base/threadFailure.ts';
import type { ControlAction, ControlResults } from '../../chain/controls/controlActions.ts';
import type { CollectorOptions } from '../../chain/garbage/garbageCollector.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { MiningMode } from '../../chain/production/mining.ts';
import type { Admission } from '../../chain/production/producer.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';

/** What the chain's thread is told first. */
export interface ChainThreadData {
  readonly storePath: string;
  /** The text of genesis.json. */
  readonly genesis: string;
  readonly validatorKeys: readonly { readonly accountId: string; readonly secretKey: string }[];
  readonly mining: MiningMode;
  readonly durable: boolean;
  readonly temporary: boolean;
  readonly poolBytesMax: number;
  readonly poolAccountMax: number;
  /** What is collected; null for an archive. */
  readonly collection: CollectorOptions | null;
  readonly strictNonceTtlBlocks: number;
  /** How long choosing the transactions of a block may take; null for as long as it takes. */
  readonly selectionMsMax: number | null;
  /** How much time a height without a block stands for when the chain is moved ahead. */
  readonly skippedHeightNs: bigint;
  /** What a fork began from. */
  readonly origin?: OriginPlace | undefined;
  readonly cachePlan: CachePlan;
}

/** A transaction at the chain's door. */
export interface AdmissionRequest {
  readonly id: number;
  /** `check` only asks. */
  readonly kind: 'submit' | 'check';
  /** As `hashTransaction` made them. */
  readonly transaction: Uint8Array;
  /** Whether it is signed by the key it names; null if the chain has to find out. */
  readonly isSigned: boolean | null;
}

export type ToChain =
  /** The first of all, unless the thread is stopped before it. */
  | { readonly kind: 'open'; readonly data: ChainThreadData }
  | { readonly kind: 'admit'; readonly requests: readonly AdmissionRequest[] }
  | { readonly kind: 'control'; readonly id: number; readonly action: ControlAction }
  /** Whether somebody waits for blocks that only make others final. */
  | { readonly kind: 'await'; readonly isAwaited: boolean }
  | { readonly kind: 'stop' };

export type ControlAnswer =
  | { readonly result: ControlResults[ControlAction['kind']] }
  | { readonly error: Pick<ThreadFailure, 'code' | 'message'> };

/** A transaction that a block holds, for those who follow it. */
interface IncludedNotice {
  readonly hash: Uint8Array;
  /** How long it has waited here for a block. */
  readonly waitedMs: number;
}

interface AdmissionAnswer {
  readonly id: number;
  readonly admission: Admission;
}

export type FromChain =
  | { readonly kind: 'ready'; readonly height: number }
  | { readonly kind: 'admitted'; readonly answers: readonly AdmissionAnswer[] }
  | { readonly kind: 'controlled'; readonly id: number; readonly answer: ControlAnswer }
  /** Blocks are made in another way from now on. */
  | { readonly kind: 'mining'; readonly mode: MiningMode }
  /** No block is made from now on, or with null: blocks are made again. */
  | { readonly kind: 'halted'; readonly halt: Halt | null }
  /** Blocks were taken back: what was read of them before no longer holds. */
  | { readonly kind: 'reverted'; readonly height: number }
  | {
      readonly kind: 'block';
      readonly height: number;
      /** How long it took to make it. */
      readonly producedMs: number;
      readonly chunks: number;
      /** What its chunks report of the blocks before theirs. */
      readonly gasUsed: number;
      /** What still waits after the block. */
      readonly pool: { readonly transactions: number; readonly bytes: number };
      readonly transactions: readonly IncludedNotice[];
    }
  | { readonly kind: 'called'; readonly report: FunctionCallReport }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure };
