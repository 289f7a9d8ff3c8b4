// Numbers of the protocol that the reference has in its code, not among its parameters.
// They are the same for every protocol version that Perigee executes.

/** An account of at most this storage needs no balance. */
export const ZERO_BALANCE_ACCOUNT_STORAGE_LIMIT = 770;

/** An account with more storage, its contract not counted, cannot be deleted. */
export const MAX_ACCOUNT_DELETION_STORAGE_USAGE = 10_000;

/** Gas keys with a higher balance cannot be deleted: their balance would be burnt. */
export const GAS_KEY_MAX_BALANCE_TO_BURN = 1_000_000_000_000_000_000_000_000n;

export const MAX_NONCES_FOR_GAS_KEY = 1_024;

/** A key made at a height starts at `(height - 1) * this`; a nonce stays below `height * this`. */
export const ACCESS_KEY_NONCE_RANGE_MULTIPLIER = 1_000_000n;

/** Bytes of a gas-key nonce in the state. */
export const NONCE_VALUE_BYTES = 8;

/** A storage read of more bytes is a large read, with a cost of its own. */
export const INLINE_DISK_VALUE_THRESHOLD = 4_000;

/** Bytes that the removal of a contract's record adds to the size of the state proof. */
export const KEY_REMOVAL_PROOF_CHARGE = 2_000;

/** Buffered receipts are grouped up to this many bytes; the gas of a group is not bounded. */
export const RECEIPT_GROUP_SIZE_UPPER_BOUND = 100_000;

/** Steps of a bandwidth request. */
export const BANDWIDTH_REQUEST_VALUES_COUNT = 40;

/** Blocks that a transaction waits for the strict nonce before its own, unless configured. */
export const STRICT_NONCE_TTL_BLOCKS = 64;

/** The gas price never exceeds this many times the minimal one. */
export const MAX_GAS_PRICE_MULTIPLIER = 20n;
