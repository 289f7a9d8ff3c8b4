// The messages between the thread that owns the chain and the threads that serve requests.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { ThreadFailure } from '../../base/threadFailure.ts';
import type { ControlAction, ControlResults } from '../../chain/controls/controlActions.ts';
import type { CollectorOptions } from '../../chain/garbage/garbageCollector.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { MiningMode } from '../../chain/production/mining.ts';
import type { Admission, ChainProgress } from '../../chain/production/producer.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import type { UpgradeVotes } from '../options.ts';

/** What the chain thread receives first. */
export interface ChainThreadData {
  readonly storePath: string;
  /** The text of genesis.json. */
  readonly genesis: string;
  /** What a new chain follows, and an existing one must follow. */
  readonly rules: Partial<ProtocolRules>;
  /** Whether the chain may have versions that are not released. */
  readonly nightly: boolean;
  /** Null for a chain that stays at its version until one is staged. */
  readonly upgrades: UpgradeVotes | null;
  readonly validatorKeys: readonly { readonly accountId: string; readonly secretKey: string }[];
  readonly mining: MiningMode;
  readonly durable: boolean;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
  readonly temporary: boolean;
  readonly poolBytesMax: number;
  readonly poolAccountMax: number;
  /** What garbage collection removes; null for an archive. */
  readonly collection: CollectorOptions | null;
  readonly strictNonceTtlBlocks: number;
  /** How long selecting the transactions of a block may take; null for no limit. */
  readonly selectionMsMax: number | null;
  /** How much time each skipped height accounts for when the chain is moved ahead. */
  readonly skippedHeightNs: bigint;
  /** What a fork started from. */
  readonly origin?: OriginPlace | undefined;
  readonly cachePlan: CachePlan;
}

/** A transaction to be admitted. */
export interface AdmissionRequest {
  readonly id: number;
  /** `check` does not add the transaction to the pool; `find` looks it up there. */
  readonly kind: 'submit' | 'check' | 'find';
  /** The bytes that `hashTransaction` returned, or the hash to find. */
  readonly transaction: Uint8Array;
  /** Whether it is signed by the key it names; null if the chain has to verify it. */
  readonly isSigned: boolean | null;
}

export type ToChain =
  /** The first message, unless the thread is stopped before it. */
  | { readonly kind: 'open'; readonly data: ChainThreadData }
  | { readonly kind: 'admit'; readonly requests: readonly AdmissionRequest[] }
  | { readonly kind: 'control'; readonly id: number; readonly action: ControlAction }
  /** Whether a caller waits for blocks that only finalize earlier ones. */
  | { readonly kind: 'await'; readonly isAwaited: boolean }
  | { readonly kind: 'stop' };

export type ControlAnswer =
  | { readonly result: ControlResults[ControlAction['kind']] }
  | { readonly error: Pick<ThreadFailure, 'code' | 'message'> };

/** The transactions that a block includes. A message of two arrays is copied as a whole. */
export interface IncludedTransactions {
  /** One after the other. */
  readonly hashes: Uint8Array;
  /** How long each waited here for a block. */
  readonly waitedMs: Float64Array;
}

interface AdmissionAnswer {
  readonly id: number;
  readonly admission: Admission;
}

export type FromChain =
  | { readonly kind: 'ready'; readonly progress: ChainProgress }
  | { readonly kind: 'admitted'; readonly answers: readonly AdmissionAnswer[] }
  | { readonly kind: 'controlled'; readonly id: number; readonly answer: ControlAnswer }
  /** The mining mode has changed. */
  | { readonly kind: 'mining'; readonly mode: MiningMode }
  /** Block production has stopped or, with null, resumed. */
  | { readonly kind: 'halted'; readonly halt: Halt | null }
  /** Blocks were reverted: anything read from them before is no longer valid. */
  | { readonly kind: 'reverted'; readonly height: number; readonly progress: ChainProgress }
  | {
      readonly kind: 'block';
      readonly height: number;
      readonly progress: ChainProgress;
      /** How long producing the block took. */
      readonly producedMs: number;
      readonly chunks: number;
      /** The gas that its chunks report for the previous blocks. */
      readonly gasUsed: number;
      /** What is still waiting after the block. */
      readonly pool: { readonly transactions: number; readonly bytes: number };
      readonly transactions: IncludedTransactions;
    }
  /** Contract calls, before the block that contains them; also of one that could not be made. */
  | { readonly kind: 'called'; readonly reports: readonly FunctionCallReport[] }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure };
