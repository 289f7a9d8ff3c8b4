// The options of a node. The command line builds them from its flags; a program that embeds a node
// passes them itself.

import type { MiningMode } from '../chain/production/mining.ts';
import type { ForkRequest } from '../fork/forkPoint.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import type { Dialect } from '../params/dialect.ts';
import type { ProtocolChoice } from '../params/protocolChoice.ts';
import type { GivenLimits } from '../rpc/config/limits.ts';
import type { Sponsors } from '../rpc/core/context.ts';
import type { UpstreamAddress } from '../rpc/service/upstream.ts';
import type { LogLevel } from '../telemetry/logLevel.ts';

/** `override` has the form of the reference's environment variable (upgradeSchedule.ts). */
export interface UpgradeVotes {
  readonly override?: string | undefined;
}

export type StartOptions = ProtocolChoice & {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly mining: MiningMode;
  /** For a new chain; an existing one keeps the value of its genesis. */
  readonly shards: number;
  /** Funded accounts of a new chain, besides the root. */
  readonly accounts: number;
  /**
   * Which of these two the user has set explicitly: an existing chain that differs causes a
   * warning.
   */
  readonly insisted?: readonly ('shards' | 'accounts')[];
  /** Keeps the chain in a temporary folder that is removed on exit. */
  readonly inMemory: boolean;
  /** Votes for newer versions as the reference does; without it, the chain stays at its version. */
  readonly upgrades?: UpgradeVotes | undefined;
  /** Flushes each block to the disk before it is acknowledged. */
  readonly durable: boolean;
  /** Removes the chain in the home folder first. */
  readonly reset: boolean;
  /** Allows control of the chain: by callers on this machine, or by those with the token. */
  readonly controls: boolean;
  /** A folder with debug information of contracts, for the stacks of failed calls. */
  readonly debugInfo?: string | undefined;
  /** Prints the keys of the funded accounts at the start. */
  readonly showKeys?: boolean | undefined;
  /** Prints the gas that contracts have burnt when the node stops. */
  readonly gasReport: boolean;
  /** Required from callers on other machines, and from anyone who controls the chain. */
  readonly token?: string | undefined;
  /** Limits that override config.json and the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** Memory for all caches of a process, in bytes; by default each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  /**
   * How long a read at `final` waits for blocks that are becoming final; without it, or with 0, it
   * does not wait.
   */
  readonly finalWaitMs?: number | undefined;
  /** Additional processes that serve requests. */
  readonly workers?: number | undefined;
  /** A file to load the state from at startup, and one to write it to on exit. */
  readonly loadState?: string | undefined;
  readonly dumpState?: string | undefined;
  /** Starts a new chain at a block of another network. */
  readonly fork?: ForkRequest | undefined;
  /** Of a new chain; an existing one keeps its own. */
  readonly chainId?: string | undefined;
  /** Further accounts whose keys are public. */
  readonly knownKeys?: readonly KeyFile[] | undefined;
  readonly sponsors?: Sponsors | undefined;
  /** A shared cluster that receives every block, in the form that cluster/cassandra.ts parses. */
  readonly cluster?: string | undefined;
  /** Wait until the current writer of the cluster is gone, then continue its chain. */
  readonly standby?: boolean | undefined;
  readonly home: string;
  readonly logLevel: LogLevel;
};

export type FollowOptions = {
  /** The source of blocks: neardata:URL, lake:DIR or lake:s3://BUCKET. */
  readonly from: string;
  /** Where to start, if not at genesis: a file, or the URL of an RPC service. */
  readonly checkpoint?: string | undefined;
  /** The height of the first block, if the checkpoint comes from a service. */
  readonly start?: number | undefined;
  /** The genesis of the chain, with its records. */
  readonly genesis?: string | undefined;
  /** The dialect of the chain; that of the release unless the store has another. */
  readonly dialect?: Dialect | undefined;
  /** A dump of the state after the first block. */
  readonly stateFrom?: string | undefined;
  /** The node to which transactions are forwarded. */
  readonly upstream?: UpstreamAddress | undefined;
  /** A shared cluster that receives every block, in the form that cluster/cassandra.ts parses. */
  readonly cluster?: string | undefined;
  /** Accepts blocks without approvals of two thirds, as development tools produce them. */
  readonly allowUnapproved: boolean;
  /** Refuses requests whose responses would contain data that nothing on the chain commits to. */
  readonly verifiedOnly: boolean;
  /** Executes the blocks and compares all results. */
  readonly execute: boolean;
  /** A folder with contracts that do not appear in any block, for blocks that are executed. */
  readonly code?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly token?: string | undefined;
  readonly limits?: GivenLimits | undefined;
  /** Memory for all caches of the process, in bytes; by default each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  readonly home: string;
  readonly logLevel: LogLevel;
};

/** Finality is milliseconds away on a local chain, unless the machine is very busy. */
export const FINAL_WAIT_MS = 2_000;

/** The bounds of the numbers above. */
export const OPTION_BOUNDS = {
  port: { min: 0, max: 65_535 },
  protocol: { min: 1, max: 10_000 },
  shards: { min: 1, max: 64 },
  accounts: { min: 0, max: 1_000 },
  cacheMib: { min: 16, max: 1_048_576 },
  workers: { min: 0, max: 64 },
  finalWaitMs: { min: 0, max: 60_000 },
  height: { min: 0, max: Number.MAX_SAFE_INTEGER },
} as const;
