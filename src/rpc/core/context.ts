// What methods can use: the seam between RPC and the composition in `node`. Everything is read-only
// except submitting transactions and controls; time and waiting are passed in.

import type { Budget } from '../../base/collections/budget.ts';
import type { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { PublicKey, PublicKeyHandle } from '../../base/crypto/keys.ts';
import type { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import type { Timer } from '../../base/timer.ts';
import type { ControlAction, ControlResult } from '../../chain/controls/controlActions.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { Admission } from '../../chain/production/producer.ts';
import type { KnownNodes } from '../../chain/records/blockProof.ts';
import type { RelatedContract } from '../../chain/records/relatedContracts.ts';
import type { HistoryPlace } from '../../chain/stored/accountHistory.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import type { HashKind } from '../../chain/stored/knownHashes.ts';
import type { UnboundPart } from '../../chain/stored/shownRecords.ts';
import type { PlacedOutcomeId } from '../../chain/stored/storedChain.ts';
import type { HttpClient } from '../../http/access/httpClient.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { SimulatedCallRequest, SimulationRequest } from '../../simulate/simulationRequest.ts';
import type { KeptStates } from '../../state/stateView.ts';
import type { Column } from '../../store/column.ts';
import type { CoverageRequest } from '../../trace/coverage/coverBlocks.ts';
import type { ProfileRequest } from '../../trace/profile/profileTransaction.ts';
import type { TraceRequest } from '../../trace/traceTransaction.ts';
import type { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { ClientConfig } from '../config/clientConfig.ts';
import type { Limits } from '../config/limits.ts';
import type { ScanBody } from '../messages/scanBody.ts';
import type { GasReportView } from './gasReportView.ts';
import type { KnownAccountView } from './knownAccountView.ts';
import type { PendingWaits } from './pendingWaits.ts';
import type { Refusal } from './refusal.ts';
import type { RefusedTransactions } from './refusedTransactions.ts';
import type { RequestLog } from './requestLog.ts';
import type { ResponseCache } from './responseCache.ts';

export interface RpcChain extends ChainReader {
  /** Called before an id is reported as unknown: throws if its row may be damaged. */
  verifyUnknown(id: Hash): void;
  /** Throws if the outcome of something that seems pending may exist and be damaged. */
  verifyPending(id: Hash): void;
  /** A receipt as it is encoded; null if it is unknown, or kept as it was shown. */
  receiptBytes(id: Hash): Uint8Array | null;
  /** Nodes of the tree over the ancestors of a block that were read before. */
  ancestorNodes(head: Hash): KnownNodes;
  /** The parts of a transaction, receipt or chunk that are stored as received and unverified. */
  unboundParts(id: Hash): readonly UnboundPart[];
  /** The receipts that a shard sent when a block with a new chunk of it was applied. */
  outgoingReceipts(blockHash: Hash, shardId: number): readonly Receipt[];
  /** What a shard executed when a block with a new chunk of it was applied, in execution order. */
  outcomeIds(blockHash: Hash, shardId: number): readonly Hash[];
  /** The history of an account, newest first, from before a place or from the head down. */
  accountHistory(
    accountId: AccountId,
    before: HistoryPlace | null,
    limit: number,
  ): readonly PlacedOutcomeId[];
  /** Sub-accounts that have a history, starting after one of them. */
  subAccounts(accountId: AccountId, after: AccountId | null, limit: number): readonly AccountId[];
  /** Accounts that were given a key, starting after one of them; some may have deleted it. */
  keyAccounts(key: PublicKeyHandle, after: AccountId | null, limit: number): readonly AccountId[];
  /** Hashes that begin with these digits of base58, in their order. */
  hashes(kind: HashKind, prefix: string, limit: number): readonly Hash[];
  /** Token contracts and staking pools that an account has had to do with. */
  relatedContracts(accountId: AccountId, limit: number): readonly RelatedContract[];
}

/** Submits transactions to the chain. */
export interface TransactionPort {
  /** `source` is the address of the client; empty for programs on this machine. */
  submit(transaction: HashedTransaction, source: string): Promise<Admission>;
  /** Returns what `submit` would return, without submitting. */
  check(transaction: HashedTransaction, source: string): Promise<Admission>;
  /** Whether a transaction is in the mempool. Absent if the node has none. */
  readonly isWaiting?: (transactionHash: Hash) => Promise<boolean>;
  /**
   * Requests blocks that only make others final, for as long as a caller waits for them; the
   * returned function ends that. Absent if such blocks are produced anyway.
   */
  readonly awaitFinality?: () => () => void;
}

/** The controls of a local chain. */
export interface ControlsPort {
  /** Rejects with a PerigeeError if the action cannot be performed. */
  run<A extends ControlAction>(action: A): Promise<ControlResult<A>>;
  /** Gas burnt since the node started. */
  gasReport(): GasReportView;
  /** The accounts with well-known keys. */
  accounts(): readonly KnownAccountView[];
}

/** Runs a view call on the state after a block. */
export interface ViewCall {
  readonly blockHash: Hash;
  readonly shardId: number;
  readonly accountId: AccountId;
  /** The account after that block, as the caller has read it. It is not sent to other threads. */
  readonly account?: Account | undefined;
  readonly methodName: string;
  readonly args: Uint8Array;
  /** Null for the protocol's limit. */
  readonly gasLimit: bigint | null;
}

/** Executes on top of a block whatever a request describes. The results are JSON. */
export interface Simulator {
  /** Rejects with an ImpossibleSimulation. */
  simulate(request: SimulationRequest): Promise<string>;
  /** As `simulate`; null if there is no such account. */
  simulateCall(request: SimulatedCallRequest): Promise<string | null>;
}

export interface Upstream {
  /** Whether a request is passed on to that node. */
  takes(method: string, params: unknown): boolean;
  /** Its unchanged response to a body at a path. */
  ask(path: string, body: Uint8Array, showsSecrets?: boolean): Promise<HttpResponse>;
}

/** Accounts of a local chain that pay for others. */
export interface Sponsors {
  /** Its contract creates the accounts that are asked for at `POST /account`. */
  readonly registrar?: AccountId | undefined;
  /** Pays for the meta transactions that are sent to `POST /relay`. */
  readonly relayer?: AccountId | undefined;
}

interface NodeFacts {
  readonly nodePublicKey: PublicKey;
  readonly validator: { readonly accountId: AccountId; readonly publicKey: PublicKey } | null;
  readonly peersMax: number;
  uptimeSeconds(): number;
  isSyncing(): boolean;
  /** False for a chain that is idle on purpose, which is healthy however old its head is. */
  expectsBlocks(): boolean;
  /** Nanoseconds between blocks without work, if that can be more than `client_config` says. */
  idlePause?(): bigint;
  /** Why the chain produces no blocks; null while it does. Absent if it cannot halt. */
  readonly halted?: () => Halt | null;
}

/** What is about to become final. */
export interface FinalityForecast {
  /** How long a read at `final` waits for it. */
  readonly waitMs: number;
  /** The height up to which blocks become final within milliseconds; null if none does. */
  pendingHeight(): number | null;
  /** Calls back when that may end without a block; the returned function unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** The limits of the service. */
export type RpcLimits = Limits;

/** Counters of requests, named as in the reference. */
export interface RpcMetrics {
  /**
   * Starts `near_rpc_processing_time`. The returned function stops it, increments
   * `near_rpc_total_count` with the label and, for an error code, `near_rpc_error_count`.
   */
  startRequest(): (label: string, errorCode: number | null) => void;
  /** `near_rpc_timeout_total` */
  countTimeout(): void;
  /** `near_rpc_wait_until_count` */
  countWaitUntil(method: string, waitUntil: string): void;
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

/** How much of a followed chain is verified; a node that executes its blocks does not need this. */
interface Verification {
  /** Whether responses that contain anything unverified are refused. */
  readonly isRequired: boolean;
  /** False if a source supplies the epochs: from a checkpoint on. */
  readonly computesEpochs: boolean;
}

export interface RpcContext {
  readonly chain: RpcChain;
  readonly epochs: EpochReader;
  /** Every available state. */
  readonly states: KeptStates;
  /** What of this is unverified; absent if the chain was produced or executed here. */
  readonly verification?: Verification;
  readonly genesis: GenesisConfig;
  readonly clientConfig: ClientConfig;
  readonly node: NodeFacts;
  readonly port: TransactionPort;
  /** Absent if the chain cannot be controlled. */
  readonly controls?: ControlsPort;
  readonly sponsors?: Sponsors | undefined;
  /** A row of this node's own store; absent if it has none. */
  readonly readRow?: (column: Column, key: Uint8Array) => Uint8Array | undefined;
  /** Transactions that were not taken. Absent if they are not recorded. */
  readonly refused?: RefusedTransactions;
  /** Absent if requests are not recorded. */
  readonly requests?: RequestLog;
  /** Scans large bodies on another thread; absent if this thread does it. */
  /** The caches of this thread; without them each reader has its own. */
  readonly caches?: Caches | undefined;
  readonly scanBody?: ScanBody;
  /** Absent if responses are not cached. */
  readonly answers?: ResponseCache;
  /** Absent if contracts cannot be called. */
  readonly callFunction?: (call: ViewCall) => ViewCallResult | Promise<ViewCallResult>;
  /**
   * The trace of a transaction as JSON, null if no block has it; rejects with a TraceError. Absent
   * if this node cannot execute blocks again.
   */
  readonly traceTransaction?: (request: TraceRequest) => Promise<string | null>;
  /** Simulates transactions and calls; absent if this node cannot execute blocks. */
  readonly simulator?: Simulator;
  /** The profile of a transaction, in the same way. */
  readonly profileTransaction?: (request: ProfileRequest) => Promise<string | null>;
  /** What contracts have executed, in the same way; never null. */
  readonly coverBlocks?: (request: CoverageRequest) => Promise<string | null>;
  /** The node that serves what this one cannot. */
  readonly upstream?: Upstream;
  /** Calls back after each block, once it can be read; the returned function unsubscribes. */
  onBlock(listener: () => void): () => void;
  /**
   * Calls back after the blocks above a height were reverted, when none of them can be read; the
   * returned function unsubscribes. Absent if blocks are never reverted.
   */
  readonly onRevert?: (listener: (height: number) => void) => () => void;
  /**
   * Calls back when the chain halts or resumes; the returned function unsubscribes. Absent if the
   * chain cannot halt.
   */
  readonly onHalt?: (listener: () => void) => () => void;
  /** Absent if reads at `final` are answered from the newest final block at once. */
  readonly finality?: FinalityForecast;
  /** The chain's clock: nanoseconds since 1970. */
  now(): bigint;
  readonly timer: Timer;
  readonly limits: RpcLimits;
  readonly metrics: RpcMetrics;
  /** Receives failures that no request caused. */
  reportFailure(error: unknown, method: string): void;
}

/** What the service adds for its methods. */
export interface MethodContext extends RpcContext {
  readonly pendingWaits: PendingWaits;
  /** The places of EXPERIMENTAL_indexer_block. */
  readonly indexerPlaces: Budget;
  /** For work that takes too long for one turn of the event loop. */
  readonly turns: EventLoopTurns;
  /** Whether the caller of a control may see secret keys. */
  readonly showsSecrets: boolean;
  /** The address of the client; empty for programs on this machine. */
  readonly source: string;
  /** Of methods that may wait: as in `HttpClient`. */
  readonly onGone: HttpClient['onGone'] | undefined;
}
