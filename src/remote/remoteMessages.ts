// The messages between the thread that executes receipts of another network and the main thread,
// which asks that network.

import type { StateEdit } from '../chain/patch/stateEdit.ts';
import type { TaskMessage } from '../execution/taskThread.ts';
import type { QuestionLine } from '../fork/blockingQuestions.ts';
import type { Dialect } from '../params/dialect.ts';
import type { TraceRequest } from '../trace/traceTransaction.ts';
import type { AccountId } from '../types/accountId.ts';
import type { PastTransaction } from './pastTransaction.ts';

export interface RemoteThreadData {
  readonly line: QuestionLine;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export interface RemoteTask extends TraceRequest {
  readonly past: PastTransaction;
  readonly dialect: Dialect;
  readonly overrides: readonly StateEdit[];
}

/** A row after a block, or the access keys with a prefix. */
interface StateQuestion {
  readonly kind: 'row' | 'keys';
  readonly blockHash: Uint8Array;
  readonly key: Uint8Array;
}

/** The place of a receipt's outcome in its chunk. */
interface PathQuestion {
  readonly kind: 'path';
  readonly receiptId: Uint8Array;
  readonly receiverId: AccountId;
}

export type RowQuestion = StateQuestion | PathQuestion;

export type RowAnswer =
  | { readonly kind: 'row'; readonly value: Uint8Array | null }
  | { readonly kind: 'keys'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'path'; readonly path: string | null }
  /** The source does not show it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The trace cannot go on; the main thread has the error. */
  | { readonly kind: 'failed'; readonly message: string };

export type FinishedRemoteTrace =
  /** A RemoteTrace as JSON. */
  | { readonly kind: 'traced'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

export type FromRemoteThread = TaskMessage | FinishedRemoteTrace;
