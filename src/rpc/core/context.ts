// What methods may use of the node: the seam between RPC and the composition in `node`. Everything
// here is read-only but the port that takes transactions; time and waiting are passed in.

import type { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { PublicKey, PublicKeyHandle } from '../../base/crypto/keys.ts';
import type { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import type { Timer } from '../../base/timer.ts';
import type { ControlAction, ControlResult } from '../../chain/controls/controlActions.ts';
import type { EpochReader } from '../../chain/epoch/epochReader.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { Admission } from '../../chain/production/producer.ts';
import type { HistoryPlace } from '../../chain/stored/accountHistory.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import type { UnboundPart } from '../../chain/stored/shownRecords.ts';
import type { PlacedOutcomeId } from '../../chain/stored/storedChain.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { KeptStates } from '../../state/stateView.ts';
import type { Column } from '../../store/column.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { ScanBody } from '../bodies/scanBody.ts';
import type { ClientConfig } from '../config/clientConfig.ts';
import type { Limits } from '../config/limits.ts';
import type { GasReportView } from '../controls/gasReportView.ts';
import type { KnownAccountView } from '../controls/knownAccountView.ts';
import type { PendingWaits } from './pendingWaits.ts';
import type { Refusal } from './refusal.ts';
import type { RequestLog } from './requestLog.ts';
import type { ResponseCache } from './responseCache.ts';

export interface RpcChain extends ChainReader {
  /** Before an id is called unknown: throws where the row of it may be damaged. */
  verifyUnknown(id: Hash): void;
  /** Throws where the outcome of what seems to be pending may be there and damaged. */
  verifyPending(id: Hash): void;
  /** What of a transaction, a receipt or a chunk is kept as it was shown, and nothing binds it. */
  unboundParts(id: Hash): readonly UnboundPart[];
  /** What a shard sent when a block with a new chunk of it was applied. */
  outgoingReceipts(blockHash: Hash, shardId: number): readonly Receipt[];
  /** What a shard executed when a block with a new chunk of it was applied, in that order. */
  outcomeIds(blockHash: Hash, shardId: number): readonly Hash[];
  /** What concerned an account, the newest first, from before a place or from the head down. */
  accountHistory(
    accountId: AccountId,
    before: HistoryPlace | null,
    limit: number,
  ): readonly PlacedOutcomeId[];
  /** Accounts below another one that anything concerned, from behind one of them. */
  subAccounts(accountId: AccountId, after: AccountId | null, limit: number): readonly AccountId[];
  /** Accounts that were given a key, from behind one of them; some may have given it up. */
  keyAccounts(key: PublicKeyHandle, after: AccountId | null, limit: number): readonly AccountId[];
}

/** The way into the chain. */
export interface TransactionPort {
  /** `source` is the address of the client; empty for programs on this machine. */
  submit(transaction: HashedTransaction, source: string): Promise<Admission>;
  /** Says what `submit` would, and submits nothing. */
  check(transaction: HashedTransaction, source: string): Promise<Admission>;
  /**
   * Tells that somebody waits for blocks that only make others final; the returned function ends
   * it. Absent where such blocks do not wait.
   */
  readonly awaitFinality?: () => () => void;
}

/** A developer's hold on a local chain. */
export interface ControlsPort {
  /** Rejects with a PerigeeError when the action cannot be done. */
  run<A extends ControlAction>(action: A): Promise<ControlResult<A>>;
  /** What was executed since the node started. */
  gasReport(): GasReportView;
  /** Whose keys everybody may know. */
  accounts(): readonly KnownAccountView[];
}

/** A call of a contract that changes nothing, on the state after a block. */
export interface ViewCall {
  readonly blockHash: Hash;
  readonly shardId: number;
  readonly accountId: AccountId;
  readonly methodName: string;
  readonly args: Uint8Array;
  /** Null for the limit of the protocol. */
  readonly gasLimit: bigint | null;
}

export interface Upstream {
  /** Whether a request is for that node. */
  takes(method: string, params: unknown): boolean;
  /** Its answer to a body at a path, as it is. */
  ask(path: string, body: Uint8Array, showsSecrets?: boolean): Promise<HttpResponse>;
}

interface NodeFacts {
  readonly nodePublicKey: PublicKey;
  readonly validator: { readonly accountId: AccountId; readonly publicKey: PublicKey } | null;
  readonly peersMax: number;
  uptimeSeconds(): number;
  isSyncing(): boolean;
  /** False for a chain that stands still on purpose, which is healthy at any age. */
  expectsBlocks(): boolean;
  /** Why the chain makes no blocks; null while it makes them. Absent where it cannot halt. */
  readonly halted?: () => Halt | null;
}

/** The bounds of the service. */
export type RpcLimits = Limits;

/** Counters of requests, under the names that the reference gives them. */
export interface RpcMetrics {
  /**
   * Begins `near_rpc_processing_time`. The returned function ends it, counts `near_rpc_total_count`
   * under the label and, with an error code, `near_rpc_error_count`.
   */
  startRequest(): (label: string, errorCode: number | null) => void;
  /** `near_rpc_timeout_total` */
  countTimeout(): void;
  /** `near_rpc_wait_until_count` */
  countWaitUntil(method: 'send_tx' | 'tx_status', waitUntil: string): void;
  /** `perigee_refused_total` */
  countRefusal(reason: Refusal): void;
  /** `perigee_connections` */
  changeConnections(by: 1 | -1): void;
  /** `perigee_waiting_requests` */
  changeWaits(by: 1 | -1): void;
  /** `near_http_status_requests_total` */
  countStatusRequest(): void;
  /** `near_http_prometheus_requests_total` */
  countPrometheusRequest(): void;
  /** Everything in the text format of Prometheus. */
  format(): Promise<string>;
}

/** How much of a chain is verified; a node that executes its blocks does not need this. */
interface Verification {
  /** Whether answers that contain anything unverified are refused. */
  readonly isRequired: boolean;
  /** False where a source supplies the epochs: from a checkpoint on. */
  readonly computesEpochs: boolean;
}

export interface RpcContext {
  readonly chain: RpcChain;
  readonly epochs: EpochReader;
  /** Every kept state. */
  readonly states: KeptStates;
  /** How much of all this nothing binds; absent where it was made or executed here. */
  readonly verification?: Verification;
  readonly genesis: GenesisConfig;
  readonly clientConfig: ClientConfig;
  readonly node: NodeFacts;
  readonly port: TransactionPort;
  /** Absent where nobody may control the chain. */
  readonly controls?: ControlsPort;
  /** A row of this node's own store; absent where it has none. */
  readonly readRow?: (column: Column, key: Uint8Array) => Uint8Array | undefined;
  /** Absent where nobody looks at what clients ask. */
  readonly requests?: RequestLog;
  /** Scans large bodies on another thread; absent where that is done on this one. */
  /** Those of this thread; without them each reader has its own. */
  readonly caches?: Caches | undefined;
  readonly scanBody?: ScanBody;
  /** Absent where every request is answered anew. */
  readonly answers?: ResponseCache;
  /** Absent where contracts cannot be called. */
  readonly callFunction?: (call: ViewCall) => Promise<ViewCallResult>;
  /** The node that answers what this one cannot. */
  readonly upstream?: Upstream;
  /** Calls back after each block, when it can be read; the returned function ends it. */
  onBlock(listener: () => void): () => void;
  /**
   * Calls back after the blocks above a height were taken back, when none of them can be read; the
   * returned function ends it. Absent where that does not happen.
   */
  readonly onRevert?: (listener: (height: number) => void) => () => void;
  /**
   * Calls back when the chain halts, and when it goes on; the returned function ends it. Absent
   * where the chain cannot halt.
   */
  readonly onHalt?: (listener: () => void) => () => void;
  /** The chain's clock: nanoseconds since 1970. */
  now(): bigint;
  readonly timer: Timer;
  readonly limits: RpcLimits;
  readonly metrics: RpcMetrics;
  /** Is told of failures that are nobody's request's fault. */
  reportFailure(error: unknown, method: string): void;
}

/** What the service adds for its methods. */
export interface MethodContext extends RpcContext {
  readonly pendingWaits: PendingWaits;
  /** For work that is too long for one turn of the event loop. */
  readonly turns: EventLoopTurns;
  /** Whether the caller of a control may be shown secret keys. */
  readonly showsSecrets: boolean;
  /** The address of the client; empty for programs on this machine. */
  readonly source: string;
}
