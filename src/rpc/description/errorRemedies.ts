// What a caller can do about each error, by its name. A test compares the names with the errors
// that exist.

const NEVER =
  'This node never gives it; the interface has it for other nodes. Treat it like an ' +
  'internal error.';
const CHECK_BLOCK =
  'Check the height or hash. A height may have been skipped, a block may not exist yet, or the ' +
  'node may no longer keep it: ask again later, use `finality` instead, or ask a node that keeps ' +
  'all blocks.';
const WAIT = 'Wait for a few blocks and send the request again.';
const OTHER_NODE = 'Ask a node that keeps this data.';

export const ERROR_REMEDIES: Readonly<Record<string, string>> = {
  METHOD_NOT_FOUND:
    'Check the spelling; names are case-sensitive. Only a node of a local chain that allows it ' +
    'has controls, and batches contain only methods that read.',
  PARSE_ERROR:
    'Correct the request: `info.error_message` names the key and what was expected there. The ' +
    "method's page shows its params.",
  UNAUTHORIZED: 'Send the header `Authorization: Bearer TOKEN` with the token of the node.',
  FORBIDDEN:
    'Call controls from a program on the same machine that runs as the same user, or start the ' +
    'node with `--token` and send the token.',
  TOO_MANY_REQUESTS:
    'Send fewer requests per second; each entry of a batch counts. The operator can raise ' +
    '`--rate` and `--rate-burst`.',
  NOT_VERIFIED:
    'Follow the chain with `--execute`, which verifies everything, or start the node without ' +
    '`--verified-only`; then the header `perigee-unverified` names what is not verified.',
  INTERNAL_ERROR:
    'Read `info.error_message`. If it names a limit, ask for less or later; otherwise the log of ' +
    'the node has the details.',
  INVALID_TRANSACTION:
    'Read `data`, which has the reason as `TxExecutionError`. For an invalid nonce, read that of ' +
    'the access key again and sign a new transaction; an expired one needs a newer block hash.',
  DOES_NOT_TRACK_SHARD: NEVER,
  REQUEST_ROUTED: NEVER,
  UNKNOWN_TRANSACTION:
    'Check the hash and the sender. A transaction that was just sent is unknown until a block ' +
    'contains it: wait with `wait_until`, or send it again, which is safe.',
  TRACE_UNAVAILABLE: 'Ask an archival node: the message says which block cannot be executed again.',
  SIMULATION_REFUSED:
    'Read `info`: correct the override that it names, begin with a newer block, or simulate less ' +
    'at once.',
  TRACE_DIFFERS:
    'Trace the transaction with the version of the program that made its blocks, and report it: ' +
    'the log of the node has the receipt.',
  TIMEOUT_ERROR:
    'Ask again with the same params: the transaction may still be executed. `info` says how far ' +
    'it got. If it was never observed, send it again, which is safe.',
  UNKNOWN_RECEIPT:
    'Check the id. A receipt is unknown until the block that creates it exists, and after the ' +
    'node has removed that block.',
  DEPTH_EXCEEDED: 'Follow the receipts yourself, from outcome to outcome, with `tx_status`.',
  UNSUPPORTED:
    'Set the options that the message names in config.json, or ask a node that has them.',
  OUTCOMES_NOT_STORED: NEVER,
  WINDOW_TOO_LARGE: 'Use a window of at most `info.maximum` blocks.',
  MALFORMED_HINT: 'Add `block_height`, or leave out the hint: this node does not need it.',
  BUDGET_EXCEEDED: NEVER,
  UNKNOWN_BLOCK: CHECK_BLOCK,
  NOT_SYNCED_YET: WAIT,
  INVALID_SHARD_ID:
    'Use a shard of the block: the `shard_id` of each chunk in `block`. Shards change when the ' +
    'chain splits one.',
  UNKNOWN_CHUNK: 'Take the hash from `chunks` of `block`, or name the chunk by block and shard.',
  SHARD_NOT_APPLIED: NEVER,
  BUSY: 'Send the request again: a place becomes free when another response is complete.',
  DATA_UNAVAILABLE: CHECK_BLOCK,
  INCOMPLETE_DATA: OTHER_NODE,
  LIMIT_EXCEEDED: 'Read the parts separately: `block`, `chunk`, `changes` and `tx_status`.',
  INVALID_ACCOUNT:
    'Correct the account id: 2 to 64 characters, lower-case letters and digits, separated by ' +
    'single `.`, `-` or `_`.',
  UNKNOWN_ACCOUNT:
    'Check the account id and the block: the account may not exist yet, or may have been deleted.',
  NO_CONTRACT_CODE: 'Deploy a contract first, or check the account id.',
  TOO_LARGE_CONTRACT_STATE:
    'Read the state in pages, with `limit` and `after_key_base64`, or with a longer prefix.',
  UNKNOWN_ACCESS_KEY: 'Check the key; `view_access_key_list` lists those of the account.',
  UNKNOWN_GAS_KEY: 'Check the key; `view_access_key_list` lists those of the account.',
  NO_SYNCED_BLOCKS: WAIT,
  UNAVAILABLE_SHARD: OTHER_NODE,
  GARBAGE_COLLECTED_BLOCK: 'Ask about a newer block, or ask a node that keeps all states.',
  TOO_MANY_ACCESS_KEYS:
    'Read single keys with `view_access_key`. The operator can raise `view_access_keys_limit`.',
  NO_GLOBAL_CONTRACT_CODE: 'Check the hash or the account that deployed the global contract.',
  CONTRACT_EXECUTION_ERROR:
    'Read `info.vm_error`: the contract panicked, lacks the method, or did what a view may not do.',
  UNKNOWN_EPOCH:
    'Check the epoch id, which must be that of a finished epoch; for the current one use `latest`.',
  VALIDATOR_INFO_UNAVAILABLE:
    'Name the last block of an epoch, or use `latest` or an `epoch_id` instead.',
  EPOCH_OUT_OF_BOUNDS: OTHER_NODE,
  INCONSISTENT_STATE: 'The store may be damaged: run `perigee verify`.',
  NOT_CONFIRMED: WAIT,
  UNKNOWN_TRANSACTION_OR_RECEIPT:
    'Check the id and the account. There is an outcome when the transaction or receipt has been ' +
    'executed.',
  SHARD_NOT_TRACKED: NEVER,
  TARGET_SHARD_MISMATCH: NEVER,
  STATE_NOT_AVAILABLE: NEVER,
  CHUNK_NOT_CERTIFIED: 'Use `light_client_proof`, which needs no certificates.',
  LIGHT_CLIENT_HEAD_TOO_OLD: NEVER,
  NODE_IS_SYNCING: 'Wait until the node has caught up with its network.',
  NO_NEW_BLOCKS:
    'Look at the log of the node: a chain that produces blocks by itself has stopped doing so.',
  CHAIN_HALTED:
    'Read `info`: [the table of codes](../errors.md) says what to do about `info.code`. A disk ' +
    'that is full is tried again; anything else needs `perigee_revert_to`.',
  CONTROL_REFUSED:
    'Read `info`: [the table of codes](../errors.md) says what to do about `info.code`.',
  NO_ROWS: 'Ask a node that has a store, not a front end.',
};
