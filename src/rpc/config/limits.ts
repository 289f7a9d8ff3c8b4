// THE table of limits: how much of the node's resources clients can use. Options, documentation and
// enforcement are all derived from it. Some limits also have a key in config.json; an option then
// overrides the file, and `client_config` returns the limit in effect.

import { PerigeeError } from '../../base/errors.ts';
import { NS_PER_MS } from '../../base/units.ts';
import type { ConfigFile } from './configFile.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

interface LimitDefinition {
  /** The name of the option. */
  readonly flag: string;
  /** The placeholder of the option's value, which shows the unit. */
  readonly value: 'N' | 'BYTES' | 'MS' | 'GAS';
  /** The default; null for the protocol's value. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  readonly description: string;
  /** Its place in config.json. */
  readonly config?: ConfigPlace;
}

interface ConfigPlace {
  readonly key: string;
  read(file: ConfigFile): number | null;
  write(file: ConfigFile, value: number): ConfigFile;
}

function define<const D extends LimitDefinition>(definition: D): D {
  return definition;
}

/** Changes the section `rpc` of a file; without that section there is no service to limit. */
function inRpc(
  file: ConfigFile,
  change: (rpc: NonNullable<ConfigFile['rpc']>) => NonNullable<ConfigFile['rpc']>,
): ConfigFile {
  return file.rpc === null ? file : { ...file, rpc: change(file.rpc) };
}

const BODY_BYTES = 10 * MIB;
const POLLING_MS = 10_000;
/** A pool without a limit in config.json is still bounded, so that it cannot exhaust memory. */
export const POOL_BYTES_UNLIMITED = 1_000_000_000;
const ACCESS_KEYS = 100;
const INDEXER_REQUESTS = 4;
/** The section `rpc` of nodes that serve indexers by default, unlike those of the reference. */
export const INDEXER_SERVED = {
  enable_indexer_rpc: true,
  indexer_max_concurrent_requests: INDEXER_REQUESTS,
};

