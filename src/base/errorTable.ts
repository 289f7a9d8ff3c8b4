// Every code of `PerigeeError`, by the part of the program that it comes from. A code outside this
// table does not compile. docs/reference/errors.md is made from it.

import {
  CORRECT_INPUT,
  type ErrorDefinition,
  REPORT,
  RESTORE,
  TRY_AGAIN,
} from './errorDefinition.ts';
import { NETWORK_ERRORS } from './networkErrors.ts';

const AREAS = {
  'Command line, options and library': {
    usage: {
      meaning: 'The command line has an unknown command, option or value.',
      remedy: 'See `perigee <command> --help`.',
    },
    command_failed: {
      meaning: 'A command with a running node has failed; the message says why.',
      remedy: 'Do what the message says.',
    },
    argument: { meaning: 'An argument of the library is not valid.', remedy: CORRECT_INPUT },
    rpc: {
      meaning: 'A method called through the library has failed; `info.error` has the response.',
      remedy: 'Read `info.error` as you would read an RPC error.',
    },
    unreachable: {
      meaning: 'The client did not reach the node, or the connection broke.',
      remedy: 'Check the address and the network. What is safe to repeat has been repeated.',
    },
    request_timeout: {
      meaning: 'The node did not respond to the client in time.',
      remedy: 'Use a larger `timeoutMs`, or a node that is less busy.',
    },
    http_status: {
      meaning: 'The client received an HTTP error without JSON-RPC; `info.status` has its status.',
      remedy: 'Check the address and the token, and the proxy in front of the node.',
    },
    invalid_response: {
      meaning: 'The client received something other than JSON-RPC, or more than it reads.',
      remedy: 'Check the address, or use a larger `responseBytesMax`.',
    },
    call_failed: {
      meaning: 'A transaction of the test kit was executed and failed; `info` has its outcome.',
      remedy: 'Read the message, which has the reason, the stack of the contract and its logs.',
    },
    sql: {
      meaning: 'A file of tables cannot be opened or written, or a statement of SQL has failed.',
      remedy: 'Do what the message says.',
    },
    project_config: {
      meaning: '`perigee.config.ts`, or what takes its place, cannot be read or is not valid.',
      remedy: CORRECT_INPUT,
    },
    limit: { meaning: 'A limit is outside its bounds.', remedy: CORRECT_INPUT },
    cache_size: {
      meaning: '`--cache-size` is too small for the caches of the threads.',
      remedy: 'Use at least the size that the message names.',
    },
    cannot_listen: {
      meaning: 'The address of the RPC server cannot be opened.',
      remedy: 'Choose another port or address, or stop the program that uses it.',
    },
    optional_module_missing: {
      meaning: 'A package that only some features need is not installed.',
      remedy: 'Install the package that the message names.',
    },
    internal: { meaning: 'A fault of this program.', remedy: REPORT },
  },
  'Home folder and genesis': {
    home: {
      meaning: 'The home folder, or a file in it, cannot be read, written or locked.',
      remedy: 'Correct the file that the message names, or choose another `--home`.',
    },
    state_file: {
      meaning: 'A dumped state cannot be read from its file or written to it.',
      remedy: 'Check the path and its permissions.',
    },
    unusable_genesis: {
      meaning: 'The genesis asks for something that this program cannot do.',
      remedy: 'Change the genesis; for `follow`, begin from a later block with `--checkpoint`.',
    },
    genesis_validators: {
      meaning: 'The genesis has too few validators for its shards.',
      remedy: 'Add validators to genesis.json, or use fewer shards.',
    },
    epoch_config: {
      meaning: 'The epoch configurations of the chain cannot be used.',
      remedy: 'Correct the files in `epoch_configs` of the home folder.',
    },
    unknown_epoch_config: {
      meaning: 'The epoch configuration of a public network is not known here.',
      remedy: 'Use another `chain_id`, or follow the network from a checkpoint.',
    },
    shard_layout: {
      meaning: 'A shard cannot be split as requested.',
      remedy: 'Correct the shard layouts of the genesis and of the epoch configurations.',
    },
    unknown_protocol_version: {
      meaning: 'A chain has a protocol version that this program does not know.',
      remedy: 'Use a newer version of Perigee; `perigee --version` shows the versions it runs.',
    },
    lost_rules: {
      meaning: 'The store has lost the rows that say which protocol its chain follows.',
      remedy: 'Run `perigee verify --restore-from itself`.',
    },
    other_dialect: {
      meaning: 'The chain has another dialect than the one that was asked for.',
      remedy: 'Leave out `--dialect`, or begin a new chain with `--reset`.',
    },
    foreign_store: {
      meaning: 'The stored chain was made from another genesis.json.',
      remedy: 'Put that file back, or begin a new chain with `--reset`.',
    },
  },
  Store: {
    store_missing: {
      meaning: 'There is no store to read yet.',
      remedy: 'Start a node in this folder first, or check the path.',
    },
    store_foreign: {
      meaning: 'Something other than a store of Perigee is in its place.',
      remedy: 'Choose another folder.',
    },
    store_version: {
      meaning: 'Another version of Perigee wrote the store.',
      remedy: 'Use that version, or begin a new chain with `--reset`.',
    },
    store_lost: {
      meaning: 'The file of the store is empty or gone.',
      remedy: 'Put a backup back, copy the chain from a cluster, or use `--reset`.',
    },
    store_unreadable: {
      meaning: 'The operating system refuses to read the store.',
      remedy: 'Check permissions, and the disk.',
    },
    store_damaged: {
      meaning: 'The file of the store was cut, or pages of it have changed.',
      remedy: RESTORE,
      wireName: 'storeDamaged',
    },
    store_full: {
      meaning: 'The operating system refuses to write the store; the disk may be full.',
      remedy: 'Make room. A running node tries again by itself, and nothing confirmed is lost.',
      wireName: 'storeFull',
    },
    store_unclean: {
      meaning: 'The machine stopped while the store was written.',
      remedy: 'Start the node, which repairs it; then read it.',
    },
    row_damaged: {
      meaning: 'The checksum or the place of a row is wrong.',
      remedy: RESTORE,
      wireName: 'rowDamaged',
    },
    row_missing: {
      meaning: 'A row that others refer to is missing.',
      remedy: RESTORE,
      wireName: 'rowMissing',
    },
    trie_node: { meaning: 'The bytes of a trie node are malformed.', remedy: RESTORE },
    unknown_ancestors: {
      meaning: 'The node lacks earlier blocks, and cannot prove what follows from them.',
      remedy: 'Ask a node that has the whole chain.',
    },
  },
  'Chain and controls': {
    chain_halted: {
      meaning: 'The chain cannot make its next block; `perigee_controls` says why.',
      remedy: 'See [a chain that has halted](../operations/README.md#a-chain-that-has-halted).',
    },
    chain_failed: {
      meaning: 'The thread of the chain has ended.',
      remedy: 'Read the log, and start the node again.',
    },
    unusable_head: {
      meaning: 'The newest block cannot be read, or its rows do not fit together.',
      remedy: 'Run `perigee verify`, or take blocks back with `perigee_revert_to`.',
    },
    inconsistent_state: {
      meaning: 'Rows of the state contradict each other, after an edit by hand or damage.',
      remedy: 'Take back the blocks since then with `perigee_revert_to`.',
    },
    no_producer: {
      meaning: 'The next blocks belong to validators whose keys this node does not have.',
      remedy: 'Take back the block that staked.',
    },
    pool_full: { meaning: 'The mempool is full.', remedy: TRY_AGAIN },
    controls_busy: { meaning: 'Too many controls wait for the chain.', remedy: TRY_AGAIN },
    shared_chain: {
      meaning: 'Blocks that are on a shared cluster cannot be reverted.',
      remedy: 'Start the node without `--cluster`.',
    },
    cannot_take_back: {
      meaning: 'The blocks above a height cannot be reverted.',
      remedy: 'Choose a height that the node still keeps.',
    },
    too_many_snapshots: {
      meaning: 'There are as many snapshots as there may be.',
      remedy: 'Revert to one of them: that removes the later ones.',
    },
    unknown_snapshot: {
      meaning: 'There is no snapshot with this id.',
      remedy: 'Use an id that `perigee_controls` lists.',
    },
    epoch_too_short: {
      meaning: 'An epoch is too short for the chain to be moved ahead.',
      remedy: 'Use a longer `epoch_length` in genesis.json.',
    },
    cannot_upgrade: {
      meaning: 'The chain cannot be brought to the protocol version.',
      remedy: 'Use a version from the current one on; a new chain may begin with a lower one.',
    },
    upgrade_schedule: {
      meaning: 'The schedule of upgrades in the environment is not valid.',
      remedy: CORRECT_INPUT,
    },
    time: { meaning: 'A text is not an RFC 3339 time.', remedy: CORRECT_INPUT },
    time_passed: { meaning: 'A block has that time, or a later one.', remedy: 'Use a later time.' },
    too_far: { meaning: 'A height or time is beyond its range.', remedy: CORRECT_INPUT },
    never_settles: {
      meaning: 'Receipts cause further receipts without an end.',
      remedy: 'Find the contract that calls itself; make blocks one by one.',
    },
    stopping: { meaning: 'The node is stopping.', remedy: 'Start it again.' },
    patch_fault: { meaning: 'A patch does not fit the state.', remedy: CORRECT_INPUT },
    unusable_dump: { meaning: 'A dumped state cannot be loaded.', remedy: CORRECT_INPUT },
    state_record: { meaning: 'A record is not valid, or not allowed.', remedy: CORRECT_INPUT },
  },
  'RPC and views': {
    params: { meaning: 'The params of a request are not valid.', remedy: CORRECT_INPUT },
    event_query: { meaning: 'The query of an event stream is not valid.', remedy: CORRECT_INPUT },
    too_many_waits: { meaning: 'Too many requests are waiting for blocks.', remedy: TRY_AGAIN },
    bodies_busy: { meaning: 'Too many large requests are being read.', remedy: TRY_AGAIN },
    answer_too_long: {
      meaning: 'The response is longer than it may be.',
      remedy: 'Ask for less, or start the node with a larger `--max-answer`.',
    },
    upstream_answer: {
      meaning: 'The node that requests are passed on to has sent something that is not a response.',
      remedy: 'Check the address of that node, and its log.',
    },
    view_busy: { meaning: 'Too many view calls are waiting.', remedy: TRY_AGAIN },
    view_timeout: {
      meaning: 'A view call took too long and was stopped.',
      remedy: 'Make the call cheaper, or start the node with a larger `--view-timeout`.',
    },
    view_failed: { meaning: 'The thread that ran a view call has failed.', remedy: REPORT },
    view_closed: { meaning: 'The node is stopping.', remedy: 'Start it again.' },
    trace_unavailable: {
      meaning: 'A transaction cannot be traced, because something that it needs was pruned.',
      remedy: 'Ask an archival node, or keep more epochs.',
    },
    trace_differs: {
      meaning: 'Executing a receipt again gave another outcome than the chain has.',
      remedy: REPORT,
    },
    simulation_refused: {
      meaning: 'A simulation is not possible as it was requested.',
      remedy: CORRECT_INPUT,
    },
    overlay_full: {
      meaning: 'A simulation changed more than fits into its memory.',
      remedy: 'Simulate fewer transactions or blocks at once.',
    },
    gas_snapshot: {
      meaning: 'A file is not a gas snapshot.',
      remedy: 'Write it again with `perigee gas-snapshot`.',
    },
    contract_refused: {
      meaning: 'A contract does not fulfil the rules of the protocol.',
      remedy: 'Correct the contract; the receipt has the reason.',
    },
  },
  ...NETWORK_ERRORS,
  'Benchmarks and comparisons': {
    failed_request: { meaning: 'A measured request failed.', remedy: 'Read the log of the node.' },
    node_ended: { meaning: 'The measured program has ended.', remedy: 'Read its output.' },
    no_generator: { meaning: 'The load generator is not installed.', remedy: 'Install `wrk`.' },
    node_unreachable: {
      meaning: 'A node to be measured or compared does not respond.',
      remedy: 'Check its address.',
    },
    requests: { meaning: 'The file of requests cannot be read.', remedy: 'Check its path.' },
  },
  'Text and bytes that cannot be decoded': {
    json: { meaning: 'A text is not JSON, or not of the expected form.', remedy: CORRECT_INPUT },
    borsh: { meaning: 'Bytes are not the expected borsh encoding.', remedy: CORRECT_INPUT },
    base58: { meaning: 'A text is not base58.', remedy: CORRECT_INPUT },
    base64: { meaning: 'A text is not base64.', remedy: CORRECT_INPUT },
    hex: { meaning: 'A text is not hexadecimal.', remedy: CORRECT_INPUT },
    hash: { meaning: 'A text is not a hash in base58.', remedy: CORRECT_INPUT },
    key: { meaning: 'A text or bytes are not a key.', remedy: CORRECT_INPUT },
    signature: { meaning: 'A text or bytes are not a signature.', remedy: CORRECT_INPUT },
    account_id: { meaning: 'A text is not an account ID.', remedy: CORRECT_INPUT },
    trie_key: { meaning: 'Bytes are not a key of the state.', remedy: CORRECT_INPUT },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ErrorDefinition>>>>;

type Areas = typeof AREAS;
export type ErrorCode = { readonly [A in keyof Areas]: keyof Areas[A] }[keyof Areas];

export const ERROR_AREAS: Readonly<Record<string, Readonly<Record<string, ErrorDefinition>>>> =
  AREAS;

/** What a code means, and what to do about it. */
export const ERROR_TABLE = Object.freeze(Object.assign({}, ...Object.values(AREAS))) as Readonly<
  Record<ErrorCode, ErrorDefinition>
>;

/** The code as RPC responses show it. */
export function wireCode(code: ErrorCode): string {
  return ERROR_TABLE[code].wireName ?? code;
}
