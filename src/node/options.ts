// What a node can be told at its start. The command line makes these values from its flags; a
// program that embeds a node states them itself.

import type { MiningMode } from '../chain/production/mining.ts';
import type { ForkRequest } from '../fork/forkPoint.ts';
import type { GivenLimits } from '../rpc/config/limits.ts';
import type { UpstreamAddress } from '../rpc/core/upstream.ts';
import type { LogLevel } from '../telemetry/logLevel.ts';

export type StartOptions = {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly mining: MiningMode;
  /** Of a new chain; an existing one keeps what its genesis says. */
  readonly shards: number;
  /** Funded accounts of a new chain, besides the root. */
  readonly accounts: number;
  /** Which of these two the user has set: a chain that differs is then warned of. */
  readonly insisted?: readonly ('shards' | 'accounts')[];
  /** Keeps the chain in a temporary folder that is removed at the end. */
  readonly inMemory: boolean;
  /** Flushes each block to the disk before it is acknowledged. */
  readonly durable: boolean;
  /** Removes the chain in the home folder first. */
  readonly reset: boolean;
  /** Lets callers control the chain: those on this machine, or those with the token. */
  readonly controls: boolean;
  /** Prints what contracts have burnt when the node stops. */
  readonly gasReport: boolean;
  /** What callers from other machines must send, and whoever controls the chain. */
  readonly token?: string | undefined;
  /** Limits that stand above config.json and the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** Memory for all caches of a process, in bytes; without it each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  /** Further processes that answer requests. */
  readonly workers?: number | undefined;
  /** A file to take the state from at the start, and one to write it to at the end. */
  readonly loadState?: string | undefined;
  readonly dumpState?: string | undefined;
  /** Begins a new chain at a block of another network. */
  readonly fork?: ForkRequest | undefined;
  /** A shared cluster that gets every block, as store/cassandra.ts reads it. */
  readonly cluster?: string | undefined;
  /** Wait until the writer of the cluster is gone, and go on with its chain. */
  readonly standby?: boolean | undefined;
  readonly home: string;
  readonly logLevel: LogLevel;
};

export type FollowOptions = {
  /** The source of blocks: neardata:URL, lake:DIR or lake:s3://BUCKET. */
  readonly from: string;
  /** Where to begin, if not at genesis: a file, or the address of an RPC service. */
  readonly checkpoint?: string | undefined;
  /** The height of the block to begin with, where the checkpoint comes from a service. */
  readonly start?: number | undefined;
  /** The genesis of the chain, with its records. */
  readonly genesis?: string | undefined;
  /** A dump of the state after the block to begin with. */
  readonly stateFrom?: string | undefined;
  /** The node that takes transactions. */
  readonly upstream?: UpstreamAddress | undefined;
  /** A shared cluster that gets every block, as store/cassandra.ts reads it. */
  readonly cluster?: string | undefined;
  /** Takes blocks without the approvals of two thirds, as development tools make them. */
  readonly allowUnapproved: boolean;
  /** Refuses requests whose answers would hold what nothing on the chain binds. */
  readonly verifiedOnly: boolean;
  /** Executes the blocks, and compares everything. */
  readonly execute: boolean;
  /** A folder with contracts that no block shows, for blocks that are executed. */
  readonly code?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly token?: string | undefined;
  readonly limits?: GivenLimits | undefined;
  /** Memory for all caches of the process, in bytes; without it each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  readonly home: string;
  readonly logLevel: LogLevel;
};

/** The bounds of the numbers above. */
export const OPTION_BOUNDS = {
  port: { min: 0, max: 65_535 },
  shards: { min: 1, max: 64 },
  accounts: { min: 0, max: 1_000 },
  cacheMib: { min: 16, max: 1_048_576 },
  workers: { min: 0, max: 64 },
  height: { min: 0, max: Number.MAX_SAFE_INTEGER },
} as const;