export const LIMITS = {
  bodyBytesMax: define({
    flag: 'max-body',
    value: 'BYTES',
    default: BODY_BYTES,
    min: KIB,
    max: 256 * MIB,
    description: 'the maximum size of a request body',
    config: {
      key: 'rpc.limits_config.json_payload_max_size',
      read: ({ rpc }) => rpc?.limitsConfig.jsonPayloadMaxSize ?? BODY_BYTES,
      write: (file, jsonPayloadMaxSize) =>
        inRpc(file, (rpc) => ({ ...rpc, limitsConfig: { jsonPayloadMaxSize } })),
    },
  }),
  requestValuesMax: define({
    flag: 'max-values',
    value: 'N',
    // A body that is not scanned first cannot have more.
    default: 50_000,
    min: 33_000,
    max: 10_000_000,
    description: 'the maximum number of JSON values in a request or batch, except for controls',
  }),
  batchEntriesMax: define({
    flag: 'max-batch',
    value: 'N',
    default: 100,
    min: 1,
    max: 10_000,
    description: 'the maximum number of entries in a batch',
  }),
  batchConcurrencyMax: define({
    flag: 'max-batch-parallel',
    value: 'N',
    default: 16,
    min: 1,
    max: 1_000,
    description: 'how many entries of a batch are processed concurrently',
  }),
  batchAnswerBytesMax: define({
    flag: 'max-batch-answer',
    value: 'BYTES',
    default: 10 * MIB,
    min: KIB,
    max: 256 * MIB,
    description: 'the maximum size of the response to a batch',
  }),
  answerBytesMax: define({
    flag: 'max-answer',
    value: 'BYTES',
    default: 64 * MIB,
    min: KIB,
    max: 256 * MIB,
    description: 'the maximum size of the response to a request, except for controls',
  }),
  unsentBytesMax: define({
    flag: 'max-unsent',
    value: 'BYTES',
    default: 256 * MIB,
    min: KIB,
    max: 1024 * MIB * 1024,
    description:
      'the total size of responses that clients have not read yet; above it the connections that ' +
      'have held one for longest are closed',
  }),
  bodiesBytesMax: define({
    flag: 'max-bodies',
    value: 'BYTES',
    default: 256 * MIB,
    min: KIB,
    max: 1024 * MIB * 1024,
    description: 'the total size of requests above 64 KiB that are received or processed',
  }),
  connectionsMax: define({
    flag: 'max-connections',
    value: 'N',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'the maximum number of open connections; further ones are closed on arrival',
  }),
  headersTimeoutMs: define({
    flag: 'headers-timeout',
    value: 'MS',
    default: 10_000,
    min: 100,
    max: 600_000,
    description: 'how long a client may take to send the head of a request',
  }),
  requestTimeoutMs: define({
    flag: 'request-timeout',
    value: 'MS',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    description: 'how long a client may take to send a complete request',
  }),
  idleTimeoutMs: define({
    flag: 'idle-timeout',
    value: 'MS',
    default: 75_000,
    min: 100,
    max: 3_600_000,
    description: 'how long an idle connection is kept open',
  }),
  drainTimeoutMs: define({
    flag: 'drain-timeout',
    value: 'MS',
    default: 5_000,
    min: 0,
    max: 600_000,
    description: 'how long pending requests may still take when the node stops',
  }),
  requestsPerSecond: define({
    flag: 'rate',
    value: 'N',
    default: 1_000,
    min: 0,
    max: 1_000_000,
    description:
      'how many requests per second one address may send; each entry of a batch counts, clients ' +
      'on this machine are not limited, and 0 disables the limit',
  }),
  requestsBurst: define({
    flag: 'rate-burst',
    value: 'N',
    default: 5_000,
    min: 1,
    max: 10_000_000,
    description: 'how many requests an idle address may send in a burst',
  }),
  waitsMax: define({
    flag: 'max-waits',
    value: 'N',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'how many requests may wait for transactions at the same time',
  }),
  pollingTimeoutMs: define({
    flag: 'wait-timeout',
    value: 'MS',
    default: POLLING_MS,
    min: 1,
    max: 600_000,
    description: 'how long a request waits for a transaction',
    config: {
      key: 'rpc.polling_config.polling_timeout',
      read: ({ rpc }) =>
        rpc === null ? POLLING_MS : Number(rpc.pollingConfig.pollingTimeout / NS_PER_MS),
      write: (file, ms) =>
        inRpc(file, (rpc) => ({
          ...rpc,
          pollingConfig: { pollingTimeout: BigInt(ms) * NS_PER_MS },
        })),
    },
  }),
  poolBytesMax: define({
    flag: 'max-pool',
    value: 'BYTES',
    default: 100_000_000,
    min: KIB,
    max: POOL_BYTES_UNLIMITED,
    description: 'the total size of the mempool; transactions of one account may take half of it',
    config: {
      key: 'transaction_pool_size_limit',
      read: (file) => file.transactionPoolSizeLimit ?? POOL_BYTES_UNLIMITED,
      write: (file, transactionPoolSizeLimit) => ({ ...file, transactionPoolSizeLimit }),
    },
  }),
  poolAccountMax: define({
    flag: 'max-pool-account',
    value: 'N',
    default: 20_000,
    min: 1,
    max: 1_000_000,
    description: 'how many transactions of one account may be in the mempool',
  }),
  viewGasMax: define({
    flag: 'max-view-gas',
    value: 'GAS',
    default: null,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: "the gas limit of a view call; the protocol's limit by default",
    config: {
      key: 'max_gas_burnt_view',
      read: ({ maxGasBurntView }) => (maxGasBurntView === null ? null : Number(maxGasBurntView)),
      write: (file, gas) => ({ ...file, maxGasBurntView: BigInt(gas) }),
    },
  }),
  viewTimeoutMs: define({
    flag: 'view-timeout',
    value: 'MS',
    default: 10_000,
    min: 1,
    max: 600_000,
    description: 'the time limit of a view call, a trace or a simulation',
  }),
  viewWaitTimeoutMs: define({
    flag: 'view-wait-timeout',
    value: 'MS',
    default: 30_000,
    min: 1,
    max: 600_000,
    description: 'how long a view call, trace or simulation may wait for a thread',
  }),
  viewsWaitingMax: define({
    flag: 'max-views',
    value: 'N',
    default: 1_000,
    min: 2,
    max: 1_000_000,
    description: 'how many view calls may wait for a thread',
  }),
  stateBytesMax: define({
    flag: 'max-state',
    value: 'BYTES',
    default: 50_000,
    min: 0,
    max: 256 * MIB,
    description: 'the largest state that view_state returns without pagination',
    config: {
      key: 'trie_viewer_state_size_limit',
      read: (file) => file.trieViewerStateSizeLimit,
      write: (file, trieViewerStateSizeLimit) => ({ ...file, trieViewerStateSizeLimit }),
    },
  }),
  statePageItemsMax: define({
    flag: 'max-state-page',
    value: 'N',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'the maximum number of values on a page of view_state',
  }),
  statePageBytesMax: define({
    flag: 'max-state-page-bytes',
    value: 'BYTES',
    default: 50_000,
    min: 1,
    max: 256 * MIB,
    description: 'a page of view_state ends with the value that reaches this size',
  }),
  indexerRequestsMax: define({
    flag: 'max-indexer-requests',
    value: 'N',
    default: 0,
    min: 0,
    max: 1_000,
    description:
      'how many responses of EXPERIMENTAL_indexer_block are assembled concurrently, or 0 to ' +
      `disable the method; start sets ${INDEXER_REQUESTS} for a new chain, and a follower has ` +
      `${INDEXER_REQUESTS}`,
    config: {
      key: 'rpc.indexer_max_concurrent_requests` and `rpc.enable_indexer_rpc',
      read: ({ rpc }) => (rpc?.enableIndexerRpc ? rpc.indexerMaxConcurrentRequests : 0),
      write: (file, places) =>
        inRpc(file, (rpc) => ({
          ...rpc,
          enableIndexerRpc: places > 0,
          indexerMaxConcurrentRequests: places,
        })),
    },
  }),
  accessKeysMax: define({
    flag: 'max-keys',
    value: 'N',
    default: ACCESS_KEYS,
    min: 1,
    max: 1_000_000,
    description: 'the maximum number of access keys in one list',
    config: {
      key: 'view_access_keys_limit',
      read: (file) => file.viewAccessKeysLimit ?? ACCESS_KEYS,
      write: (file, viewAccessKeysLimit) => ({ ...file, viewAccessKeysLimit }),
    },
  }),
} as const satisfies Readonly<Record<string, LimitDefinition>>;

