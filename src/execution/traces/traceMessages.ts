// The messages to and from the thread that traces transactions.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { TraceError } from '../../trace/reexecute/traceError.ts';
import type { TraceRequest } from '../../trace/traceTransaction.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { TaskMessage } from '../taskThread.ts';

/** What the thread is started with. */
export interface TraceThreadData {
  readonly storePath: string;
  readonly genesis: GenesisConfig;
  /** What a fork started from. */
  readonly origin?: OriginPlace | undefined;
  readonly cachePlan: CachePlan;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export type TraceTask = TraceRequest;

export type FinishedTrace =
  /** The trace as JSON; null if no block has the transaction. */
  | { readonly kind: 'traced'; readonly text: string | null }
  | {
      readonly kind: 'refused';
      readonly info: TraceError['info'];
      readonly message: string;
    };

export type FromTraceThread = TaskMessage | FinishedTrace;
