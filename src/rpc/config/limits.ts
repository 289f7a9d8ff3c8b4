// THE table of limits: what a client can take of the node. Options, documentation and enforcement
// all come from it. Some limits have a name in config.json; an option then stands above the file,
// and what is shown by `client_config` is what holds.

import { PerigeeError } from '../../base/errors.ts';
import { NS_PER_MS } from '../../base/units.ts';
import type { ConfigFile } from './configFile.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

interface LimitDefinition {
  /** The name of its option. */
  readonly flag: string;
  /** The placeholder of the option's value, which tells the unit. */
  readonly value: 'N' | 'BYTES' | 'MS' | 'GAS';
  /** What holds if nobody says otherwise; null for what the protocol says. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  readonly description: string;
  /** Where config.json has it. */
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

/** Changes the section `rpc` of a file; a file without the section has no service to limit. */
function inRpc(
  file: ConfigFile,
  change: (rpc: NonNullable<ConfigFile['rpc']>) => NonNullable<ConfigFile['rpc']>,
): ConfigFile {
  return file.rpc === null ? file : { ...file, rpc: change(file.rpc) };
}

const BODY_BYTES = 10 * MIB;
const POLLING_MS = 10_000;
/** A pool without a limit in config.json still ends before the memory does. */
const POOL_BYTES_UNLIMITED = 1_000_000_000;
const ACCESS_KEYS = 100;

export const LIMITS = {
  bodyBytesMax: define({
    flag: 'max-body',
    value: 'BYTES',
    default: BODY_BYTES,
    min: KIB,
    max: 256 * MIB,
    description: 'the longest body of a request',
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
    // Of the bodies that are not scanned first, none has more.
    default: 50_000,
    min: 33_000,
    max: 10_000_000,
    description: 'the most JSON values in a request or batch that does not control the chain',
  }),
  batchEntriesMax: define({
    flag: 'max-batch',
    value: 'N',
    default: 100,
    min: 1,
    max: 10_000,
    description: 'the most entries of a batch',
  }),
  batchConcurrencyMax: define({
    flag: 'max-batch-parallel',
    value: 'N',
    default: 16,
    min: 1,
    max: 1_000,
    description: 'how many entries of a batch are answered at once',
  }),
  batchAnswerBytesMax: define({
    flag: 'max-batch-answer',
    value: 'BYTES',
    default: 10 * MIB,
    min: KIB,
    max: 256 * MIB,
    description: 'the longest answer to a batch',
  }),
  answerBytesMax: define({
    flag: 'max-answer',
    value: 'BYTES',
    default: 64 * MIB,
    min: KIB,
    max: 256 * MIB,
    description: 'the longest answer to a request that does not control the chain',
  }),
  unsentBytesMax: define({
    flag: 'max-unsent',
    value: 'BYTES',
    default: 256 * MIB,
    min: KIB,
    max: 1024 * MIB * 1024,
    description:
      'the size of all answers that clients have not taken yet; beyond it the connections that ' +
      'hold one for longest are cut',
  }),
  bodiesBytesMax: define({
    flag: 'max-bodies',
    value: 'BYTES',
    default: 256 * MIB,
    min: KIB,
    max: 1024 * MIB * 1024,
    description: 'the size of all requests of more than 64 KiB that are received or answered',
  }),
  connectionsMax: define({
    flag: 'max-connections',
    value: 'N',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'the most connections at once; further ones are closed as they come',
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
    description: 'how long a client may take to send a whole request',
  }),
  idleTimeoutMs: define({
    flag: 'idle-timeout',
    value: 'MS',
    default: 75_000,
    min: 100,
    max: 3_600_000,
    description: 'how long a connection without requests is kept',
  }),
  drainTimeoutMs: define({
    flag: 'drain-timeout',
    value: 'MS',
    default: 5_000,
    min: 0,
    max: 600_000,
    description: 'how long requests under way may still take when the node stops',
  }),
  requestsPerSecond: define({
    flag: 'rate',
    value: 'N',
    default: 1_000,
    min: 0,
    max: 1_000_000,
    description:
      'how many requests a second one address may send; each entry of a batch counts, this ' +
      'machine is not limited, and 0 limits nobody',
  }),
  requestsBurst: define({
    flag: 'rate-burst',
    value: 'N',
    default: 5_000,
    min: 1,
    max: 10_000_000,
    description: 'how many requests an address that was silent may send at once',
  }),
  waitsMax: define({
    flag: 'max-waits',
    value: 'N',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'how many requests may wait for transactions at once',
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
    description:
      'the size of all transactions that wait for a block; those of one account may take half',
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
    description: 'how many transactions of one account may wait for a block',
  }),
  viewGasMax: define({
    flag: 'max-view-gas',
    value: 'GAS',
    default: null,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'the gas of a view call; without it, what the protocol allows',
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
    description: 'the time of a view call',
  }),
  viewWaitTimeoutMs: define({
    flag: 'view-wait-timeout',
    value: 'MS',
    default: 30_000,
    min: 1,
    max: 600_000,
    description: 'how long a view call may wait for a thread',
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
    description: 'the largest state that view_state shows without pages',
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
    description: 'the most values on a page of view_state',
  }),
  statePageBytesMax: define({
    flag: 'max-state-page-bytes',
    value: 'BYTES',
    default: 50_000,
    min: 1,
    max: 256 * MIB,
    description: 'a page of view_state ends with the value that reaches this size',
  }),
  accessKeysMax: define({
    flag: 'max-keys',
    value: 'N',
    default: ACCESS_KEYS,
    min: 1,
    max: 1_000_000,
    description: 'the most access keys in one list',
    config: {
      key: 'view_access_keys_limit',
      read: (file) => file.viewAccessKeysLimit ?? ACCESS_KEYS,
      write: (file, viewAccessKeysLimit) => ({ ...file, viewAccessKeysLimit }),
    },
  }),
} as const satisfies Readonly<Record<string, LimitDefinition>>;

export type LimitName = keyof typeof LIMITS;

/** Those that may be without a number: the protocol's, or none. */
type Open = 'viewGasMax' | 'stateBytesMax';

export type Limits = {
  readonly [N in LimitName]: N extends Open ? number | null : number;
};

/** What the command line or an embedding program says. */
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
 * The file with the given limits in it, so that everybody who reads it sees what holds. The bounds
 * of a limit are those of what is given; a file may say what it says to the reference.
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

/** What holds: as given, else as in the file, else by default. */
export function resolveLimits(file: ConfigFile, given: GivenLimits = {}): Limits {
  const entries = LIMIT_NAMES.map((name) => {
    const { config, default: usual } = limitDefinition(name);
    return [name, given[name] ?? (config === undefined ? usual : config.read(file))];
  });
  return Object.fromEntries(entries) as Limits;
}
