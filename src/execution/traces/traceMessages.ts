// The messages to and from the thread that executes transactions again, and simulates others.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { SimulatedCallRequest, SimulationRequest } from '../../simulate/simulationRequest.ts';
import type { CoverageRequest } from '../../trace/coverage/coverBlocks.ts';
import type { ProfileRequest } from '../../trace/profile/profileTransaction.ts';
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

export type TraceTask =
  | ({ readonly kind: 'trace' } & TraceRequest)
  | ({ readonly kind: 'profile' } & ProfileRequest)
  | ({ readonly kind: 'coverage' } & CoverageRequest)
  | ({ readonly kind: 'simulate' } & SimulationRequest)
  | ({ readonly kind: 'call' } & SimulatedCallRequest);

export type FinishedTrace =
  /** The result as JSON; null if there is no such transaction or account. */
  | { readonly kind: 'done'; readonly text: string | null }
  | {
      readonly kind: 'refused';
      readonly info: TraceError['info'];
      readonly message: string;
    }
  /** A simulation that contradicts its chain, by the code of the reason. */
  | { readonly kind: 'impossible'; readonly code: ErrorCode; readonly message: string };

export type FromTraceThread = TaskMessage | FinishedTrace;