export type LimitName = keyof typeof LIMITS;

/** Limits that may be null: the protocol's limit, or none. */
type Open = 'viewGasMax' | 'stateBytesMax';

export type Limits = {
  readonly [N in LimitName]: N extends Open ? number | null : number;
};

/** As given on the command line or by an embedding program. */
export type GivenLimits = { readonly [N in LimitName]?: number | undefined };

export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

export function limitDefinition(name: LimitName): LimitDefinition {
  return LIMITS[name];
}

class LimitError extends PerigeeError<{ readonly code: 'limit' }> {
  constructor(name: LimitName, value: number) {
    const { min, max } = LIMITS[name];
    const text = `the limit ${name} is a whole number from ${min} to ${max}, not ${value}`;
    super({ code: 'limit' }, text);
  }
}

/**
 * The file with the given limits written into it, so that every reader sees the values in effect.
 * The bounds of a limit apply to given values only; a file may contain any value that the reference
 * accepts.
 */
export function applyLimits(file: ConfigFile, given: GivenLimits): ConfigFile {
  for (const name of LIMIT_NAMES) verifyLimit(name, given[name]);
  return LIMIT_NAMES.reduce((changed, name) => {
    const value = given[name];
    const place = limitDefinition(name).config;
    return value === undefined || place === undefined ? changed : place.write(changed, value);
  }, file);
}

function verifyLimit(name: LimitName, value: number | undefined): void {
  const { min, max } = limitDefinition(name);
  const isRight = value === undefined || (Number.isInteger(value) && value >= min && value <= max);
  if (!isRight) throw new LimitError(name, value);
}

/** The limits in effect: as given, else from the file, else the defaults. */
export function resolveLimits(file: ConfigFile, given: GivenLimits = {}): Limits {
  const entries = LIMIT_NAMES.map((name) => {
    const { config, default: usual } = limitDefinition(name);
    return [name, given[name] ?? (config === undefined ? usual : config.read(file))];
  });
  return Object.fromEntries(entries) as Limits;
}
