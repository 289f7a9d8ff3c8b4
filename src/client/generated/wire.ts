// The types of the interface. Made by `npm run docs` from the schemas of all methods.

/** An integer of 64 bits: a bigint if a number cannot hold it without loss. */
export type U64 = number | bigint;

export interface AccessKey {
  /** The nonce of the last transaction signed with the key. */
  nonce: U64;
  permission: AccessKeyPermission;
}

export interface AccessKeyCreationConfigView {
  full_access_cost: Fee;
  function_call_cost: Fee;
  /** For each byte of the method names. */
  function_call_cost_per_byte: Fee;
}

export interface AccessKeyInfoView {
  public_key: PublicKeyHandle;
  access_key: AccessKeyView;
}

export interface AccessKeyInput {
  /** The nonce of the last transaction signed with the key. */
  nonce: U64;
  permission: AccessKeyPermissionInput;
}

export interface AccessKeyList {
  /** The keys, in the order of their bytes. */
  keys: readonly AccessKeyInfoView[];
  /** The last key of this page, if there are more. */
  last_key?: PublicKeyHandle;
}

export type AccessKeyPermission = 'FullAccess' | {
  FunctionCall: FunctionCallPermission;
} | {
  GasKeyFunctionCall: readonly [GasKeyInfo, FunctionCallPermission];
} | {
  GasKeyFullAccess: GasKeyInfo;
};

export type AccessKeyPermissionInput = 'FullAccess' | {
  FunctionCall: FunctionCallPermissionInput;
} | {
  GasKeyFunctionCall: readonly [GasKeyInfo, FunctionCallPermissionInput];
} | {
  GasKeyFullAccess: GasKeyInfo;
};

export type AccessKeyPermissionView = 'FullAccess' | {
  FunctionCall: FunctionCallPermission;
} | {
  GasKeyFunctionCall: {
    /** What the key may still spend on gas; null for no limit. */
    allowance: NearToken | null;
    /** The only account that may be called. */
    receiver_id: string;
    /** The methods that may be called; empty for all. */
    method_names: readonly string[];
    /** What the key can pay for gas with. */
    balance: NearToken;
    /** How many parallel nonces the key has. */
    num_nonces: number;
  };
} | {
  GasKeyFullAccess: GasKeyInfo;
};

export type AccessKeyPermissionViewInput = 'FullAccess' | {
  FunctionCall: FunctionCallPermissionInput;
} | {
  GasKeyFunctionCall: {
    /** What the key may still spend on gas; null for no limit. */
    allowance?: NearToken | null;
    /** The only account that may be called. */
    receiver_id: string;
    /** The methods that may be called; empty for all. */
    method_names: readonly string[];
    /** What the key can pay for gas with. */
    balance: NearToken;
    /** How many parallel nonces the key has. */
    num_nonces: number;
  };
} | {
  GasKeyFullAccess: GasKeyInfo;
};

export interface AccessKeyView {
  /** The nonce of the last transaction signed with the key. */
  nonce: U64;
  /** What the key may be used for. */
  permission: AccessKeyPermissionView;
}

export interface AccessKeyViewInput {
  /** The nonce of the last transaction signed with the key. */
  nonce: U64;
  /** What the key may be used for. */
  permission: AccessKeyPermissionViewInput;
}

export type AccountContractView = {
  local: CryptoHash;
} | {
  global_hash: CryptoHash;
} | {
  global_account_id: AccountId;
};

export interface AccountCreationConfigView {
  min_allowed_top_level_account_length: number;
  /** Creates the top-level accounts that are shorter. */
  registrar_account_id: AccountId;
}

/** A unique, syntactically valid, human-readable account identifier. */
export type AccountId = string;

export type AccountIdValidityRulesVersion = number;

export interface AccountInfo {
  account_id: AccountId;
  amount: NearToken;
  public_key: PublicKey;
}

/** Whether a universal account has its initial state; left out for initialized accounts. */
export type AccountState = 'initialized' | 'uninitialized';

export type AccountVersion = 'V1' | 'V2';

export interface AccountView {
  /** The balance that is not locked. */
  amount: NearToken;
  /** The balance locked for staking. */
  locked: NearToken;
  /** The hash of the account's own code; 32 zero bytes without any. */
  code_hash: CryptoHash;
  /** Bytes that the account stores, its own record included. */
  storage_usage: number;
  /** Always 0, kept for backward compatibility. */
  storage_paid_at: number;
  /** The hash of the global contract that the account uses, if it is named by its hash. */
  global_contract_hash?: CryptoHash;
  /** The account whose global contract the account uses, if it is named by its deployer. */
  global_contract_account_id?: AccountId;
  state?: AccountState;
  /** The nonce of an account that is not initialized yet; only such an account has one. */
  bootstrap_nonce?: U64;
}

export interface AccountWithPublicKey {
  account_id: AccountId;
  public_key: PublicKey;
}

export interface ActionCreationConfigView {
  add_key_cost: AccessKeyCreationConfigView;
  create_account_cost: Fee;
  delegate_cost: Fee;
  delete_account_cost: Fee;
  delete_key_cost: Fee;
  deploy_contract_cost: Fee;
  deploy_contract_cost_per_byte: Fee;
  function_call_cost: Fee;
  function_call_cost_per_byte: Fee;
  stake_cost: Fee;
  transfer_cost: Fee;
}

export interface ActionError {
  /**
   * The place of the action that failed; null when no single action is to blame, as for
   * `LackBalanceForState`.
   */
  index: number | null;
  kind: ActionErrorKind;
}

export type ActionErrorKind = 'DelegateActionInvalidSignature' | 'DelegateActionExpired' | 'MalformedUniversalStateInit' | {
  AccountAlreadyExists: {
    account_id: AccountId;
  };
} | {
  AccountDoesNotExist: {
    account_id: AccountId;
  };
} | {
  CreateAccountOnlyByRegistrar: {
    account_id: AccountId;
    registrar_account_id: AccountId;
    predecessor_id: AccountId;
  };
} | {
  CreateAccountNotAllowed: {
    account_id: AccountId;
    predecessor_id: AccountId;
  };
} | {
  ActorNoPermission: {
    account_id: AccountId;
    actor_id: AccountId;
  };
} | {
  DeleteKeyDoesNotExist: {
    account_id: AccountId;
    public_key: PublicKey;
  };
} | {
  AddKeyAlreadyExists: {
    account_id: AccountId;
    public_key: PublicKey;
  };
} | {
  DeleteAccountStaking: {
    account_id: AccountId;
  };
} | {
  LackBalanceForState: {
    account_id: AccountId;
    amount: NearToken;
  };
} | {
  TriesToUnstake: {
    account_id: AccountId;
  };
} | {
  TriesToStake: {
    account_id: AccountId;
    stake: NearToken;
    locked: NearToken;
    balance: NearToken;
  };
} | {
  InsufficientStake: {
    account_id: AccountId;
    stake: NearToken;
    minimum_stake: NearToken;
  };
} | {
  FunctionCallError: FunctionCallError;
} | {
  NewReceiptValidationError: ReceiptValidationError;
} | {
  OnlyImplicitAccountCreationAllowed: {
    account_id: AccountId;
  };
} | {
  DeleteAccountWithLargeState: {
    account_id: AccountId;
  };
} | {
  DelegateActionSenderDoesNotMatchTxReceiver: {
    sender_id: AccountId;
    receiver_id: AccountId;
  };
} | {
  DelegateActionAccessKeyError: InvalidAccessKeyError;
} | {
  DelegateActionInvalidNonce: {
    delegate_nonce: U64;
    ak_nonce: U64;
  };
} | {
  DelegateActionNonceTooLarge: {
    delegate_nonce: U64;
    upper_bound: U64;
  };
} | {
  GlobalContractDoesNotExist: {
    identifier: GlobalContractIdentifier;
  };
} | {
  GasKeyDoesNotExist: {
    account_id: AccountId;
    public_key: PublicKey;
  };
} | {
  InsufficientGasKeyBalance: {
    account_id: AccountId;
    public_key: PublicKey;
    balance: NearToken;
    required: NearToken;
  };
} | {
  GasKeyBalanceTooHigh: {
    account_id: AccountId;
    public_key: PublicKey | null;
    balance: NearToken;
  };
} | {
  DelegateActionInvalidNonceIndex: {
    nonce_index: number;
    num_nonces: number;
  };
} | {
  TotalPromiseInputSizeExceeded: {
    size: number;
    limit: number;
  };
} | {
  ReceiptStorageProofSizeExceeded: {
    limit: number;
  };
} | {
  AccountNotInitialized: {
    account_id: AccountId;
  };
};

export type ActionView = 'CreateAccount' | {
  DeployContract: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  FunctionCall: {
    method_name: string;
    args: FunctionArgs;
    /** The gas attached to the call. */
    gas: NearGas;
    /** The tokens attached to the call. */
    deposit: NearToken;
  };
} | {
  Transfer: {
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
} | {
  Stake: {
    /** The whole stake, not a change of it; 0 to unstake. */
    stake: NearToken;
    /** The key of the validator node. */
    public_key: PublicKey;
  };
} | {
  AddKey: {
    public_key: PublicKey;
    access_key: AccessKeyView;
  };
} | {
  DeleteKey: {
    public_key: PublicKey;
  };
} | {
  DeleteAccount: {
    /** The account that gets the remaining balance. */
    beneficiary_id: AccountId;
  };
} | {
  Delegate: SignedDelegateAction;
} | {
  DeployGlobalContract: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  DeployGlobalContractByAccountId: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  UseGlobalContract: {
    code_hash: CryptoHash;
  };
} | {
  UseGlobalContractByAccountId: {
    account_id: AccountId;
  };
} | {
  DeterministicStateInit: {
    code: GlobalContractIdentifierView;
    data: {
      [key: string]: string;
    };
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
} | {
  TransferToGasKey: {
    public_key: PublicKey;
    /** The tokens that the gas key gets. */
    deposit: NearToken;
  };
} | {
  WithdrawFromGasKey: {
    public_key: PublicKey;
    /** The tokens that the gas key returns to its account. */
    amount: NearToken;
  };
} | {
  DelegateV2: VersionedSignedDelegateAction;
} | {
  UniversalStateInit: {
    state_init: RawStateInit;
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
};

export type ActionViewInput = 'CreateAccount' | {
  DeployContract: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  FunctionCall: {
    method_name: string;
    args: FunctionArgs;
    /** The gas attached to the call. */
    gas: NearGas;
    /** The tokens attached to the call. */
    deposit: NearToken;
  };
} | {
  Transfer: {
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
} | {
  Stake: {
    /** The whole stake, not a change of it; 0 to unstake. */
    stake: NearToken;
    /** The key of the validator node. */
    public_key: PublicKey;
  };
} | {
  AddKey: {
    public_key: PublicKey;
    access_key: AccessKeyViewInput;
  };
} | {
  DeleteKey: {
    public_key: PublicKey;
  };
} | {
  DeleteAccount: {
    /** The account that gets the remaining balance. */
    beneficiary_id: AccountId;
  };
} | {
  Delegate: SignedDelegateActionInput;
} | {
  DeployGlobalContract: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  DeployGlobalContractByAccountId: {
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
  };
} | {
  UseGlobalContract: {
    code_hash: CryptoHash;
  };
} | {
  UseGlobalContractByAccountId: {
    account_id: AccountId;
  };
} | {
  DeterministicStateInit: {
    code: GlobalContractIdentifierView;
    data: {
      [key: string]: string;
    };
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
} | {
  TransferToGasKey: {
    public_key: PublicKey;
    /** The tokens that the gas key gets. */
    deposit: NearToken;
  };
} | {
  WithdrawFromGasKey: {
    public_key: PublicKey;
    /** The tokens that the gas key returns to its account. */
    amount: NearToken;
  };
} | {
  DelegateV2: VersionedSignedDelegateActionInput;
} | {
  UniversalStateInit: {
    state_init: RawStateInit;
    /** The tokens that the receiver gets. */
    deposit: NearToken;
  };
};

export type ActionsValidationError = 'DeleteActionMustBeFinal' | 'IntegerOverflow' | 'FunctionCallZeroAttachedGas' | 'DelegateActionMustBeOnlyOne' | 'GasKeyFunctionCallAllowanceNotAllowed' | 'FunctionCallEmptyMethodName' | 'MalformedUniversalStateInit' | 'WithdrawFromGasKeyNotAllowedInDelegate' | {
  TotalPrepaidGasExceeded: {
    total_prepaid_gas: NearGas;
    limit: NearGas;
  };
} | {
  TotalNumberOfActionsExceeded: {
    total_number_of_actions: number;
    limit: number;
  };
} | {
  AddKeyMethodNamesNumberOfBytesExceeded: {
    total_number_of_bytes: number;
    limit: number;
  };
} | {
  AddKeyMethodNameLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  InvalidAccountId: {
    account_id: string;
  };
} | {
  ContractSizeExceeded: {
    size: number;
    limit: number;
  };
} | {
  FunctionCallMethodNameLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  FunctionCallArgumentsLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  UnsuitableStakingKey: {
    public_key: PublicKey;
  };
} | {
  UnsupportedProtocolFeature: {
    protocol_feature: string;
    version: number;
  };
} | {
  InvalidDeterministicStateInitReceiver: {
    receiver_id: AccountId;
    derived_id: AccountId;
  };
} | {
  DeterministicStateInitKeyLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  DeterministicStateInitValueLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  GasKeyInvalidNumNonces: {
    requested_nonces: number;
    limit: number;
  };
} | {
  AddGasKeyWithNonZeroBalance: {
    balance: NearToken;
  };
} | {
  TotalNumberOfDeployActionsExceeded: {
    number_of_deploy_actions: number;
    limit: number;
  };
} | {
  InvalidUniversalStateInitReceiver: {
    receiver_id: AccountId;
    derived_id: AccountId;
  };
} | {
  UniversalStateInitKeyLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  UniversalStateInitValueLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  RemovedProtocolFeature: {
    protocol_feature: string;
    version: number;
  };
} | {
  TotalNumberOfStateInitKeysExceeded: {
    number_of_keys: number;
    limit: number;
  };
} | {
  TotalNumberOfStateInitEntriesExceeded: {
    number_of_entries: number;
    limit: number;
  };
} | {
  TransferToUniversalAccountNotAllowed: {
    account_id: AccountId;
  };
};

export interface AddKeyAction {
  public_key: PublicKey;
  access_key: AccessKey;
}

export interface AddKeyActionInput {
  public_key: PublicKey;
  access_key: AccessKeyInput;
}

export interface BandwidthRequest {
  /** The shard to send to. */
  to_shard: number;
  /** One bit for each of forty sizes, the lowest bit of the first byte first. */
  requested_values_bitmap: BandwidthRequestBitmap;
}

export interface BandwidthRequestBitmap {
  data: readonly number[];
}

export interface BandwidthRequests {
  V1: BandwidthRequestsV1;
}

export interface BandwidthRequestsV1 {
  requests: readonly BandwidthRequest[];
}

export interface BlockEvent {
  height: number;
  hash: CryptoHash;
  prev_hash: CryptoHash;
  timestamp_nanosec: string;
  epoch_id: CryptoHash;
  gas_price: NearToken;
  last_final_block: CryptoHash;
  chunks: readonly ChunkSummary[];
}

export interface BlockHeaderInnerLiteView {
  height: number;
  epoch_id: CryptoHash;
  next_epoch_id: CryptoHash;
  prev_state_root: CryptoHash;
  /** The merkle root of the outcomes of the previous block. */
  outcome_root: CryptoHash;
  /** Nanoseconds since 1970. */
  timestamp: U64;
  /** The timestamp as text, for clients without 64-bit integers. */
  timestamp_nanosec: string;
  /** The hash of the next epoch's block producers. */
  next_bp_hash: CryptoHash;
  /** The merkle root of the hashes of all previous blocks. */
  block_merkle_root: CryptoHash;
}

export interface BlockHeaderView {
  height: number;
  /** The height of the previous block. */
  prev_height: number | null;
  epoch_id: CryptoHash;
  next_epoch_id: CryptoHash;
  hash: CryptoHash;
  prev_hash: CryptoHash;
  /** The merkle root of the state roots of all shards before this block. */
  prev_state_root: CryptoHash;
  /** The hash of the body of the block. */
  block_body_hash: CryptoHash | null;
  /** The merkle root of the receipts that the chunks sent. */
  chunk_receipts_root: CryptoHash;
  /** The merkle root of the headers of the chunks. */
  chunk_headers_root: CryptoHash;
  /** The merkle root of the transactions of the chunks. */
  chunk_tx_root: CryptoHash;
  /** The merkle root of the outcomes of the previous block. */
  outcome_root: CryptoHash;
  /** The number of new chunks. */
  chunks_included: number;
  /** Challenges no longer exist: the root of an empty list. */
  challenges_root: CryptoHash;
  /** Challenges no longer exist: always empty. */
  challenges_result: readonly SlashedValidator[];
  /** Nanoseconds since 1970. */
  timestamp: U64;
  /** The timestamp as text, for clients without 64-bit integers. */
  timestamp_nanosec: string;
  /** The source of randomness of the block. */
  random_value: CryptoHash;
  /** The stakes that the chunks propose. */
  validator_proposals: readonly ValidatorStakeView[];
  /** Whether there is a new chunk, by shard. */
  chunk_mask: readonly boolean[];
  /** The gas price of the next block. */
  gas_price: NearToken;
  /** The number of blocks up to this one; heights may be skipped. */
  block_ordinal: number | null;
  /** Always 0, kept for backward compatibility. */
  rent_paid: NearToken;
  /** Always 0, kept for backward compatibility. */
  validator_reward: NearToken;
  /** All tokens that exist. */
  total_supply: NearToken;
  /** The last block with full finality. */
  last_final_block: CryptoHash;
  /** The last block with doomslug finality (`near-final`). */
  last_ds_final_block: CryptoHash;
  /** The hash of the next epoch's block producers. */
  next_bp_hash: CryptoHash;
  /** The merkle root of the hashes of all previous blocks. */
  block_merkle_root: CryptoHash;
  /** In the first block of an epoch, the hash of data that epoch sync relies on. */
  epoch_sync_data_hash: CryptoHash | null;
  /** The signatures of block producers for the previous block, in their order; null for none. */
  approvals: readonly (Signature | null)[];
  /** The block producer's signature of the hash. */
  signature: Signature;
  /** The version that the block producer votes for. */
  latest_protocol_version: number;
  /** A bitmap of the chunk validators that endorsed the chunk, by shard. */
  chunk_endorsements: readonly (readonly number[])[] | null;
  /** A shard that will be split, and the first account of its right part. */
  shard_split: readonly [ShardId, AccountId] | null;
}

export type BlockId = U64 | CryptoHash;

export type BlockReference = {
  block_id: BlockId;
} | {
  finality: Finality;
} | {
  sync_checkpoint: SyncCheckpoint;
};

export interface BlockView {
  /** The account that produced the block. */
  author: AccountId;
  header: BlockHeaderView;
  /**
   * The newest chunk of each shard, in the order of the shards; it may be of an earlier
   * block.
   */
  chunks: readonly ChunkHeaderView[];
}

export interface CallResult {
  /** The bytes that the method returned. */
  result: readonly number[];
  /** The logs of the call. */
  logs: readonly string[];
}

export interface ChunkDistributionNetworkConfig {
  enabled: boolean;
  uris: ChunkDistributionUris;
}

export interface ChunkDistributionUris {
  get: string;
  set: string;
}

export interface ChunkExecutionProofView {
  roots: ChunkExecutionRoots;
  roots_proof: readonly MerklePathItem[];
  certifying_block_header_lite: LightClientBlockLiteView;
  certifying_block_proof: readonly MerklePathItem[];
}

export interface ChunkExecutionRoots {
  V1: ChunkExecutionRootsV1;
}

export interface ChunkExecutionRootsV1 {
  chunk_id: SpiceChunkId;
  state_root: CryptoHash;
  outcome_root: CryptoHash;
  outgoing_receipts_root: CryptoHash;
}

export type ChunkHash = CryptoHash;

export interface ChunkHeaderView {
  chunk_hash: CryptoHash;
  prev_block_hash: CryptoHash;
  /** The merkle root of the outcomes of the shard's previous chunk. */
  outcome_root: CryptoHash;
  /** The state of the shard before this chunk. */
  prev_state_root: CryptoHash;
  /** The merkle root of the parts of the encoded chunk. */
  encoded_merkle_root: CryptoHash;
  /** The length of the encoded chunk in bytes. */
  encoded_length: number;
  /** The height that the chunk was produced for. */
  height_created: number;
  /** The height of the block that included the chunk. */
  height_included: number;
  shard_id: ShardId;
  /** The gas that the shard's previous chunk burnt. */
  gas_used: NearGas;
  /** The most gas that the chunk may burn. */
  gas_limit: NearGas;
  /** Always 0, kept for backward compatibility. */
  validator_reward: NearToken;
  /** Always 0, kept for backward compatibility. */
  rent_paid: NearToken;
  /** The tokens that the shard's previous chunk burnt. */
  balance_burnt: NearToken;
  /** The merkle root of the receipts that the shard's previous chunk sent. */
  outgoing_receipts_root: CryptoHash;
  /** The merkle root of the transactions. */
  tx_root: CryptoHash;
  /** The stakes that the shard's previous chunk proposed. */
  validator_proposals: readonly ValidatorStakeView[];
  /** The queues of the shard; null only in chunks of old protocol versions. */
  congestion_info: CongestionInfoView | null;
  /** How much the shard wants to send to others; null in chunks of old protocol versions. */
  bandwidth_requests: BandwidthRequests | null;
  /** The chunk producer's signature of the hash. */
  signature: Signature;
  /** Where the shard can be split, if the chunk producer proposes it. */
  proposed_split?: TrieSplit | null;
}

export type ChunkReference = {
  block_id: BlockId;
  shard_id: ShardId;
} | {
  chunk_id: CryptoHash;
};

export interface ChunkSummary {
  shard_id: ShardId;
  chunk_hash: CryptoHash;
  transactions: number;
  /** Receipts that were executed. */
  receipts: number;
  gas_used: NearGas;
  gas_limit: NearGas;
  balance_burnt: NearToken;
}

export interface CloudArchivalWriterConfig {
  archive_block_data: boolean;
  catch_up_throttle: DurationAsStdSchemaProvider;
  polling_interval: DurationAsStdSchemaProvider;
  snapshot_every_n_epochs: number;
}

export type CompilationError = {
  CodeDoesNotExist: {
    account_id: AccountId;
  };
} | {
  PrepareError: PrepareError;
} | {
  WasmerCompileError: {
    msg: string;
  };
};

export interface CongestionControlConfigView {
  max_congestion_incoming_gas: NearGas;
  max_congestion_outgoing_gas: NearGas;
  max_congestion_memory_consumption: number;
  max_congestion_missed_chunks: number;
  max_outgoing_gas: NearGas;
  min_outgoing_gas: NearGas;
  allowed_shard_outgoing_gas: NearGas;
  max_tx_gas: NearGas;
  min_tx_gas: NearGas;
  /** Above this congestion level of the receiver, a shard takes no transactions for it. */
  reject_tx_congestion_threshold: number;
  outgoing_receipts_usual_size_limit: number;
  outgoing_receipts_big_size_limit: number;
}

export interface CongestionInfoView {
  /** The gas of receipts that wait to be executed. */
  delayed_receipts_gas: string;
  /** The gas of receipts that wait to be sent. */
  buffered_receipts_gas: string;
  /** The size of all these receipts. */
  receipt_bytes: number;
  /** The shard that may send receipts even if this one is congested. */
  allowed_shard: number;
}

export interface ContractCodeView {
  /** The Wasm code, base64-encoded. */
  code_base64: string;
  /** The SHA-256 hash of the code. */
  hash: CryptoHash;
}

export interface ContractEvent {
  standard: string;
  version: string;
  event: string;
  data: unknown;
}

export interface CostGasUsed {
  /** Whether an action or a call of a host function took the gas. */
  cost_category: 'ACTION_COST' | 'WASM_HOST_COST';
  /** The name of the cost. */
  cost: string;
  gas_used: string;
}

export type CreateAccountAction = object;

/** A hash: base58 of 32 bytes. */
export type CryptoHash = string;

export interface CurrentEpochValidatorInfo {
  account_id: AccountId;
  public_key: PublicKey;
  /** Always false. */
  is_slashed: boolean;
  stake: NearToken;
  /** The shards whose chunks it produces. */
  shards: readonly ShardId[];
  /** The shards whose chunks it validates. */
  shards_endorsed: readonly ShardId[];
  num_produced_blocks: number;
  num_expected_blocks: number;
  num_produced_chunks: number;
  num_expected_chunks: number;
  /** In the order of `shards`. */
  num_produced_chunks_per_shard: readonly number[];
  /** In the order of `shards`. */
  num_expected_chunks_per_shard: readonly number[];
  num_produced_endorsements: number;
  num_expected_endorsements: number;
  /** In the order of `shards_endorsed`. */
  num_produced_endorsements_per_shard: readonly number[];
  /** In the order of `shards_endorsed`. */
  num_expected_endorsements_per_shard: readonly number[];
}

export interface DataReceiptCreationConfigView {
  base_cost: Fee;
  cost_per_byte: Fee;
}

export interface DataReceiverView {
  data_id: CryptoHash;
  receiver_id: AccountId;
}

export interface DelegateAction {
  /** The account that signed the delegate action. */
  sender_id: AccountId;
  /** The receiver of the actions. */
  receiver_id: AccountId;
  /** The actions to execute; a delegate action is not allowed among them. */
  actions: readonly NonDelegateAction[];
  /** Greater than the nonce of the sender's access key. */
  nonce: U64;
  /** The greatest block height at which the action is valid. */
  max_block_height: U64;
  /** The key of the sender that signed the delegate action. */
  public_key: PublicKey;
}

export interface DelegateActionInput {
  /** The account that signed the delegate action. */
  sender_id: AccountId;
  /** The receiver of the actions. */
  receiver_id: AccountId;
  /** The actions to execute; a delegate action is not allowed among them. */
  actions: readonly NonDelegateActionInput[];
  /** Greater than the nonce of the sender's access key. */
  nonce: U64;
  /** The greatest block height at which the action is valid. */
  max_block_height: U64;
  /** The key of the sender that signed the delegate action. */
  public_key: PublicKey;
}

export interface DelegateActionV2 {
  /** The account that signed the delegate action. */
  sender_id: AccountId;
  /** The receiver of the actions. */
  receiver_id: AccountId;
  /** The actions to execute; a delegate action is not allowed among them. */
  actions: readonly NonDelegateAction[];
  nonce: TransactionNonce;
  /** The greatest block height at which the action is valid. */
  max_block_height: U64;
  /** The key of the sender that signed the delegate action. */
  public_key: PublicKey;
}

export interface DelegateActionV2Input {
  /** The account that signed the delegate action. */
  sender_id: AccountId;
  /** The receiver of the actions. */
  receiver_id: AccountId;
  /** The actions to execute; a delegate action is not allowed among them. */
  actions: readonly NonDelegateActionInput[];
  nonce: TransactionNonce;
  /** The greatest block height at which the action is valid. */
  max_block_height: U64;
  /** The key of the sender that signed the delegate action. */
  public_key: PublicKey;
}

export interface DeleteAccountAction {
  /** The account that gets the remaining balance. */
  beneficiary_id: AccountId;
}

export interface DeleteKeyAction {
  public_key: PublicKey;
}

export interface DeployContractAction {
  /** The Wasm code, base64-encoded. */
  code: string;
}

export interface DeployGlobalContractAction {
  /** The Wasm code, base64-encoded. */
  code: string;
  deploy_mode: GlobalContractDeployMode;
}

export type DepositCostFailureReason = 'NotEnoughBalance' | 'LackBalanceForState';

export interface DeterministicAccountStateInit {
  V1: DeterministicAccountStateInitV1;
}

export interface DeterministicAccountStateInitV1 {
  code: GlobalContractIdentifier;
  data: {
    [key: string]: string;
  };
}

export interface DeterministicStateInitAction {
  state_init: DeterministicAccountStateInit;
  /** The tokens that the receiver gets. */
  deposit: NearToken;
}

export type Dialect = 'release' | 'cd297313f2';

export type Direction = 'Left' | 'Right';

export interface DumpConfig {
  /** Where dumps of the state are written. */
  location: ExternalStorageLocation;
  restart_dump_for_shards?: readonly ShardId[];
  iteration_delay?: DurationAsStdSchemaProvider;
  credentials_file?: string;
}

export interface DurationAsStdSchemaProvider {
  secs: number;
  nanos: number;
}

export type EpochId = CryptoHash;

export interface EpochSyncConfig {
  epoch_sync_horizon_num_epochs: number;
  timeout_for_epoch_sync: DurationAsStdSchemaProvider;
}

export interface ExecutionMetadataView {
  version: number;
  /** The gas by cost; null for transactions. */
  gas_profile: readonly CostGasUsed[] | null;
  /**
   * One entry per action of the receipt, present only for metadata version 4 and later: the
   * contract of the receiver, or null when it had none before that action ran, or did not yet
   * exist.
   */
  contracts?: readonly (AccountContractView | null)[] | null;
}

export interface ExecutionOutcomeView {
  /** Logs of the transaction or receipt. */
  logs: readonly string[];
  /** Receipts generated by it. */
  receipt_ids: readonly CryptoHash[];
  /** Gas actually burnt. */
  gas_burnt: NearGas;
  /**
   * Tokens burnt for the burnt gas. It can differ from `gas_burnt` times gas price because a
   * prepaid gas price may be lower than the actual one, and it includes the penalty
   * subtracted from refunds.
   */
  tokens_burnt: NearToken;
  /**
   * Account where the execution happens: the signer for a transaction, the receiver for a
   * receipt.
   */
  executor_id: AccountId;
  status: ExecutionStatusView;
  metadata: ExecutionMetadataView;
}

export interface ExecutionOutcomeWithIdView {
  /** The path from the outcome to the chunk's outcome root. */
  proof: readonly MerklePathItem[];
  /** The block that executed it. */
  block_hash: CryptoHash;
  /** The hash of the transaction, or the id of the receipt. */
  id: CryptoHash;
  outcome: ExecutionOutcomeView;
}

/** `Unknown`: execution is pending or unknown. */
export type ExecutionStatusView = 'Unknown' | {
  /** Execution failed. */
  Failure: TxExecutionError;
} | {
  /** The final action succeeded and returned this value, base64-encoded and possibly empty. */
  SuccessValue: string;
} | {
  /**
   * The final action returned a promise, or the transaction was converted to a receipt: the
   * generated receipt.
   */
  SuccessReceiptId: CryptoHash;
};

export interface ExtCostsConfigView {
  base: NearGas;
  contract_loading_base: NearGas;
  contract_loading_bytes: NearGas;
  read_memory_base: NearGas;
  read_memory_byte: NearGas;
  write_memory_base: NearGas;
  write_memory_byte: NearGas;
  read_register_base: NearGas;
  read_register_byte: NearGas;
  write_register_base: NearGas;
  write_register_byte: NearGas;
  utf8_decoding_base: NearGas;
  utf8_decoding_byte: NearGas;
  utf16_decoding_base: NearGas;
  utf16_decoding_byte: NearGas;
  sha256_base: NearGas;
  sha256_byte: NearGas;
  keccak256_base: NearGas;
  keccak256_byte: NearGas;
  keccak512_base: NearGas;
  keccak512_byte: NearGas;
  ripemd160_base: NearGas;
  ripemd160_block: NearGas;
  ecrecover_base: NearGas;
  log_base: NearGas;
  log_byte: NearGas;
  storage_write_base: NearGas;
  storage_write_key_byte: NearGas;
  storage_write_value_byte: NearGas;
  storage_write_evicted_byte: NearGas;
  storage_read_base: NearGas;
  storage_read_key_byte: NearGas;
  storage_read_value_byte: NearGas;
  storage_remove_base: NearGas;
  storage_remove_key_byte: NearGas;
  storage_remove_ret_value_byte: NearGas;
  storage_has_key_base: NearGas;
  storage_has_key_byte: NearGas;
  storage_iter_create_prefix_base: NearGas;
  storage_iter_create_prefix_byte: NearGas;
  storage_iter_create_range_base: NearGas;
  storage_iter_create_from_byte: NearGas;
  storage_iter_create_to_byte: NearGas;
  storage_iter_next_base: NearGas;
  storage_iter_next_key_byte: NearGas;
  storage_iter_next_value_byte: NearGas;
  touching_trie_node: NearGas;
  read_cached_trie_node: NearGas;
  promise_and_base: NearGas;
  promise_and_per_promise: NearGas;
  promise_return: NearGas;
  validator_stake_base: NearGas;
  validator_total_stake_base: NearGas;
  alt_bn128_g1_multiexp_base: NearGas;
  alt_bn128_g1_multiexp_element: NearGas;
  alt_bn128_pairing_check_base: NearGas;
  alt_bn128_pairing_check_element: NearGas;
  alt_bn128_g1_sum_base: NearGas;
  alt_bn128_g1_sum_element: NearGas;
  ed25519_verify_base: NearGas;
  ed25519_verify_byte: NearGas;
  yield_create_base: NearGas;
  yield_create_byte: NearGas;
  yield_resume_base: NearGas;
  yield_resume_byte: NearGas;
  bls12381_p1_sum_base: NearGas;
  bls12381_p1_sum_element: NearGas;
  bls12381_p2_sum_base: NearGas;
  bls12381_p2_sum_element: NearGas;
  bls12381_g1_multiexp_base: NearGas;
  bls12381_g1_multiexp_element: NearGas;
  bls12381_g2_multiexp_base: NearGas;
  bls12381_g2_multiexp_element: NearGas;
  bls12381_map_fp_to_g1_base: NearGas;
  bls12381_map_fp_to_g1_element: NearGas;
  bls12381_map_fp2_to_g2_base: NearGas;
  bls12381_map_fp2_to_g2_element: NearGas;
  bls12381_pairing_base: NearGas;
  bls12381_pairing_element: NearGas;
  bls12381_p1_decompress_base: NearGas;
  bls12381_p1_decompress_element: NearGas;
  bls12381_p2_decompress_base: NearGas;
  bls12381_p2_decompress_element: NearGas;
  storage_large_read_overhead_base: NearGas;
  storage_large_read_overhead_byte: NearGas;
  p256_verify_base: NearGas;
  p256_verify_byte: NearGas;
  yield_create_with_id_base: NearGas;
  sha3_256_base: NearGas;
  sha3_256_byte: NearGas;
  sha3_384_base: NearGas;
  sha3_384_byte: NearGas;
  sha3_512_base: NearGas;
  sha3_512_byte: NearGas;
  ml_dsa_verify_base: NearGas;
  ml_dsa_verify_byte: NearGas;
  universal_state_init_to_account_id_base?: NearGas;
  universal_state_init_to_account_id_byte?: NearGas;
  /** Always 0. */
  contract_compile_base: NearGas;
  /** Always 0. */
  contract_compile_bytes: NearGas;
}

export type ExternalStorageLocation = {
  S3: {
    bucket: string;
    region: string;
  };
} | {
  Filesystem: {
    root_dir: string;
  };
} | {
  GCS: {
    bucket: string;
  };
};

export interface Fee {
  /** For sending to the own account. */
  send_sir: NearGas;
  /** For sending to another account. */
  send_not_sir: NearGas;
  execution: NearGas;
}

export interface FinalExecutionOutcomeView {
  status: FinalExecutionStatus;
  transaction: SignedTransactionView;
  /** The outcome of the transaction itself. */
  transaction_outcome: ExecutionOutcomeWithIdView;
  /** The outcomes of all its receipts, a receipt before those that it generated. */
  receipts_outcome: readonly ExecutionOutcomeWithIdView[];
}

export interface FinalExecutionOutcomeWithReceiptView {
  status: FinalExecutionStatus;
  transaction: SignedTransactionView;
  /** The outcome of the transaction itself. */
  transaction_outcome: ExecutionOutcomeWithIdView;
  /** The outcomes of all its receipts, a receipt before those that it generated. */
  receipts_outcome: readonly ExecutionOutcomeWithIdView[];
  /**
   * The receipts generated from the transaction, without the first one of a transaction to
   * its own signer.
   */
  receipts: readonly ReceiptView[];
}

/**
 * `NotStarted`: the transaction is not yet converted to a receipt. `Started`: at least one
 * receipt exists, but the first leaf receipt (depth-first) has not finished.
 */
export type FinalExecutionStatus = 'NotStarted' | 'Started' | {
  /** Result of the first leaf receipt: why it failed. */
  Failure: TxExecutionError;
} | {
  /** Result of the first leaf receipt: the returned value, base64-encoded and possibly empty. */
  SuccessValue: string;
};

export type Finality = 'optimistic' | 'near-final' | 'final';

/** The arguments of a call, base64-encoded. */
export type FunctionArgs = string;

export interface FunctionCallAction {
  method_name: string;
  /** The arguments of the call, base64-encoded. */
  args: string;
  /** The gas attached to the call. */
  gas: NearGas;
  /** The tokens attached to the call. */
  deposit: NearToken;
}

export type FunctionCallError = 'WasmUnknownError' | '_EVMError' | {
  CompilationError: CompilationError;
} | {
  MethodResolveError: MethodResolveError;
} | {
  /** A trap or an error of a host function, as text. */
  ExecutionError: string;
} | {
  LinkError: {
    msg: string;
  };
} | {
  WasmTrap: WasmTrap;
} | {
  HostError: HostError;
};

/** Allows calls of one contract, without a deposit. */
export interface FunctionCallPermission {
  /** What the key may still spend on gas; null for no limit. */
  allowance: NearToken | null;
  /** The only account that may be called. */
  receiver_id: string;
  /** The methods that may be called; empty for all. */
  method_names: readonly string[];
}

/** Allows calls of one contract, without a deposit. */
export interface FunctionCallPermissionInput {
  /** What the key may still spend on gas; null for no limit. */
  allowance?: NearToken | null;
  /** The only account that may be called. */
  receiver_id: string;
  /** The methods that may be called; empty for all. */
  method_names: readonly string[];
}

export interface GCConfig {
  gc_blocks_limit: number;
  gc_fork_clean_step: number;
  gc_num_epochs_to_keep: number;
  gc_step_period: DurationAsStdSchemaProvider;
}

/** A gas key pays for its own gas and has several nonces. */
export interface GasKeyInfo {
  /** What the key can pay for gas with. */
  balance: NearToken;
  /** How many parallel nonces the key has. */
  num_nonces: number;
}

export interface GasKeyNoncesView {
  /** The nonces of the gas key, by index. */
  nonces: readonly U64[];
}

export interface GenesisConfig {
  protocol_version: number;
  genesis_time: string;
  chain_id: string;
  genesis_height: number;
  num_block_producer_seats: number;
  /** Numerator and denominator. */
  protocol_upgrade_stake_threshold: readonly [number, number];
  epoch_length: number;
  gas_limit: NearGas;
  min_gas_price: NearToken;
  max_gas_price: NearToken;
  block_producer_kickout_threshold: number;
  chunk_producer_kickout_threshold: number;
  chunk_validator_only_kickout_threshold: number;
  target_validator_mandates_per_shard: number;
  /** Numerator and denominator. */
  online_min_threshold: readonly [number, number];
  /** Numerator and denominator. */
  online_max_threshold: readonly [number, number];
  /** Numerator and denominator. */
  gas_price_adjustment_rate: readonly [number, number];
  validators: readonly AccountInfo[];
  transaction_validity_period: number;
  /** Numerator and denominator. */
  protocol_reward_rate: readonly [number, number];
  /** Numerator and denominator. */
  max_inflation_rate: readonly [number, number];
  total_supply: NearToken;
  num_blocks_per_year: number;
  protocol_treasury_account: AccountId;
  fishermen_threshold: NearToken;
  minimum_stake_divisor: number;
  shard_layout: ShardLayout;
  num_chunk_producer_seats: number;
  num_chunk_validator_seats: number;
  minimum_validators_per_shard: number;
  /** Numerator and denominator. */
  minimum_stake_ratio: readonly [number, number];
  chunk_producer_assignment_changes_limit: number;
  shuffle_shard_assignment_for_chunk_producers: boolean;
  max_kickout_stake_perc: number;
  dynamic_resharding: boolean;
  use_production_config: boolean;
  avg_hidden_validator_seats_per_shard: readonly number[];
  num_block_producer_seats_per_shard: readonly number[];
  num_chunk_only_producer_seats: number;
}

/** The node failed; the message says how. */
export interface GenesisConfigError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export type GenesisConfigRequest = null;

/**
 * How the contract is named: by its hash, or by the account that deployed it, which can
 * replace it.
 */
export type GlobalContractDeployMode = 'CodeHash' | 'AccountId';

export type GlobalContractIdentifier = {
  hash: CryptoHash;
} | {
  account_id: AccountId;
};

export type GlobalContractIdentifierView = GlobalContractIdentifier;

export type HostError = 'BadUTF16' | 'BadUTF8' | 'GasExceeded' | 'GasLimitExceeded' | 'BalanceExceeded' | 'EmptyMethodName' | 'IntegerOverflow' | 'CannotAppendActionToJointPromise' | 'CannotReturnJointPromise' | 'MemoryAccessViolation' | 'InvalidAccountId' | 'InvalidMethodName' | 'InvalidPublicKey' | {
  GuestPanic: {
    panic_msg: string;
  };
} | {
  InvalidPromiseIndex: {
    promise_idx: U64;
  };
} | {
  InvalidPromiseResultIndex: {
    result_idx: U64;
  };
} | {
  InvalidRegisterId: {
    register_id: U64;
  };
} | {
  IteratorWasInvalidated: {
    iterator_index: U64;
  };
} | {
  InvalidReceiptIndex: {
    receipt_index: U64;
  };
} | {
  InvalidIteratorIndex: {
    iterator_index: U64;
  };
} | {
  ProhibitedInView: {
    method_name: string;
  };
} | {
  NumberOfLogsExceeded: {
    limit: U64;
  };
} | {
  KeyLengthExceeded: {
    length: U64;
    limit: U64;
  };
} | {
  ValueLengthExceeded: {
    length: U64;
    limit: U64;
  };
} | {
  TotalLogLengthExceeded: {
    length: U64;
    limit: U64;
  };
} | {
  NumberPromisesExceeded: {
    number_of_promises: U64;
    limit: U64;
  };
} | {
  NumberInputDataDependenciesExceeded: {
    number_of_input_data_dependencies: U64;
    limit: U64;
  };
} | {
  ReturnedValueLengthExceeded: {
    length: U64;
    limit: U64;
  };
} | {
  ContractSizeExceeded: {
    size: U64;
    limit: U64;
  };
} | {
  Deprecated: {
    method_name: string;
  };
} | {
  ECRecoverError: {
    msg: string;
  };
} | {
  AltBn128InvalidInput: {
    msg: string;
  };
} | {
  Ed25519VerifyInvalidInput: {
    msg: string;
  };
} | {
  P256VerifyInvalidInput: {
    msg: string;
  };
} | {
  MlDsaVerifyInvalidInput: {
    msg: string;
  };
};

export interface IndexerChunkView {
  author: AccountId;
  header: ChunkHeaderView;
  transactions: readonly IndexerTransactionWithOutcome[];
  /**
   * Receipts that the previous chunk of the shard sent, to any shard; not those executed
   * here.
   */
  receipts: readonly ReceiptView[];
  /** Receipts of transactions whose signer is the receiver. */
  local_receipts: readonly ReceiptView[];
  /** Receipts that were created and processed in this chunk. */
  instant_receipts: readonly ReceiptView[];
}

export interface IndexerExecutionOutcomeWithOptionalReceipt {
  execution_outcome: ExecutionOutcomeWithIdView;
  receipt: ReceiptView | null;
}

export interface IndexerExecutionOutcomeWithReceipt {
  execution_outcome: ExecutionOutcomeWithIdView;
  receipt: ReceiptView;
}

export interface IndexerShard {
  shard_id: ShardId;
  /** Null if the block has no new chunk for the shard. */
  chunk: IndexerChunkView | null;
  state_changes: readonly StateChangeWithCauseView[];
  receipt_execution_outcomes: readonly IndexerExecutionOutcomeWithReceipt[];
}

export interface IndexerTransactionWithOutcome {
  transaction: SignedTransactionView;
  outcome: IndexerExecutionOutcomeWithOptionalReceipt;
}

/** The node failed; the message says how. */
export interface InternalError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export type InvalidAccessKeyError = 'RequiresFullAccess' | 'DepositWithFunctionCall' | 'DelegateActionRequiresNonGasKey' | 'DelegateActionRequiresGasKey' | {
  AccessKeyNotFound: {
    account_id: AccountId;
    public_key: PublicKey;
  };
} | {
  ReceiverMismatch: {
    tx_receiver: AccountId;
    ak_receiver: string;
  };
} | {
  MethodNameMismatch: {
    method_name: string;
  };
} | {
  NotEnoughAllowance: {
    account_id: AccountId;
    public_key: PublicKey;
    allowance: NearToken;
    cost: NearToken;
  };
};

/**
 * Why a transaction is invalid. `InvalidSignature`: signature not valid. `CostOverflow`:
 * integer overflow in cost estimation. `InvalidChain`: parent block hash is not in this
 * chain. `Expired`: transaction expired.
 */
export type InvalidTxError = 'InvalidSignature' | 'CostOverflow' | 'InvalidChain' | 'Expired' | 'InvalidTransactionVersion' | {
  /** Wrong access key or insufficient permissions. */
  InvalidAccessKeyError: InvalidAccessKeyError;
} | {
  /** Signer id is not a valid account id. */
  InvalidSignerId: {
    signer_id: string;
  };
} | {
  /** Signer not found. */
  SignerDoesNotExist: {
    signer_id: AccountId;
  };
} | {
  /** Nonce must be strictly greater than the access key nonce. */
  InvalidNonce: {
    tx_nonce: U64;
    ak_nonce: U64;
  };
} | {
  /** Nonce exceeds the bound given by the block height. */
  NonceTooLarge: {
    tx_nonce: U64;
    upper_bound: U64;
  };
} | {
  /** Receiver id is not a valid account id. */
  InvalidReceiverId: {
    receiver_id: string;
  };
} | {
  /** Balance does not cover the cost. */
  NotEnoughBalance: {
    signer_id: AccountId;
    balance: NearToken;
    cost: NearToken;
  };
} | {
  /** Balance insufficient after the transaction to cover storage. */
  LackBalanceForState: {
    signer_id: AccountId;
    /** The required balance. */
    amount: NearToken;
  };
} | {
  /** Actions failed validation. */
  ActionsValidation: ActionsValidationError;
} | {
  /** Serialized transaction too large. */
  TransactionSizeExceeded: {
    size: number;
    limit: number;
  };
} | {
  /** Storage failure. */
  StorageError: StorageError;
} | {
  /** Receiver shard too congested to accept transactions. */
  ShardCongested: {
    shard_id: number;
    /** 0 = none to 1 = maximum. */
    congestion_level: number;
  };
} | {
  /** Receiver shard missed several chunks and rejects new transactions. */
  ShardStuck: {
    shard_id: number;
    /** Blocks since the last included chunk. */
    missed_chunks: U64;
  };
} | {
  /**
   * Gas-key transactions need a `nonce_index` in range; regular transactions must not carry
   * one.
   */
  InvalidNonceIndex: {
    tx_nonce_index: number | null;
    /** 0 means no `nonce_index` allowed, i.e. a regular key. */
    num_nonces: number;
  };
} | {
  /** Balance of the gas key does not cover the cost of gas. */
  NotEnoughGasKeyBalance: {
    signer_id: AccountId;
    balance: NearToken;
    cost: NearToken;
  };
} | {
  /** Balance of the account does not cover the deposits of a gas-key transaction. */
  NotEnoughBalanceForDeposit: {
    signer_id: AccountId;
    balance: NearToken;
    cost: NearToken;
    reason: DepositCostFailureReason;
  };
};

export interface LightClientBlockLiteView {
  prev_block_hash: CryptoHash;
  /** The hash of the fields that a light client does not need. */
  inner_rest_hash: CryptoHash;
  inner_lite: BlockHeaderInnerLiteView;
}

export interface LightClientBlockView {
  prev_block_hash: CryptoHash;
  /** The hash of the two inner parts of the next header. */
  next_block_inner_hash: CryptoHash;
  inner_lite: BlockHeaderInnerLiteView;
  /** The hash of the fields that a light client does not need. */
  inner_rest_hash: CryptoHash;
  /** The next epoch's block producers; null if the client knows them. */
  next_bps: readonly ValidatorStakeView[] | null;
  /**
   * The signatures of block producers for the block after the next, in their order; null for
   * none.
   */
  approvals_after_next: readonly (Signature | null)[];
}

export interface LimitConfig {
  max_gas_burnt: NearGas;
  max_stack_height: number;
  initial_memory_pages: number;
  max_memory_pages: number;
  registers_memory_limit: number;
  max_register_size: number;
  max_number_registers: number;
  max_number_logs: number;
  max_total_log_length: number;
  max_total_prepaid_gas: NearGas;
  max_actions_per_receipt: number;
  max_deploy_actions_per_receipt: number;
  max_number_bytes_method_names: number;
  max_length_method_name: number;
  max_arguments_length: number;
  max_length_returned_data: number;
  max_contract_size: number;
  max_transaction_size: number;
  max_receipt_size: number;
  max_length_storage_key: number;
  max_length_storage_value: number;
  max_promises_per_function_call_action: number;
  max_number_input_data_dependencies: number;
  max_receipt_total_input_size: number;
  max_functions_number_per_contract: number;
  max_locals_per_contract: number;
  account_id_validity_rules_version: AccountIdValidityRulesVersion;
  yield_timeout_length_in_blocks: number;
  max_yield_payload_size: number;
  per_receipt_storage_proof_size_limit: number;
  max_tables_per_contract: number;
  max_elements_per_contract_table: number;
  max_function_body_size: number;
  max_instrumented_code_size: number;
  max_blocks_per_function: number;
  max_blocks_per_contract: number;
  max_types_per_contract: number;
  max_params_per_function: number;
  max_params_per_contract: number;
  max_operand_stack_bytes_per_function: number;
  max_state_init_entries?: number;
  max_universal_state_init_keys?: number;
  min_contract_size_per_local?: number;
  max_globals_per_contract?: number;
}

export interface LogEvent {
  block_height: number;
  block_hash: CryptoHash;
  timestamp_nanosec: string;
  shard_id: ShardId;
  transaction_hash: CryptoHash | null;
  receipt_id: CryptoHash;
  account_id: AccountId;
  /** The index of the line in the logs of its receipt. */
  index: number;
  log: string;
  /** The NEP-297 event in the line. */
  event: ContractEvent | null;
}

export type LogSummaryStyle = 'plain' | 'colored';

export interface MerklePathItem {
  hash: CryptoHash;
  /** The side of the sibling with this hash. */
  direction: Direction;
}

export type MethodResolveError = 'MethodEmptyName' | 'MethodNotFound' | 'MethodInvalidSignature';

export interface MissingTrieValue {
  context: MissingTrieValueContext;
  hash: CryptoHash;
}

export type MissingTrieValueContext = 'TrieIterator' | 'TriePrefetchingStorage' | 'TrieMemoryPartialStorage' | 'TrieStorage';

/** The JSON text of a value that can change at run time. */
export type MutableConfigValue = string;

/** An amount of gas. */
export type NearGas = U64;

/** An amount of tokens in yoctoNEAR. */
export type NearToken = string;

export interface NextEpochValidatorInfo {
  account_id: AccountId;
  public_key: PublicKey;
  stake: NearToken;
  shards: readonly ShardId[];
}

export type NonDelegateAction = {
  CreateAccount: CreateAccountAction;
} | {
  DeployContract: DeployContractAction;
} | {
  FunctionCall: FunctionCallAction;
} | {
  Transfer: TransferAction;
} | {
  Stake: StakeAction;
} | {
  AddKey: AddKeyAction;
} | {
  DeleteKey: DeleteKeyAction;
} | {
  DeleteAccount: DeleteAccountAction;
} | {
  DeployGlobalContract: DeployGlobalContractAction;
} | {
  UseGlobalContract: UseGlobalContractAction;
} | {
  DeterministicStateInit: DeterministicStateInitAction;
} | {
  TransferToGasKey: TransferToGasKeyAction;
} | {
  WithdrawFromGasKey: WithdrawFromGasKeyAction;
} | {
  UniversalStateInit: UniversalStateInitAction;
};

export type NonDelegateActionInput = {
  CreateAccount: CreateAccountAction;
} | {
  DeployContract: DeployContractAction;
} | {
  FunctionCall: FunctionCallAction;
} | {
  Transfer: TransferAction;
} | {
  Stake: StakeAction;
} | {
  AddKey: AddKeyActionInput;
} | {
  DeleteKey: DeleteKeyAction;
} | {
  DeleteAccount: DeleteAccountAction;
} | {
  DeployGlobalContract: DeployGlobalContractAction;
} | {
  UseGlobalContract: UseGlobalContractAction;
} | {
  DeterministicStateInit: DeterministicStateInitAction;
} | {
  TransferToGasKey: TransferToGasKeyAction;
} | {
  WithdrawFromGasKey: WithdrawFromGasKeyAction;
} | {
  UniversalStateInit: UniversalStateInitAction;
};

/**
 * `monotonic`: any nonce strictly greater than the access key nonce, the default behavior.
 * `strict`: the nonce must equal the access key nonce plus one.
 */
export type NonceMode = 'monotonic' | 'strict';

export type PeerId = PublicKey;

export interface PerigeeAccessKey {
  nonce?: U64;
  permission: AccessKeyPermissionInput;
}

export interface PerigeeAccessKeyDifference {
  account_id: AccountId;
  public_key: PublicKeyHandle;
  /** Null if the key did not exist. */
  before: AccessKeyView | null;
  /** Null if the key was deleted. */
  after: AccessKeyView | null;
}

export interface PerigeeAccountBalance {
  amount: NearToken;
  locked: NearToken;
}

/** The node failed; the message says how. */
export interface PerigeeAccountContractsError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface PerigeeAccountContractsRequest {
  account_id: AccountId;
  limit?: number;
}

export interface PerigeeAccountContractsResponse {
  contracts: readonly PerigeeRelatedContract[];
}

export interface PerigeeAccountDifference {
  account_id: AccountId;
  /** Null if the account did not exist. */
  before: AccountView | null;
  /** Null if the account was deleted. */
  after: AccountView | null;
}

/** The node failed; the message says how. */
export interface PerigeeAccountHistoryError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface PerigeeAccountHistoryRequest {
  account_id: AccountId;
  cursor?: string | null;
  limit?: number;
}

export interface PerigeeAccountHistoryResponse {
  /** Newest first. */
  entries: readonly PerigeeHistoryEntry[];
  /** Requests older entries; null after the oldest. */
  cursor: string | null;
}

export interface PerigeeAccountPage {
  account_ids: readonly AccountId[];
}

export type PerigeeAccountsRequest = null;

export interface PerigeeAccountsResponse {
  accounts: readonly PerigeeKnownAccount[];
}

export type PerigeeActionStatus = 'success' | 'failure' | 'not_executed';

export interface PerigeeActionTrace {
  /** As in `ActionView`. */
  kind: string;
  status: PerigeeActionStatus;
  /** The parameters, unless it is a function call. */
  fields?: readonly PerigeeTraceField[];
  method_name?: string;
  args?: PerigeeTracedBytes;
  /** The tokens attached to a function call. */
  deposit?: NearToken;
  /** The gas attached to a function call. */
  gas?: NearGas;
  /** With the fee for executing the action. */
  gas_burnt: NearGas;
  /** Burnt gas, and gas that new receipts take along. */
  gas_used: NearGas;
  /** The value that the contract returned. */
  result?: PerigeeTracedBytes;
  failure?: PerigeeTraceFailure;
  logs?: readonly string[];
  /** The keys that the contract changed. Nothing if the receipt failed. */
  storage_changes?: readonly PerigeeStorageChange[];
  host_calls?: readonly PerigeeHostCall[];
  truncated?: readonly PerigeeTraceTruncation[];
}

export interface PerigeeAdvanceTimeRequest {
  seconds: number;
}

export interface PerigeeAtHeight {
  height: number;
}

export interface PerigeeAtTime {
  timestamp: string;
}

export interface PerigeeBalanceChange {
  account_id: AccountId;
  /** Null if the account did not exist. */
  before: PerigeeAccountBalance | null;
  /** Null if the account was deleted. */
  after: PerigeeAccountBalance | null;
}

export type PerigeeCallError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    error_message: string;
  };
} | {
  name: 'SIMULATION_REFUSED';
  info: {
    code: string;
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
  };
};

export interface PerigeeCallRequest {
  /** The block on which it happens: a height or a hash. */
  block_id?: BlockId | null;
  finality?: Finality | null;
  account_id: AccountId;
  method_name: string;
  args_base64: FunctionArgs;
  /** Changes of the state before it. */
  overrides?: readonly PerigeeOverride[];
  /** The height that the contract sees. */
  block_height?: number | null;
  /** The time that the contract sees. */
  block_timestamp?: U64 | string | null;
}

export interface PerigeeCallResult {
  status: PerigeeCallStatus;
  /** The bytes that the method returned. */
  result?: readonly number[];
  logs: readonly string[];
  /** By the contract. */
  gas_burnt: NearGas;
  failure?: PerigeeTraceFailure;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type PerigeeCallStatus = 'success' | 'failure';

export interface PerigeeCodeDifference {
  account_id: AccountId;
  /** The hash of the code; null without any. */
  before: CryptoHash | null;
  /** The hash of the code; null without any. */
  after: CryptoHash | null;
}

export type PerigeeControlError = {
  name: 'CONTROL_REFUSED';
  info: {
    code: string;
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type PerigeeControlsRequest = null;

export interface PerigeeControlsResponse {
  /** `auto`, `auto:MS`, `interval:MS` or `manual`. */
  mining: string;
  /** Why no block can be produced. */
  halted: PerigeeHalt | null;
  /** The time of the clock, in nanoseconds since 1970. */
  timestamp: string;
  staged: PerigeeStagedChanges;
  /** Oldest first. */
  snapshots: readonly PerigeeSnapshot[];
}

export type PerigeeCoverageError = {
  name: 'TRACE_UNAVAILABLE';
  info: {
    error_message: string;
  };
} | {
  name: 'TRACE_DIFFERS';
  info: {
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeCoverageRequest {
  /** By default the oldest block that is possible. */
  from_height?: number | null;
  /** By default the newest block. */
  to_height?: number | null;
}

/** Counts of several reports can be added up. */
export interface PerigeeCoverageResponse {
  from_height: number;
  /** The last block that is part of the report. */
  to_height: number;
  /** Where to continue: the report ends earlier than requested if there was no time for more. */
  next_height: number | null;
  /** Those that a receipt has called. */
  contracts: readonly PerigeeCoveredContract[];
  /** Contracts that are missing because the report would be too long. */
  left_out?: number;
}

export interface PerigeeCoveredContract {
  code_hash: CryptoHash;
  /** An account that has the contract. */
  account_id: AccountId;
  calls: number;
  /** The contract's own files, without libraries; absent without debug information. */
  files?: readonly PerigeeCoveredFile[];
  /** All functions, if there are no `files`. */
  functions?: readonly PerigeeCoveredFunction[];
  /** Whether the contract has too much code to be counted. */
  too_large?: boolean;
}

export interface PerigeeCoveredFile {
  path: string;
  /**
   * Every line that has code, by number. A line that was compiled several times (inlined, or
   * as a generic) has the sum of their counts.
   */
  lines: readonly PerigeeCoveredLine[];
  functions: readonly PerigeeCoveredFunction[];
}

export interface PerigeeCoveredFunction {
  name: string;
  /** The first line that has code, if known. */
  line?: number;
  /** How often it was called. */
  count: number;
}

export interface PerigeeCoveredLine {
  line: number;
  count: number;
}

export interface PerigeeDeleteAccountRequest {
  account_id: AccountId;
}

export interface PerigeeDropSnapshotRequest {
  id: number;
}

export type PerigeeDumpStateRequest = null;

export interface PerigeeFailedReceipt {
  receipt_id: CryptoHash;
  receiver_id: AccountId;
  /** The name of the error, such as `FunctionCallError`. */
  kind: string;
  message: string;
  /** The cause in plain words, if known. */
  explanation?: string;
  /** What helps, if known. */
  remedy?: string;
  /** The functions that were active in the contract, innermost first. */
  stack?: readonly PerigeeStackFrame[];
}

/** The node failed; the message says how. */
export interface PerigeeFindHashesError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface PerigeeFindHashesRequest {
  /** The first digits of a hash in base58. */
  prefix: string;
  /** The maximum number of blocks, of transactions and of receipts. */
  limit?: number;
}

export interface PerigeeFindHashesResponse {
  /** In the order of their hashes, like the others. */
  blocks: readonly PerigeeFoundBlock[];
  transactions: readonly PerigeeFoundTransaction[];
  receipts: readonly PerigeeFoundReceipt[];
}

export interface PerigeeFoundBlock {
  hash: CryptoHash;
  height: number;
}

export interface PerigeeFoundReceipt {
  receipt_id: CryptoHash;
  predecessor_id: AccountId;
  receiver_id: AccountId;
}

export interface PerigeeFoundTransaction {
  hash: CryptoHash;
  signer_id: AccountId;
  receiver_id: AccountId;
}

export interface PerigeeGasKeyNonceDifference {
  account_id: AccountId;
  public_key: PublicKeyHandle;
  index: number;
  before: U64 | null;
  after: U64 | null;
}

export interface PerigeeGasParts {
  /** Instructions of contract code. */
  wasm: NearGas;
  host_functions: NearGas;
  /** Receipts and their actions: those that were executed, and those that contracts created. */
  actions: NearGas;
}

export type PerigeeGasReportRequest = null;

export interface PerigeeGasReportResponse {
  /** The first block of the report. */
  from_height: number;
  /** The last block of the report. */
  to_height: number;
  transactions: number;
  /** All gas, of transactions and their receipts. */
  total: NearGas;
  rows: readonly PerigeeGasReportRow[];
}

export interface PerigeeGasReportRow {
  account_id: AccountId;
  method_name: string;
  calls: number;
  failures: number;
  min: NearGas;
  median: NearGas;
  max: NearGas;
  total: NearGas;
  parts: PerigeeGasParts;
}

export interface PerigeeGivenBlock {
  /** In this order. */
  transactions?: readonly (PerigeeUnsignedTransaction | string)[] | PerigeeUnsignedTransaction | string;
  /** Changes of the state before it. */
  overrides?: readonly PerigeeOverride[];
  /**
   * Its height; that after the block before by default. Heights between are skipped, except
   * at the ends of epochs.
   */
  block_height?: number | null;
  /**
   * Its time; one second after the block before by default, and now for the first block on
   * the newest one.
   */
  block_timestamp?: U64 | string | null;
  /** Its random value, which contracts read seeds from. */
  random_value?: CryptoHash | null;
  /** Whether blocks follow that execute all receipts; always so after the last one. */
  wait_for_receipts?: boolean;
}

export interface PerigeeHalt {
  height: number;
  code: string;
  error_message: string;
  is_retried: boolean;
}

export interface PerigeeHistoryEntry {
  role: PerigeeHistoryRole;
  transaction_hash: CryptoHash | null;
  /** Null for a transaction. */
  receipt_id: CryptoHash | null;
  block_height: number;
  block_hash: CryptoHash;
  timestamp_nanosec: string;
  shard_id: ShardId;
}

export type PerigeeHistoryRole = 'signed' | 'received' | 'executed';

/** A host function that a contract called. */
export interface PerigeeHostCall {
  /** As contracts import it. */
  name: string;
  args: readonly PerigeeTraceField[];
  /** The number that it returned. */
  result?: string;
  /** The bytes that it wrote to a register or to memory. */
  output?: PerigeeTracedBytes;
  /** Why it ended the call. */
  error?: string;
  /** The gas that it burnt. */
  gas_burnt: number;
  /** The gas that the contract had burnt after it. */
  gas_after: number;
  /** The compute that the contract had used after it. */
  compute_after: number;
}

export type PerigeeImpersonateError = {
  name: 'CONTROL_REFUSED';
  info: {
    code: string;
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
} | {
  name: 'INVALID_TRANSACTION';
  info: Record<string, never>;
} | {
  name: 'DOES_NOT_TRACK_SHARD';
} | {
  name: 'REQUEST_ROUTED';
  info: {
    transaction_hash: CryptoHash;
  };
} | {
  name: 'UNKNOWN_TRANSACTION';
  info: {
    requested_transaction_hash: CryptoHash;
  };
} | {
  name: 'TIMEOUT_ERROR';
  info: TimeoutErrorCause;
};

export interface PerigeeImpersonateRequest {
  signer_id: AccountId;
  receiver_id: AccountId;
  actions: readonly ActionViewInput[];
  /** The milestone to wait for before returning. */
  wait_until?: TxExecutionStatus;
}

/** The node failed; the message says how. */
export interface PerigeeKeyAccountsError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface PerigeeKeyAccountsRequest {
  public_key: PublicKeyHandle;
  after?: AccountId | null;
  limit?: number;
}

export interface PerigeeKnownAccount {
  account_id: AccountId;
  public_key: PublicKey;
  /** Missing for callers that may not see it. */
  secret_key?: string;
}

export interface PerigeeLoadStateRequest {
  state: PerigeeStateDumpInput;
}

export interface PerigeeLoggedRequest {
  /** Nanoseconds since 1970. */
  timestamp: string;
  path: string;
  /** Null for a long one. */
  body: string | null;
  body_bytes: number;
  /** The HTTP status. */
  status: number;
  is_error: boolean;
}

export interface PerigeeMineRequest {
  blocks?: number;
  epochs?: number;
}

export type PerigeeOverride = {
  /** As `perigee_set_balance`. */
  set_balance: PerigeeSetBalanceRequest;
} | {
  /** As `perigee_set_code`. */
  set_code: PerigeeSetCodeRequest;
} | {
  /** As `perigee_set_storage`. */
  set_storage: PerigeeSetStorageRequest;
} | {
  /** As `perigee_set_access_key`. */
  set_access_key: PerigeeSetAccessKeyRequest;
} | {
  /** As `perigee_delete_account`. */
  delete_account: PerigeeDeleteAccountRequest;
};

/** What burnt gas: a function, or a fee. */
export interface PerigeeProfileFrame {
  /**
   * `fee`: receipts and their actions. `code`: functions of a contract. `store`, `send`,
   * `host`: host functions that use the storage, that create receipts, and others. `other`:
   * what did not fit in the profile.
   */
  kind: PerigeeProfileFrameKind;
  name: string;
  /** Where the function is declared, if known. */
  file?: string;
  line?: number;
}

export type PerigeeProfileFrameKind = 'fee' | 'code' | 'store' | 'send' | 'host' | 'other';

export interface PerigeeProfileNode {
  /** The index of a node before this one. */
  parent?: number;
  /** The index of a frame. */
  frame: number;
  /** Burnt by the frame itself, without the nodes below it. */
  gas: number;
  calls: number;
}

export type PerigeeProfileTransactionError = {
  name: 'UNKNOWN_TRANSACTION';
  info: {
    requested_transaction_hash: CryptoHash;
  };
} | {
  name: 'TRACE_UNAVAILABLE';
  info: {
    error_message: string;
  };
} | {
  name: 'TRACE_DIFFERS';
  info: {
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeProfileTransactionRequest {
  tx_hash: CryptoHash;
}

export interface PerigeeProfiledReceipt {
  /** The id of the receipt, or the hash of the transaction. */
  receipt_id: CryptoHash;
  receiver_id: AccountId;
  /** The index of its node, which has no parent. */
  node: number;
  /** The sum over its node and all nodes below. */
  gas_burnt: NearGas;
}

export interface PerigeeProtocolStep {
  version: number;
  height: number;
}

export interface PerigeeReceiptGas {
  /** The id of a receipt, or the hash of the transaction. */
  id: CryptoHash;
  executor_id: AccountId;
  /** `transaction`, `refund`, or the actions of a receipt: functions by name, others by kind. */
  name: string;
  gas: NearGas;
  tokens_burnt: NearToken;
  parts: PerigeeGasParts;
}

export type PerigeeReceiptKind = 'action' | 'refund' | 'yield';

export interface PerigeeReceiptTrace {
  receipt_id: CryptoHash;
  /** The receipt or the transaction that created it. */
  parent_id: CryptoHash;
  kind: PerigeeReceiptKind;
  predecessor_id: AccountId;
  receiver_id: AccountId;
  /** The block in which it was executed. */
  block_hash?: CryptoHash;
  block_height?: number;
  shard_id?: ShardId;
  /** `pending`: it has not been executed yet. */
  status: PerigeeTraceStatus;
  /** The value that it returned. */
  result?: PerigeeTracedBytes;
  failure?: PerigeeTraceFailure;
  /** The receipt whose result is the result of this one. */
  promised_receipt_id?: CryptoHash;
  gas_burnt: NearGas;
  tokens_burnt: NearToken;
  /** Absent at the level `receipts`. */
  actions?: readonly PerigeeActionTrace[];
  balance_changes?: readonly PerigeeBalanceChange[];
  /** The receipts that it created. */
  children: readonly CryptoHash[];
  truncated?: readonly PerigeeTraceTruncation[];
}

export interface PerigeeRefusedTransaction {
  /** Nanoseconds since 1970. */
  timestamp: string;
  /** Null if the transaction could not be decoded. */
  transaction_hash: string | null;
  signer_id: string | null;
  receiver_id: string | null;
  /** In a few words each; at most four of them. */
  actions: readonly string[];
  /** The name of the `InvalidTxError`; `Undecodable` or `Dropped` if there is none. */
  error: string;
  /** The cause in plain words. */
  explanation: string;
  /** What helps, if known. */
  remedy: string | null;
}

export type PerigeeRefusedTransactionsRequest = null;

export interface PerigeeRefusedTransactionsResponse {
  /** Newest first. */
  transactions: readonly PerigeeRefusedTransaction[];
}

export interface PerigeeRelatedContract {
  /**
   * A fungible token (NEP-141), a non-fungible one (NEP-171), a multi token (NEP-245) or a
   * staking pool.
   */
  relation: PerigeeRelation;
  contract_id: AccountId;
}

export type PerigeeRelation = 'ft' | 'nft' | 'mt' | 'pool';

export type PerigeeRequestsRequest = null;

export interface PerigeeRequestsResponse {
  /** Newest first. */
  requests: readonly PerigeeLoggedRequest[];
}

export type PerigeeResetRequest = null;

export interface PerigeeRevertRequest {
  id: number;
}

export interface PerigeeRevertToRequest {
  height: number;
}

export interface PerigeeRow {
  column: 'meta' | 'block' | 'blockAt' | 'blockExtra' | 'blockMerkle' | 'chunk' | 'chunkExtra' | 'emptyChunk' | 'nextBlock' | 'outcomeIds' | 'outgoingReceipts' | 'accountHistory' | 'outcome' | 'outcomePath' | 'receipt' | 'relatedContract' | 'transaction' | 'epochInfo' | 'epochStart' | 'epochSummary' | 'lightClientBlock' | 'keyAccount' | 'stateChanges' | 'stateNode' | 'author' | 'parent' | 'shown' | 'stateAt' | 'stateKey' | 'stateMark' | 'originRow' | 'undo';
  key: string;
}

export type PerigeeRowsError = {
  name: 'NO_ROWS';
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeRowsRequest {
  rows: readonly PerigeeRow[];
}

export interface PerigeeRowsResponse {
  rows: readonly (string | null)[];
}

export interface PerigeeSetAccessKeyRequest {
  account_id: AccountId;
  public_key: PublicKeyHandle;
  access_key?: PerigeeAccessKey | null;
}

export interface PerigeeSetBalanceRequest {
  account_id: AccountId;
  amount: NearToken;
}

export interface PerigeeSetCodeRequest {
  account_id: AccountId;
  code_base64?: string | null;
}

export interface PerigeeSetMiningRequest {
  /** `auto`, `auto:MS`, `interval:MS` or `manual`. */
  mode: string;
}

export interface PerigeeSetNextBlockTimestampRequest {
  /** Nanoseconds since 1970. */
  timestamp: U64 | string;
}

export interface PerigeeSetProtocolRequest {
  version: number;
}

export interface PerigeeSetProtocolResponse {
  steps: readonly PerigeeProtocolStep[];
}

export interface PerigeeSetStorageRequest {
  account_id: AccountId;
  key_base64: string;
  value_base64?: string | null;
}

export interface PerigeeSetTimeRequest {
  /** Nanoseconds since 1970. */
  timestamp: U64 | string;
}

export interface PerigeeShardState {
  shard_id: ShardId;
  records: readonly StateRecord[];
  rows: readonly {
    key: string;
    value: string;
  }[];
}

export interface PerigeeShardStateInput {
  shard_id: ShardId;
  records: readonly StateRecordInput[];
  rows: readonly {
    key: string;
    value: string;
  }[];
}

export type PerigeeSimulateError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    error_message: string;
  };
} | {
  name: 'SIMULATION_REFUSED';
  info: {
    code: string;
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeSimulateRequest {
  /** The block on which it happens: a height or a hash. */
  block_id?: BlockId | null;
  finality?: Finality | null;
  /** One transaction or several, which the first block includes in this order. */
  transactions?: readonly (PerigeeUnsignedTransaction | string)[] | PerigeeUnsignedTransaction | string | null;
  /** Changes of the state before it. */
  overrides?: readonly PerigeeOverride[];
  /**
   * Its height; that after the block before by default. Heights between are skipped, except
   * at the ends of epochs.
   */
  block_height?: number | null;
  /**
   * Its time; one second after the block before by default, and now for the first block on
   * the newest one.
   */
  block_timestamp?: U64 | string | null;
  /** Its random value, which contracts read seeds from. */
  random_value?: CryptoHash | null;
  /** Several blocks, instead of `transactions`. */
  blocks?: readonly PerigeeGivenBlock[] | null;
  /** Adds a trace to each transaction, as in `perigee_trace_transaction`. */
  level?: PerigeeTraceLevel | null;
  /** Whether to find out how much gas function calls need, which executes them again. */
  suggest_gas?: boolean;
}

export interface PerigeeSimulatedBlock {
  hash: CryptoHash;
  height: number;
  /** Nanoseconds since 1970. */
  timestamp: string;
}

export interface PerigeeSimulatedTransaction {
  transaction_hash: CryptoHash;
  /** As in `tx`; a transaction that no block can include has an `InvalidTxError`. */
  status: FinalExecutionStatus;
  /** What the status says, in plain words. */
  failure?: PerigeeTraceFailure;
  /** By the transaction and all of its receipts. */
  gas_burnt: NearGas;
  /** By the transaction and all of its receipts. */
  tokens_burnt: NearToken;
  /** The outcome of the transaction itself; null if no block includes it. */
  transaction_outcome: ExecutionOutcomeWithIdView | null;
  /** The outcomes of all its receipts, a receipt before those that it generated. */
  receipts_outcome: readonly ExecutionOutcomeWithIdView[];
  /** Receipts that were not executed, such as yielded promises that nobody resumes. */
  pending?: readonly CryptoHash[];
  /** Every receipt that failed, and why. */
  failures?: readonly PerigeeFailedReceipt[];
  /** Every row that it changed, before its first change and after its last. */
  state_changes: PerigeeStateDifferences;
  /**
   * The gas with which its function calls come out as they do with the gas that they have, or
   * succeed if that is too little.
   */
  suggested_gas?: readonly PerigeeSuggestedGas[];
  trace?: PerigeeTransactionTrace;
  truncated?: readonly PerigeeTraceTruncation[];
}

export interface PerigeeSimulation {
  /** The block after which the simulation began. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
  /** The blocks that were made. */
  blocks: readonly PerigeeSimulatedBlock[];
  /** In the order of the request. */
  transactions: readonly PerigeeSimulatedTransaction[];
}

export interface PerigeeSnapshot {
  id: number;
  height: number;
}

export type PerigeeSnapshotRequest = null;

export interface PerigeeSnapshotResponse {
  id: number;
}

export interface PerigeeSplitShardRequest {
  shard_id: number;
  boundary_account?: AccountId | null;
}

export interface PerigeeSplitShardResponse {
  shard_id: ShardId;
  boundary_account: AccountId;
  new_shard_ids: readonly ShardId[];
  announced_height: number;
  height: number;
}

export interface PerigeeStackFrame {
  /** Its name, or its number in the module. */
  function: string;
  /** Whether it is part of the code of the next one. */
  inlined?: boolean;
  file?: string;
  line?: number;
  column?: number;
}

export interface PerigeeStagedChanges {
  protocol_version: number | null;
  split: {
    shard_id: ShardId;
    boundary_account: AccountId;
  } | null;
}

export interface PerigeeStateDifferences {
  accounts: readonly PerigeeAccountDifference[];
  access_keys: readonly PerigeeAccessKeyDifference[];
  gas_key_nonces?: readonly PerigeeGasKeyNonceDifference[];
  storage: readonly PerigeeStorageDifference[];
  code: readonly PerigeeCodeDifference[];
}

export interface PerigeeStateDump {
  perigee_state: number;
  chain_id: string;
  protocol_version: number;
  dialect: Dialect;
  height: number;
  block_hash: CryptoHash;
  timestamp: string;
  shard_layout: ShardLayout;
  shards: readonly PerigeeShardState[];
}

export interface PerigeeStateDumpInput {
  perigee_state: number;
  chain_id: string;
  protocol_version: number;
  dialect?: Dialect;
  height: number;
  block_hash: CryptoHash;
  timestamp: string;
  shard_layout: ShardLayoutInput;
  shards: readonly PerigeeShardStateInput[];
}

export interface PerigeeStorageChange {
  key: PerigeeTracedBytes;
  /** Null if there was no such key. */
  before: PerigeeTracedBytes | null;
  /** Null if the key was removed. */
  after: PerigeeTracedBytes | null;
}

export interface PerigeeStorageDifference {
  account_id: AccountId;
  key_base64: string;
  /** Null if there was no such key. */
  before_base64: string | null;
  /** Null if the key was removed. */
  after_base64: string | null;
}

/** The node failed; the message says how. */
export interface PerigeeSubAccountsError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface PerigeeSubAccountsRequest {
  account_id: AccountId;
  after?: AccountId | null;
  limit?: number;
}

export interface PerigeeSuggestedGas {
  /** The place of the function call among the actions. */
  action_index: number;
  method_name: string;
  /** Null if the call fails with any amount. */
  gas: NearGas | null;
  /**
   * Whether less is known not to suffice: for a call that shares its remaining gas among
   * promises, up to 1 Ggas less might.
   */
  is_least: boolean;
}

export interface PerigeeTraceFailure {
  /** The name of the error, such as `FunctionCallError`. */
  kind: string;
  message: string;
  /** The cause in plain words, if known. */
  explanation?: string;
  /** What helps, if known. */
  remedy?: string;
  /** The functions that were active in the contract, innermost first. */
  stack?: readonly PerigeeStackFrame[];
}

export interface PerigeeTraceField {
  name: string;
  value?: string;
  bytes?: PerigeeTracedBytes;
  /** For a promise: the accounts that its receipts go to. */
  account_ids?: readonly AccountId[];
}

export type PerigeeTraceLevel = 'receipts' | 'calls' | 'host';

export type PerigeeTraceStatus = 'success' | 'failure' | 'pending';

export type PerigeeTraceTransactionError = {
  name: 'UNKNOWN_TRANSACTION';
  info: {
    requested_transaction_hash: CryptoHash;
  };
} | {
  name: 'TRACE_UNAVAILABLE';
  info: {
    error_message: string;
  };
} | {
  name: 'TRACE_DIFFERS';
  info: {
    error_message: string;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeTraceTransactionRequest {
  tx_hash: CryptoHash;
  /** Not needed; accepted as in `tx`. */
  sender_account_id?: AccountId | null;
  /**
   * How much is shown: `receipts`, with `calls` also their actions, with `host` also the host
   * functions that contracts call.
   */
  level?: PerigeeTraceLevel;
}

export interface PerigeeTraceTruncation {
  /** The name of the list. */
  what: string;
  /** The number of entries that are missing at its end. */
  left_out: number;
}

export interface PerigeeTracedBytes {
  /** The number of bytes. */
  length: number;
  /** The bytes as UTF-8, if they are readable text. */
  text?: string;
  /** The bytes, if they are not readable text. */
  base64?: string;
  /** How many bytes at the end are not shown. */
  left_out?: number;
}

export type PerigeeTransactionGasError = {
  name: 'UNKNOWN_TRANSACTION';
  info: {
    requested_transaction_hash: CryptoHash;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface PerigeeTransactionGasRequest {
  tx_hash: CryptoHash;
}

export interface PerigeeTransactionGasResponse {
  /** The sum over the rows. */
  gas: NearGas;
  tokens_burnt: NearToken;
  parts: PerigeeGasParts;
  /** Receipts that are not executed yet; their gas is missing. */
  pending: number;
  rows: readonly PerigeeReceiptGas[];
}

export interface PerigeeTransactionProfile {
  transaction_hash: CryptoHash;
  signer_id: AccountId;
  receiver_id: AccountId;
  /** By the transaction and all of its receipts: the sum over all nodes. */
  gas_burnt: NearGas;
  /** The transaction, then its receipts, each after the one that created it. */
  receipts: readonly PerigeeProfiledReceipt[];
  frames: readonly PerigeeProfileFrame[];
  /** Every node after its parent. */
  nodes: readonly PerigeeProfileNode[];
  /** Receipts that are too many to be shown; their gas is that of the node `(other)`. */
  receipts_left_out?: number;
}

export interface PerigeeTransactionTrace {
  transaction_hash: CryptoHash;
  signer_id: AccountId;
  receiver_id: AccountId;
  block_hash: CryptoHash;
  block_height: number;
  shard_id: ShardId;
  level: PerigeeTraceLevel;
  /** `pending`: it has not been executed yet. */
  status: PerigeeTraceStatus;
  /** The value that it returned. */
  result?: PerigeeTracedBytes;
  failure?: PerigeeTraceFailure;
  /** By the transaction and all of its receipts. */
  gas_burnt: NearGas;
  /** By the transaction and all of its receipts. */
  tokens_burnt: NearToken;
  /** By turning the transaction into a receipt. */
  conversion_gas_burnt: NearGas;
  /** What the signer paid when the transaction was turned into a receipt. */
  balance_changes?: readonly PerigeeBalanceChange[];
  /** The receipt that it became. */
  children: readonly CryptoHash[];
  /** All receipts, each after the one that created it. */
  receipts: readonly PerigeeReceiptTrace[];
  truncated?: readonly PerigeeTraceTruncation[];
}

export interface PerigeeUnsignedTransaction {
  signer_id: AccountId;
  receiver_id: AccountId;
  actions: readonly ActionViewInput[];
  /** The access key that pays and permits; without it, none is needed or changed. */
  public_key?: PublicKey | null;
  /** Of the access key; its next one by default. */
  nonce?: U64 | null;
}

export type PrepareError = 'Serialization' | 'Deserialization' | 'InternalMemoryDeclared' | 'GasInstrumentation' | 'StackHeightInstrumentation' | 'Instantiate' | 'Memory' | 'TooManyFunctions' | 'TooManyLocals' | 'TooManyTables' | 'TooManyTableElements' | 'FunctionBodyTooLarge' | 'InstrumentedCodeTooLarge' | 'TooManyBlocksPerFunction' | 'TooManyBlocksPerContract' | 'TooManyTypes' | 'TooManyParamsPerFunction' | 'TooManyParamsPerContract' | 'OperandStackTooLarge' | 'TooManyGlobals';

export type ProtocolVersionCheckConfig = 'Next' | 'NextNext';

/** A public key, such as `ed25519:...`; without a prefix it is an ed25519 key. */
export type PublicKey = string;

/** A public key as the state stores it: long keys by their hash. */
export type PublicKeyHandle = string;

/** A failed call, or a missing access key. */
export interface QueryFailure {
  /** Why the call failed, or that there is no such key or account. */
  error: string;
  /** Always empty. */
  logs: readonly string[];
}

export type QueryRequest = {
  request_type: 'view_account';
  account_id: AccountId;
} | {
  request_type: 'view_code';
  account_id: AccountId;
} | {
  request_type: 'view_state';
  account_id: AccountId;
  /** The prefix of the keys; empty for all keys. */
  prefix_base64: StoreKey;
  /** Continue after this key. */
  after_key_base64?: StoreKey | null;
  /** The maximum number of values. */
  limit?: number | null;
  /** Include the trie nodes that prove the result; not with pagination. */
  include_proof?: boolean;
} | {
  request_type: 'view_access_key';
  account_id: AccountId;
  public_key: PublicKey;
} | {
  request_type: 'view_access_key_list';
  account_id: AccountId;
  /** Continue after this key. */
  after_key?: PublicKeyHandle | null;
  /** The maximum number of keys. */
  limit?: number | null;
} | {
  request_type: 'view_gas_key_nonces';
  account_id: AccountId;
  public_key: PublicKey;
} | {
  request_type: 'call_function';
  account_id: AccountId;
  method_name: string;
  args_base64: FunctionArgs;
} | {
  request_type: 'view_global_contract_code';
  code_hash: CryptoHash;
} | {
  request_type: 'view_global_contract_code_by_account_id';
  account_id: AccountId;
};

export interface Range_of_uint64 {
  start: number;
  /** The first height after the window. */
  end: number;
}

/** An initial state in Borsh, base64-encoded. */
export type RawStateInit = string;

export type ReceiptEnumView = {
  Action: {
    /** The signer of the transaction that the receipt came from. */
    signer_id: AccountId;
    signer_public_key: PublicKey;
    /** The price at which the gas was bought. */
    gas_price: NearToken;
    /** Who gets the returned value, each in a data receipt. */
    output_data_receivers: readonly DataReceiverView[];
    /** The data receipts that this one waits for. */
    input_data_ids: readonly CryptoHash[];
    actions: readonly ActionView[];
    /** Whether the receipt was created by a yield and waits for its resumption. */
    is_promise_yield: boolean;
    /** Who gets refunds of deposits, if not the predecessor. */
    refund_to?: AccountId;
  };
} | {
  Data: {
    data_id: CryptoHash;
    /** Null if the sender failed. */
    data: string | null;
    /** Whether the receipt resumes a yield. */
    is_promise_resume: boolean;
  };
} | {
  GlobalContractDistribution: {
    id: GlobalContractIdentifier;
    target_shard: ShardId;
    already_delivered_shards: readonly ShardId[];
    /** The SHA-256 hash of the code, base64-encoded. */
    code: string;
    /** Orders deployments under the same name; older receipts have none. */
    nonce?: U64;
  };
};

export interface ReceiptEvent {
  block_height: number;
  block_hash: CryptoHash;
  timestamp_nanosec: string;
  shard_id: ShardId;
  /** The transaction that it came from. */
  transaction_hash: CryptoHash | null;
  receipt: ReceiptView;
  outcome: ExecutionOutcomeView;
  /** What nothing on the chain verifies; missing if everything is verified. */
  unverified?: readonly UnverifiedKind[];
}

export interface ReceiptReference {
  receipt_id: CryptoHash;
}

export type ReceiptValidationError = {
  InvalidPredecessorId: {
    account_id: string;
  };
} | {
  InvalidReceiverId: {
    account_id: string;
  };
} | {
  InvalidSignerId: {
    account_id: string;
  };
} | {
  InvalidDataReceiverId: {
    account_id: string;
  };
} | {
  ReturnedValueLengthExceeded: {
    length: number;
    limit: number;
  };
} | {
  NumberInputDataDependenciesExceeded: {
    number_of_input_data_dependencies: number;
    limit: number;
  };
} | {
  ActionsValidation: ActionsValidationError;
} | {
  ReceiptSizeExceeded: {
    size: number;
    limit: number;
  };
} | {
  InvalidRefundTo: {
    account_id: string;
  };
};

export interface ReceiptView {
  /** The account that sent the receipt. */
  predecessor_id: AccountId;
  receiver_id: AccountId;
  receipt_id: CryptoHash;
  receipt: ReceiptEnumView;
  /** Always 0, kept for backward compatibility. */
  priority: number;
}

export interface RevertEvent {
  height: number;
}

export type RpcBlockError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'NOT_SYNCED_YET';
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcBlockRequest = BlockReference;

export type RpcBlockResponse = BlockView;

export type RpcCallFunctionError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'NO_CONTRACT_CODE';
  info: {
    contract_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'CONTRACT_EXECUTION_ERROR';
  info: {
    vm_error: FunctionCallError;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcCallFunctionRequest = BlockReference & {
  account_id: AccountId;
  method_name: string;
  args_base64: FunctionArgs;
};

export interface RpcCallFunctionResponse {
  /** The bytes that the method returned. */
  result: readonly number[];
  /** The logs of the call. */
  logs: readonly string[];
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcChunkError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'INVALID_SHARD_ID';
  info: {
    shard_id: ShardId;
  };
} | {
  name: 'UNKNOWN_CHUNK';
  info: {
    chunk_hash: ChunkHash;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcChunkRequest = ChunkReference;

export interface RpcChunkResponse {
  /** The account that produced the chunk. */
  author: AccountId;
  header: ChunkHeaderView;
  transactions: readonly SignedTransactionView[];
  /** The receipts that the shard's previous chunk sent. */
  receipts: readonly ReceiptView[];
}

/** The node failed; the message says how. */
export interface RpcClientConfigError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export type RpcClientConfigRequest = null;

export interface RpcClientConfigResponse {
  version: Version;
  chain_id: string;
  /** Where JSON-RPC is served; null if it is not. */
  rpc_addr: string | null;
  /** The height at which the node stops, or null. */
  expected_shutdown: MutableConfigValue;
  /** How often the node checks whether it can produce a block. */
  block_production_tracking_delay: MutableConfigValue;
  /** The shortest time between blocks. */
  min_block_production_delay: MutableConfigValue;
  /** The longest time to wait for approvals before a block is produced. */
  max_block_production_delay: MutableConfigValue;
  /** The longest time to wait for a block before it is skipped. */
  max_block_wait_delay: MutableConfigValue;
  /** The share of the block delay for which chunks are awaited. */
  chunk_wait_mult: MutableConfigValue;
  /** Whether the node starts without waiting for peers. */
  skip_sync_wait: boolean;
  /** Seconds and nanoseconds. */
  sync_check_period: readonly [number, number];
  /** Seconds and nanoseconds. */
  sync_step_period: readonly [number, number];
  /** How far the node may be behind before it syncs. */
  sync_height_threshold: number;
  sync_max_block_requests: number;
  /** Seconds and nanoseconds. */
  header_sync_initial_timeout: readonly [number, number];
  /** Seconds and nanoseconds. */
  header_sync_progress_timeout: readonly [number, number];
  /** Seconds and nanoseconds. */
  header_sync_stall_ban_timeout: readonly [number, number];
  header_sync_expected_height_per_second: number;
  /** Seconds and nanoseconds. */
  block_request_timeout: readonly [number, number];
  /** Seconds and nanoseconds. */
  state_sync_p2p_timeout: readonly [number, number];
  /** Seconds and nanoseconds. */
  state_sync_retry_backoff: readonly [number, number];
  /** The number of peers before blocks are produced. */
  min_num_peers: number;
  /** How often a summary is logged. */
  log_summary_period: readonly [number, number];
  log_summary_style: LogSummaryStyle;
  /** Whether blocks without chunks are produced. */
  produce_empty_blocks: boolean;
  /** The length of an epoch in blocks. */
  epoch_length: number;
  num_block_producer_seats: number;
  /** How long the peer of an account is remembered. */
  ttl_account_id_router: readonly [number, number];
  /** Seconds and nanoseconds. */
  catchup_step_period: readonly [number, number];
  /** Seconds and nanoseconds. */
  chunk_request_retry_period: readonly [number, number];
  doomslug_step_period: MutableConfigValue;
  /** How far ahead of the head block headers are fetched. */
  block_header_fetch_horizon: number;
  /** How old blocks are collected. */
  gc: GCConfig;
  /** The shards whose state the node has. */
  tracked_shards_config: TrackedShardsConfig;
  /** Whether old blocks are kept. */
  archive: boolean;
  /** How old data is written to external storage. */
  cloud_archival_writer: CloudArchivalWriterConfig | null;
  /** Whether changes of the trie are kept, without which nothing can be collected. */
  save_trie_changes: boolean;
  /** Whether outcomes of transactions and receipts are kept. */
  save_tx_outcomes: boolean;
  /** Whether the transaction that each receipt came from is kept. */
  save_receipt_to_tx: boolean;
  /** The largest `window` of EXPERIMENTAL_receipt_to_tx. */
  receipt_to_tx_max_hint_window: number;
  /** How many receipts EXPERIMENTAL_receipt_to_tx goes back. */
  receipt_to_tx_max_hop_distance: number;
  /** How many outcomes EXPERIMENTAL_receipt_to_tx reads. */
  receipt_to_tx_max_outcomes_per_request: number;
  /** Whether `changes` can be answered. */
  save_state_changes: boolean;
  save_untracked_partial_chunks_parts: boolean;
  view_client_threads: number;
  chunk_validation_threads: number;
  /** Seconds and nanoseconds. */
  state_request_throttle_period: readonly [number, number];
  state_requests_per_throttle_period: number;
  state_request_server_threads: number;
  /** The largest state in bytes that view_state returns at once; null for no limit. */
  trie_viewer_state_size_limit: number | null;
  /** The largest number of keys that view_access_key_list returns. */
  view_access_keys_limit: number;
  /** The gas limit of view calls; null for that of the protocol. */
  max_gas_burnt_view: NearGas | null;
  enable_statistics_export: boolean;
  client_background_migration_threads: number;
  state_sync: StateSyncConfig;
  epoch_sync: EpochSyncConfig;
  /** The largest size of pending transactions in bytes; null for no limit. */
  transaction_pool_size_limit: number | null;
  /** After how many blocks a pending transaction with a strict nonce is dropped. */
  transaction_pool_strict_nonce_ttl_blocks: number;
  enable_multiline_logging: boolean;
  /** How shards are split. */
  resharding_config: MutableConfigValue;
  /** To the chunk producers of how many coming heights transactions are forwarded. */
  tx_routing_height_horizon: number;
  disable_tx_routing: boolean;
  /** How long transactions are added to a chunk; null for no limit. */
  produce_chunk_add_transactions_time_limit: MutableConfigValue;
  /** A shared cache of chunks, if there is one. */
  chunk_distribution_network: ChunkDistributionNetworkConfig | null;
  orphan_state_witness_pool_size: number;
  orphan_state_witness_max_size: number;
  save_latest_witnesses: boolean;
  save_invalid_witnesses: boolean;
  transaction_request_handler_threads: number;
  /** Which later version makes the node stop if it does not support it. */
  protocol_version_check: ProtocolVersionCheckConfig;
  enable_early_prepare_transactions: boolean;
  /** For how many heights chunks are cached. */
  chunks_cache_height_horizon: number;
}

export type RpcCongestionLevelRequest = RpcChunkRequest;

export interface RpcCongestionLevelResponse {
  /** 0 = none to 1 = maximum. */
  congestion_level: number;
}

export type RpcGasPriceError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface RpcGasPriceRequest {
  block_id?: BlockId | null;
}

export interface RpcGasPriceResponse {
  gas_price: NearToken;
}

export type RpcHealthRequest = null;

export type RpcHealthResponse = null;

export type RpcIndexerBlockError = {
  name: 'BUSY';
} | {
  name: 'UNSUPPORTED';
  info: {
    error_message: string;
  };
} | {
  name: 'DATA_UNAVAILABLE';
  info: {
    error_message: string;
  };
} | {
  name: 'INCOMPLETE_DATA';
  info: {
    error_message: string;
  };
} | {
  name: 'LIMIT_EXCEEDED';
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface RpcIndexerBlockRequest {
  block_hash: CryptoHash;
}

export interface RpcIndexerBlockResponse {
  block: BlockView;
  tracked_shards: readonly ShardId[];
  shards: readonly IndexerShard[];
}

export interface RpcKnownProducer {
  account_id: AccountId;
  addr: string | null;
  peer_id: PeerId;
}

export interface RpcLightClientBlockProofRequest {
  block_hash: CryptoHash;
  light_client_head: CryptoHash;
}

export interface RpcLightClientBlockProofResponse {
  block_header_lite: LightClientBlockLiteView;
  /** The path from the block to the `block_merkle_root` of the head. */
  block_proof: readonly MerklePathItem[];
}

export interface RpcLightClientChunkExecutionProofRequest {
  chunk_id: SpiceChunkId;
  light_client_head: CryptoHash;
}

export interface RpcLightClientChunkExecutionProofResponse {
  chunk_execution_proof: ChunkExecutionProofView;
}

export type RpcLightClientExecutionOutcomeProofRequest = TransactionOrReceiptId & {
  light_client_head: CryptoHash;
};

export interface RpcLightClientExecutionOutcomeProofResponse {
  chunk_execution_proof: ChunkExecutionProofView;
  outcome_proof: ExecutionOutcomeWithIdView;
}

export type RpcLightClientExecutionProofRequest = TransactionOrReceiptId & {
  light_client_head: CryptoHash;
};

export interface RpcLightClientExecutionProofResponse {
  /** The outcome; its `block_hash` is the block that commits it. */
  outcome_proof: ExecutionOutcomeWithIdView;
  /** The path from the shard's outcome root to the `outcome_root` of the block. */
  outcome_root_proof: readonly MerklePathItem[];
  block_header_lite: LightClientBlockLiteView;
  /** The path from the block to the `block_merkle_root` of the head. */
  block_proof: readonly MerklePathItem[];
}

export type RpcLightClientNextBlockError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'EPOCH_OUT_OF_BOUNDS';
  info: {
    epoch_id: EpochId;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface RpcLightClientNextBlockRequest {
  last_block_hash: CryptoHash;
}

export type RpcLightClientNextBlockResponse = LightClientBlockView | Record<string, never>;

export type RpcLightClientProofError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'INCONSISTENT_STATE';
  info: {
    number_or_shards: number;
    execution_outcome_shard_id: ShardId;
  };
} | {
  name: 'NOT_CONFIRMED';
  info: {
    transaction_or_receipt_id: CryptoHash;
  };
} | {
  name: 'UNKNOWN_TRANSACTION_OR_RECEIPT';
  info: {
    transaction_or_receipt_id: CryptoHash;
  };
} | {
  name: 'UNAVAILABLE_SHARD';
  info: {
    transaction_or_receipt_id: CryptoHash;
    shard_id: ShardId;
  };
} | {
  name: 'SHARD_NOT_TRACKED';
  info: {
    shard_id: ShardId;
  };
} | {
  name: 'TARGET_SHARD_MISMATCH';
  info: {
    account_id: AccountId;
    account_shard_id: ShardId;
    requested_shard_id: ShardId;
  };
} | {
  name: 'STATE_NOT_AVAILABLE';
  info: {
    chunk_id: SpiceChunkId;
  };
} | {
  name: 'CHUNK_NOT_CERTIFIED';
  info: {
    chunk_id: SpiceChunkId;
  };
} | {
  name: 'LIGHT_CLIENT_HEAD_TOO_OLD';
  info: {
    chunk_id: SpiceChunkId;
    certifying_block_height: number;
    head_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export interface RpcLightClientStateProofRequest {
  chunk_id: SpiceChunkId;
  target: StateProofTarget;
  light_client_head: CryptoHash;
}

export interface RpcLightClientStateProofResponse {
  chunk_execution_proof: ChunkExecutionProofView;
  state_proof: StateProofView;
}

/** The node failed; the message says how. */
export interface RpcMaintenanceWindowsError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export interface RpcMaintenanceWindowsRequest {
  account_id: AccountId;
}

/** The node failed; the message says how. */
export interface RpcNetworkInfoError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export type RpcNetworkInfoRequest = null;

export interface RpcNetworkInfoResponse {
  active_peers: readonly RpcPeerInfo[];
  num_active_peers: number;
  peer_max_count: number;
  sent_bytes_per_sec: number;
  received_bytes_per_sec: number;
  known_producers: readonly RpcKnownProducer[];
}

export interface RpcPeerInfo {
  id: PeerId;
  addr: string | null;
  account_id: AccountId | null;
}

export type RpcProtocolConfigError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcProtocolConfigRequest = BlockReference;

export interface RpcProtocolConfigResponse {
  protocol_version: number;
  genesis_time: string;
  chain_id: string;
  genesis_height: number;
  num_block_producer_seats: number;
  /** Numerator and denominator. */
  protocol_upgrade_stake_threshold: readonly [number, number];
  epoch_length: number;
  gas_limit: NearGas;
  min_gas_price: NearToken;
  max_gas_price: NearToken;
  block_producer_kickout_threshold: number;
  chunk_producer_kickout_threshold: number;
  chunk_validator_only_kickout_threshold: number;
  target_validator_mandates_per_shard: number;
  /** Numerator and denominator. */
  online_min_threshold: readonly [number, number];
  /** Numerator and denominator. */
  online_max_threshold: readonly [number, number];
  /** Numerator and denominator. */
  gas_price_adjustment_rate: readonly [number, number];
  transaction_validity_period: number;
  /** Numerator and denominator. */
  protocol_reward_rate: readonly [number, number];
  /** Numerator and denominator. */
  max_inflation_rate: readonly [number, number];
  num_blocks_per_year: number;
  protocol_treasury_account: AccountId;
  fishermen_threshold: NearToken;
  minimum_stake_divisor: number;
  shard_layout: ShardLayout;
  minimum_validators_per_shard: number;
  /** Numerator and denominator. */
  minimum_stake_ratio: readonly [number, number];
  shuffle_shard_assignment_for_chunk_producers: boolean;
  max_kickout_stake_perc: number;
  dynamic_resharding: boolean;
  runtime_config: RuntimeConfigView;
}

export type RpcQueryError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'NO_CONTRACT_CODE';
  info: {
    contract_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'TOO_LARGE_CONTRACT_STATE';
  info: {
    contract_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCESS_KEY';
  info: {
    public_key: PublicKey;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_GAS_KEY';
  info: {
    public_key: PublicKey;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'NO_SYNCED_BLOCKS';
} | {
  name: 'UNAVAILABLE_SHARD';
  info: {
    requested_shard_id: ShardId;
  };
} | {
  name: 'GARBAGE_COLLECTED_BLOCK';
  info: {
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'TOO_MANY_ACCESS_KEYS';
  info: {
    requested_account_id: AccountId;
    limit: number;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'CONTRACT_EXECUTION_ERROR';
  info: {
    vm_error: string;
    error: FunctionCallError;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'NO_GLOBAL_CONTRACT_CODE';
  info: {
    identifier: GlobalContractIdentifier;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcQueryRequest = BlockReference & QueryRequest;

export type RpcQueryResponse = AccountView & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | ContractCodeView & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | ViewStateResult & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | AccessKeyView & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | AccessKeyList & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | GasKeyNoncesView & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | CallResult & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
} | QueryFailure & {
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
};

export type RpcReceiptError = {
  name: 'UNKNOWN_RECEIPT';
  info: {
    receipt_id: CryptoHash;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcReceiptRequest = ReceiptReference;

export type RpcReceiptResponse = ReceiptView;

export type RpcReceiptToTxError = {
  name: 'UNKNOWN_RECEIPT';
  info: {
    receipt_id: CryptoHash;
  };
} | {
  name: 'DEPTH_EXCEEDED';
  info: {
    receipt_id: CryptoHash;
    limit: number;
  };
} | {
  name: 'UNSUPPORTED';
  info: {
    error_message: string;
  };
} | {
  name: 'OUTCOMES_NOT_STORED';
} | {
  name: 'WINDOW_TOO_LARGE';
  info: {
    requested: U64;
    maximum: U64;
  };
} | {
  name: 'MALFORMED_HINT';
  info: {
    error_message: string;
  };
} | {
  name: 'BUDGET_EXCEEDED';
  info: {
    scanned: U64;
    limit: U64;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcReceiptToTxRequest = {
  receipt_id: CryptoHash;
} & ({
  /** A hint: the height at which the receipt was executed. */
  block_height?: U64 | null;
  /** A hint: the shard; requires `block_height`. */
  shard_id?: ShardId | null;
  /** How many heights around `block_height` to search. */
  window?: U64 | null;
});

export interface RpcReceiptToTxResponse {
  transaction_hash: CryptoHash;
  /** The signer of the transaction. */
  sender_account_id: AccountId;
}

export type RpcRequestValidationErrorKind = {
  name: 'METHOD_NOT_FOUND';
  info: {
    method_name: string;
  };
} | {
  name: 'PARSE_ERROR';
  info: {
    error_message: string;
  };
};

export interface RpcSandboxFastForwardRequest {
  delta_height: U64;
}

export type RpcSandboxFastForwardResponse = Record<string, never>;

export interface RpcSandboxPatchStateRequest {
  records: readonly StateRecordInput[];
}

export type RpcSandboxPatchStateResponse = Record<string, never>;

export interface RpcSendTransactionRequest {
  signed_tx_base64: SignedTransaction;
  /** The milestone to wait for before returning. */
  wait_until?: TxExecutionStatus;
}

/** The node failed; the message says how. */
export interface RpcSplitStorageInfoError {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
}

export type RpcSplitStorageInfoRequest = object;

export interface RpcSplitStorageInfoResponse {
  head_height: number | null;
  final_head_height: number | null;
  cold_head_height: number | null;
  hot_db_kind: string | null;
}

export type RpcStateChangesError = {
  name: 'UNKNOWN_BLOCK';
  info: Record<string, never>;
} | {
  name: 'NOT_SYNCED_YET';
} | {
  name: 'SHARD_NOT_APPLIED';
  info: {
    shard_id: ShardId;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcStateChangesInBlockByTypeRequest = BlockReference & StateChangesRequest;

export interface RpcStateChangesInBlockByTypeResponse {
  block_hash: CryptoHash;
  changes: readonly StateChangeKindView[];
}

export type RpcStateChangesInBlockRequest = BlockReference;

export interface RpcStateChangesInBlockResponse {
  block_hash: CryptoHash;
  changes: readonly StateChangeWithCauseView[];
}

export type RpcStatusError = {
  name: 'NODE_IS_SYNCING';
} | {
  name: 'NO_NEW_BLOCKS';
  info: {
    elapsed: readonly [number, number];
  };
} | {
  name: 'CHAIN_HALTED';
  info: PerigeeHalt;
} | {
  name: 'EPOCH_OUT_OF_BOUNDS';
  info: {
    epoch_id: CryptoHash;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcStatusRequest = null;

export interface RpcStatusResponse {
  version: Version;
  chain_id: string;
  /** The version at the latest block. */
  protocol_version: number;
  /** The newest version that the node supports. */
  latest_protocol_version: number;
  /** Where JSON-RPC is served. */
  rpc_addr?: string;
  /** The block producers of the epoch. */
  validators: readonly ValidatorInfo[];
  sync_info: StatusSyncInfo;
  /** The validator that the node runs. */
  validator_account_id: AccountId | null;
  validator_public_key: PublicKey | null;
  node_public_key: PublicKey;
  /** Deprecated: the same as `validator_public_key`. */
  node_key: PublicKey | null;
  uptime_sec: number;
  genesis_hash: CryptoHash;
}

export type RpcTransactionError = {
  name: 'INVALID_TRANSACTION';
  info: Record<string, never>;
} | {
  name: 'DOES_NOT_TRACK_SHARD';
} | {
  name: 'REQUEST_ROUTED';
  info: {
    transaction_hash: CryptoHash;
  };
} | {
  name: 'UNKNOWN_TRANSACTION';
  info: {
    requested_transaction_hash: CryptoHash;
  };
} | {
  name: 'TIMEOUT_ERROR';
  info: TimeoutErrorCause;
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcTransactionResponse = FinalExecutionOutcomeWithReceiptView & {
  /** The milestone reached. */
  final_execution_status: TxExecutionStatus;
} | FinalExecutionOutcomeView & {
  /** The milestone reached. */
  final_execution_status: TxExecutionStatus;
} | {
  /** The milestone reached. */
  final_execution_status: TxExecutionStatus;
};

export type RpcTransactionStatusRequest = TransactionInfo & {
  /** The milestone to wait for before returning. */
  wait_until?: TxExecutionStatus;
};

export type RpcValidatorError = {
  name: 'UNKNOWN_EPOCH';
} | {
  name: 'VALIDATOR_INFO_UNAVAILABLE';
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcValidatorRequest = {
  epoch_id: CryptoHash;
} | {
  /** The last block of an epoch. */
  block_id: BlockId;
} | {
  latest: null;
} | 'latest';

export interface RpcValidatorResponse {
  current_validators: readonly CurrentEpochValidatorInfo[];
  next_validators: readonly NextEpochValidatorInfo[];
  /** Always empty. */
  current_fishermen: readonly ValidatorStakeView[];
  /** Always empty. */
  next_fishermen: readonly ValidatorStakeView[];
  /** Stakes proposed in the epoch. */
  current_proposals: readonly ValidatorStakeView[];
  /** Validators that were excluded at the end of the previous epoch. */
  prev_epoch_kickout: readonly ValidatorKickoutView[];
  epoch_start_height: number;
  /** The number of the epoch. */
  epoch_height: number;
  /** The reward that each validator was paid for the previous epoch. */
  validator_reward_paid_prev_epoch: {
    [key: string]: NearToken;
  };
}

export interface RpcValidatorsOrderedRequest {
  block_id?: BlockId | null;
}

/** A follower with `--verified-only` has the response, but cannot prove all of it. */
export interface RpcVerificationError {
  name: 'NOT_VERIFIED';
  info: {
    unverified: readonly string[];
    error_message: string;
  };
}

export type RpcViewAccessKeyError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCESS_KEY';
  info: {
    public_key: PublicKey;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewAccessKeyListError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewAccessKeyListRequest = BlockReference & ({
  account_id: AccountId;
  /** Continue after this key. */
  after_key?: PublicKeyHandle | null;
  /** The maximum number of keys. */
  limit?: number | null;
});

export interface RpcViewAccessKeyListResponse {
  /** The keys, in the order of their bytes. */
  keys: readonly AccessKeyInfoView[];
  /** The last key of this page, if there are more. */
  last_key?: PublicKeyHandle;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcViewAccessKeyRequest = BlockReference & {
  account_id: AccountId;
  public_key: PublicKey;
};

export interface RpcViewAccessKeyResponse {
  /** The nonce of the last transaction signed with the key. */
  nonce: U64;
  /** What the key may be used for. */
  permission: AccessKeyPermissionView;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcViewAccountError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewAccountRequest = BlockReference & {
  account_id: AccountId;
};

export interface RpcViewAccountResponse {
  /** The balance that is not locked. */
  amount: NearToken;
  /** The balance locked for staking. */
  locked: NearToken;
  /** The hash of the account's own code; 32 zero bytes without any. */
  code_hash: CryptoHash;
  /** Bytes that the account stores, its own record included. */
  storage_usage: number;
  /** Always 0, kept for backward compatibility. */
  storage_paid_at: number;
  /** The hash of the global contract that the account uses, if it is named by its hash. */
  global_contract_hash?: CryptoHash;
  /** The account whose global contract the account uses, if it is named by its deployer. */
  global_contract_account_id?: AccountId;
  state?: AccountState;
  /** The nonce of an account that is not initialized yet; only such an account has one. */
  bootstrap_nonce?: U64;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcViewCodeError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'NO_CONTRACT_CODE';
  info: {
    contract_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewCodeRequest = BlockReference & {
  account_id: AccountId;
};

export interface RpcViewCodeResponse {
  /** The Wasm code, base64-encoded. */
  code_base64: string;
  /** The SHA-256 hash of the code. */
  hash: CryptoHash;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcViewGasKeyNoncesError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_GAS_KEY';
  info: {
    public_key: PublicKey;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewGasKeyNoncesRequest = BlockReference & {
  account_id: AccountId;
  public_key: PublicKey;
};

export interface RpcViewGasKeyNoncesResponse {
  /** The nonces of the gas key, by index. */
  nonces: readonly U64[];
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export type RpcViewStateError = {
  name: 'UNKNOWN_BLOCK';
  info: {
    block_reference: BlockReference;
  };
} | {
  name: 'INVALID_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'UNKNOWN_ACCOUNT';
  info: {
    requested_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'TOO_LARGE_CONTRACT_STATE';
  info: {
    contract_account_id: AccountId;
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
} | {
  name: 'INTERNAL_ERROR';
  info: {
    error_message: string;
  };
};

export type RpcViewStateRequest = BlockReference & ({
  account_id: AccountId;
  /** The prefix of the keys; empty for all keys. */
  prefix_base64: StoreKey;
  /** Continue after this key. */
  after_key_base64?: StoreKey | null;
  /** The maximum number of values. */
  limit?: number | null;
  /** Include the trie nodes that prove the result; not with pagination. */
  include_proof?: boolean;
});

export interface RpcViewStateResponse {
  /** The entries, in the order of their keys. */
  values: readonly StateItem[];
  /** The trie nodes that prove the result, base64-encoded; only if requested. */
  proof?: readonly string[];
  /** The last key of this page, if there is more. */
  last_key?: StoreKey;
  /** The block of the state. */
  block_hash: CryptoHash;
  /** The height of that block. */
  block_height: number;
}

export interface RuntimeConfigView {
  /** What the creation of an account costs in all. */
  account_creation_charge: NearToken;
  account_creation_config: AccountCreationConfigView;
  congestion_control_config: CongestionControlConfigView;
  /** The lowest price at which gas of receipts is bought. */
  min_gas_purchase_price: NearToken;
  /** What an account must hold for each byte of state. */
  storage_amount_per_byte: NearToken;
  transaction_costs: RuntimeFeesConfigView;
  wasm_config: VMConfigView;
  witness_config: WitnessConfigView;
}

export interface RuntimeFeesConfigView {
  action_creation_config: ActionCreationConfigView;
  action_receipt_creation_config: Fee;
  /** The share of burnt gas that the called contract is paid. */
  burnt_gas_reward: readonly [number, number];
  data_receipt_creation_config: DataReceiptCreationConfigView;
  ml_dsa_65_verification_cost: NearGas;
  /** Numerator and denominator. */
  pessimistic_gas_price_inflation_ratio: readonly [number, number];
  storage_usage_config: StorageUsageConfigView;
}

/**
 * The id of a shard. Ids need not lie below the number of shards, nor be sequential or
 * contiguous.
 */
export type ShardId = number;

export type ShardLayout = {
  V0: ShardLayoutV0;
} | {
  V1: ShardLayoutV1;
} | {
  V2: ShardLayoutV2;
} | {
  V3: ShardLayoutV3;
};

export type ShardLayoutInput = {
  V0: ShardLayoutV0;
} | {
  V1: ShardLayoutV1Input;
} | {
  V2: ShardLayoutV2Input;
} | {
  V3: ShardLayoutV3;
};

export interface ShardLayoutV0 {
  num_shards: number;
  version: number;
}

export interface ShardLayoutV1 {
  boundary_accounts: readonly AccountId[];
  shards_split_map: readonly (readonly ShardId[])[] | null;
  to_parent_shard_map: readonly ShardId[] | null;
  version: number;
}

export interface ShardLayoutV1Input {
  boundary_accounts: readonly AccountId[];
  shards_split_map?: readonly (readonly ShardId[])[] | null;
  to_parent_shard_map?: readonly ShardId[] | null;
  version: number;
}

export interface ShardLayoutV2 {
  boundary_accounts: readonly AccountId[];
  shard_ids: readonly ShardId[];
  id_to_index_map: {
    [key: string]: number;
  };
  index_to_id_map: {
    [key: string]: ShardId;
  };
  shards_split_map: {
    [key: string]: readonly ShardId[];
  } | null;
  shards_parent_map: {
    [key: string]: ShardId;
  } | null;
  version: number;
}

export interface ShardLayoutV2Input {
  boundary_accounts: readonly AccountId[];
  shard_ids: readonly ShardId[];
  id_to_index_map: {
    [key: string]: number;
  };
  index_to_id_map: {
    [key: string]: ShardId;
  };
  shards_split_map?: {
    [key: string]: readonly ShardId[];
  } | null;
  shards_parent_map?: {
    [key: string]: ShardId;
  } | null;
  version: number;
}

export interface ShardLayoutV3 {
  boundary_accounts: readonly AccountId[];
  shard_ids: readonly ShardId[];
  id_to_index_map: {
    [key: string]: number;
  };
  shards_split_map: {
    [key: string]: readonly ShardId[];
  };
  last_split: ShardId;
}

/** A signature, such as `ed25519:...`; without a prefix it is an ed25519 signature. */
export type Signature = string;

export interface SignedDelegateAction {
  delegate_action: DelegateAction;
  signature: Signature;
}

export interface SignedDelegateActionInput {
  delegate_action: DelegateActionInput;
  signature: Signature;
}

/** A base64-encoded signed transaction. */
export type SignedTransaction = string;

export interface SignedTransactionView {
  /** The account that signed the transaction. */
  signer_id: AccountId;
  /** The key that the transaction was signed with. */
  public_key: PublicKey;
  nonce: U64;
  /** Which nonce of a gas key was used; only for transactions with a gas key. */
  nonce_index?: number;
  receiver_id: AccountId;
  actions: readonly ActionView[];
  /** Left out if it is `monotonic`. */
  nonce_mode?: NonceMode;
  signature: Signature;
  /** The hash of the transaction. */
  hash: CryptoHash;
  /** Always 0, kept for backward compatibility. */
  priority_fee: number;
}

export interface SlashedValidator {
  account_id: AccountId;
  is_double_sign: boolean;
}

export interface SpiceChunkId {
  block_hash: CryptoHash;
  shard_id: ShardId;
}

export interface StakeAction {
  /** The whole stake, not a change of it; 0 to unstake. */
  stake: NearToken;
  /** The key of the validator node. */
  public_key: PublicKey;
}

export type StateChangeCauseView = {
  type: 'not_writable_to_disk';
} | {
  type: 'initial_state';
} | {
  type: 'transaction_processing';
  tx_hash: CryptoHash;
} | {
  type: 'action_receipt_processing_started';
  receipt_hash: CryptoHash;
} | {
  type: 'action_receipt_gas_reward';
  receipt_hash: CryptoHash;
} | {
  type: 'receipt_processing';
  receipt_hash: CryptoHash;
} | {
  type: 'postponed_receipt';
  receipt_hash: CryptoHash;
} | {
  type: 'updated_delayed_receipts';
} | {
  type: 'validator_accounts_update';
} | {
  type: 'migration';
} | {
  type: 'bandwidth_scheduler_state_update';
};

export type StateChangeKindView = {
  type: 'account_touched';
  account_id: AccountId;
} | {
  type: 'access_key_touched';
  account_id: AccountId;
} | {
  type: 'data_touched';
  account_id: AccountId;
} | {
  type: 'contract_code_touched';
  account_id: AccountId;
};

export type StateChangeView = {
  type: 'account_update';
  change: {
    account_id: AccountId;
    /** The balance that is not locked. */
    amount: NearToken;
    /** The balance locked for staking. */
    locked: NearToken;
    /** The hash of the account's own code; 32 zero bytes without any. */
    code_hash: CryptoHash;
    /** Bytes that the account stores, its own record included. */
    storage_usage: number;
    /** Always 0, kept for backward compatibility. */
    storage_paid_at: number;
    /** The hash of the global contract that the account uses, if it is named by its hash. */
    global_contract_hash?: CryptoHash;
    /** The account whose global contract the account uses, if it is named by its deployer. */
    global_contract_account_id?: AccountId;
    state?: AccountState;
    /** The nonce of an account that is not initialized yet; only such an account has one. */
    bootstrap_nonce?: U64;
  };
} | {
  type: 'account_deletion';
  change: {
    account_id: AccountId;
  };
} | {
  type: 'access_key_update';
  change: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    access_key: AccessKeyView;
  };
} | {
  type: 'access_key_deletion';
  change: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
  };
} | {
  type: 'gas_key_nonce_update';
  change: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    index: number;
    nonce: U64;
  };
} | {
  type: 'data_update';
  change: {
    account_id: AccountId;
    key_base64: StoreKey;
    value_base64: StoreValue;
  };
} | {
  type: 'data_deletion';
  change: {
    account_id: AccountId;
    key_base64: StoreKey;
  };
} | {
  type: 'contract_code_update';
  change: {
    account_id: AccountId;
    code_base64: string;
  };
} | {
  type: 'contract_code_deletion';
  change: {
    account_id: AccountId;
  };
};

export type StateChangeWithCauseView = {
  cause: StateChangeCauseView;
} & StateChangeView;

export type StateChangesRequest = {
  changes_type: 'account_changes';
  account_ids: readonly AccountId[];
} | {
  changes_type: 'single_access_key_changes';
  keys: readonly AccountWithPublicKey[];
} | {
  changes_type: 'all_access_key_changes';
  account_ids: readonly AccountId[];
} | {
  changes_type: 'contract_code_changes';
  account_ids: readonly AccountId[];
} | {
  changes_type: 'data_changes';
  account_ids: readonly AccountId[];
  key_prefix_base64: string;
};

export interface StateItem {
  key: StoreKey;
  value: StoreValue;
}

export type StateProofTarget = {
  target_type: 'account';
  account_id: AccountId;
} | {
  target_type: 'local_contract_code';
  account_id: AccountId;
} | {
  target_type: 'contract_data';
  account_id: AccountId;
  key: StoreKey;
} | {
  target_type: 'access_key';
  account_id: AccountId;
  public_key: PublicKey;
};

export interface StateProofView {
  nodes: readonly string[];
  value: StoreValue | null;
}

export type StateRecord = {
  Account: {
    account_id: AccountId;
    account: {
      amount: NearToken;
      locked: NearToken;
      code_hash: CryptoHash;
      storage_usage: number;
      version: AccountVersion;
      state?: AccountState;
      bootstrap_nonce?: U64;
      global_contract_hash?: CryptoHash;
      global_contract_account_id?: AccountId;
    };
  };
} | {
  Data: {
    account_id: AccountId;
    data_key: string;
    value: string;
  };
} | {
  Contract: {
    account_id: AccountId;
    code: string;
  };
} | {
  AccessKey: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    access_key: AccessKey;
  };
} | {
  ReceivedData: {
    account_id: AccountId;
    data_id: CryptoHash;
    data: string | null;
  };
} | {
  GasKeyNonce: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    index: number;
    nonce: U64;
  };
};

export type StateRecordInput = {
  Account: {
    account_id: AccountId;
    account: {
      amount: NearToken;
      locked: NearToken;
      code_hash: CryptoHash;
      storage_usage: number;
      version?: AccountVersion;
      state?: AccountState;
      bootstrap_nonce?: U64 | null;
      global_contract_hash?: CryptoHash | null;
      global_contract_account_id?: AccountId | null;
    };
  };
} | {
  Data: {
    account_id: AccountId;
    data_key: string;
    value: string;
  };
} | {
  Contract: {
    account_id: AccountId;
    code: string;
  };
} | {
  AccessKey: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    access_key: AccessKeyInput;
  };
} | {
  ReceivedData: {
    account_id: AccountId;
    data_id: CryptoHash;
    data?: string | null;
  };
} | {
  GasKeyNonce: {
    account_id: AccountId;
    public_key: PublicKeyHandle;
    index: number;
    nonce: U64;
  };
};

export interface StateSyncConfig {
  dump?: DumpConfig;
  concurrency?: SyncConcurrency;
  parts_compression_lvl: number;
  sync?: SyncConfig;
}

export interface StatusSyncInfo {
  latest_block_hash: CryptoHash;
  latest_block_height: number;
  /** The state root before the latest block. */
  latest_state_root: CryptoHash;
  latest_block_time: string;
  /** Whether the node is catching up with its network. */
  syncing: boolean;
  /** The oldest block that the node has. */
  earliest_block_hash: CryptoHash | null;
  earliest_block_height: number | null;
  earliest_block_time: string | null;
  /** The epoch of the latest block. */
  epoch_id: CryptoHash | null;
  epoch_start_height: number | null;
}

export type StorageError = 'StorageInternalError' | 'UnexpectedTrieValue' | {
  MissingTrieValue: MissingTrieValue;
} | {
  StorageInconsistentState: string;
} | {
  FlatStorageBlockNotSupported: string;
} | {
  MemTrieLoadingError: string;
};

export type StorageGetMode = 'FlatStorage' | 'Trie';

export interface StorageUsageConfigView {
  /** What an account occupies in itself. */
  num_bytes_account: number;
  /** What a record occupies besides key and value. */
  num_extra_bytes_record: number;
}

/** A key of a contract's storage, base64-encoded. */
export type StoreKey = string;

/** A value of a contract's storage, base64-encoded. */
export type StoreValue = string;

export type SyncCheckpoint = 'genesis' | 'earliest_available';

export interface SyncConcurrency {
  /** Tasks that apply parts of the state. */
  apply: number;
  /** The same while the node catches up. */
  apply_during_catchup: number;
  /** Simultaneous downloads from peers. */
  peer_downloads: number;
  /** Simultaneous downloads for each shard. */
  per_shard: number;
}

export type SyncConfig = 'Peers';

/**
 * Why the wait expired: - `NOT_OBSERVED`: The node never saw the transaction on chain. -
 * `PENDING`: Seen but still pending the requested finality; the last-known status lets the
 * caller poll again for higher finality. - `DOES_NOT_TRACK_SHARD`: The node does not track
 * the shard and got no answer in time from a chunk producer that does. - `ERROR`: No usable
 * status before the timeout.
 */
export type TimeoutErrorCause = {
  cause: 'NOT_OBSERVED';
} | {
  cause: 'PENDING';
  /** The last-known status. */
  status: RpcTransactionResponse;
} | {
  cause: 'DOES_NOT_TRACK_SHARD';
  shard_id: ShardId;
} | {
  cause: 'ERROR';
  debug_info: string;
};

export type TrackedShardsConfig = 'NoShards' | 'AllShards' | {
  Shards: readonly string[];
} | {
  ShadowValidator: AccountId;
} | {
  Schedule: readonly (readonly ShardId[])[];
} | {
  Accounts: readonly AccountId[];
};

export interface TransactionEvent {
  block_height: number;
  block_hash: CryptoHash;
  timestamp_nanosec: string;
  shard_id: ShardId;
  transaction: SignedTransactionView;
  /** Of the conversion to a receipt. */
  outcome: ExecutionOutcomeView;
  /** What nothing on the chain verifies; missing if everything is verified. */
  unverified?: readonly UnverifiedKind[];
}

export type TransactionInfo = {
  signed_tx_base64: SignedTransaction;
} | {
  tx_hash: CryptoHash;
  sender_account_id: AccountId;
};

export type TransactionNonce = {
  Nonce: {
    nonce: U64;
  };
} | {
  GasKeyNonce: {
    nonce: U64;
    nonce_index: number;
  };
};

export type TransactionOrReceiptId = {
  type: 'transaction';
  transaction_hash: CryptoHash;
  sender_id: AccountId;
} | {
  type: 'receipt';
  receipt_id: CryptoHash;
  receiver_id: AccountId;
};

export interface TransferAction {
  /** The tokens that the receiver gets. */
  deposit: NearToken;
}

export interface TransferToGasKeyAction {
  public_key: PublicKey;
  /** The tokens that the gas key gets. */
  deposit: NearToken;
}

export interface TrieSplit {
  /** The first account of the right part. */
  boundary_account: AccountId;
  /** What the left part takes up in the trie, in bytes. */
  left_memory: number;
  /** What the right part takes up in the trie, in bytes. */
  right_memory: number;
}

export type TxExecutionError = {
  ActionError: ActionError;
} | {
  InvalidTxError: InvalidTxError;
};

/**
 * How far a transaction has got: - `NONE`: Transaction is waiting to be included in a block.
 * - `INCLUDED`: Included in a block; the block may not be finalized. - `EXECUTED_OPTIMISTIC`:
 * Included and all non-refund receipts executed; blocks may not be finalized. -
 * `INCLUDED_FINAL`: Included in a finalized block. - `EXECUTED`: Included in a finalized
 * block and all non-refund receipts executed. - `FINAL`: Included in a finalized block and
 * all receipts, refunds included, finalized.
 */
export type TxExecutionStatus = 'NONE' | 'INCLUDED' | 'EXECUTED_OPTIMISTIC' | 'INCLUDED_FINAL' | 'EXECUTED' | 'FINAL';

export interface UniversalStateInitAction {
  state_init: RawStateInit;
  /** The tokens that the receiver gets. */
  deposit: NearToken;
}

export type UnverifiedKind = 'transactions' | 'receipts' | 'failure-reasons' | 'gas-profiles' | 'state-values' | 'state-changes' | 'chunk-authors' | 'epoch-facts' | 'upstream';

export interface UseGlobalContractAction {
  contract_identifier: GlobalContractIdentifier;
}

export interface VMConfigView {
  bls12381_not_in_group_fix: boolean;
  chain_id_host_fn: boolean;
  discard_custom_sections: boolean;
  eth_implicit_accounts: boolean;
  ext_costs: ExtCostsConfigView;
  fix_contract_loading_cost: boolean;
  gas_key_host_fns: boolean;
  global_contract_host_fns: boolean;
  grow_mem_cost: number;
  implicit_account_creation: boolean;
  limit_config: LimitConfig;
  linear_op_base_cost: U64;
  linear_op_unit_cost: U64;
  ml_dsa_verify_host_fn: boolean;
  one_yocto_on_promise: boolean;
  p256_verify_host_fn: boolean;
  reftypes_bulk_memory: boolean;
  /** The gas of one instruction of contract code. */
  regular_op_cost: number;
  sha3_host_fns: boolean;
  storage_get_mode: StorageGetMode;
  universal_accounts?: boolean;
  vm_kind: VMKind;
  yield_with_id_host_fns: boolean;
}

export type VMKind = 'Wasmer0' | 'Wasmtime' | 'Wasmer2' | 'NearVm';

export interface ValidatorInfo {
  account_id: AccountId;
}

export type ValidatorKickoutReason = '_UnusedSlashed' | 'Unstaked' | 'DidNotGetASeat' | {
  NotEnoughBlocks: {
    produced: number;
    expected: number;
  };
} | {
  NotEnoughChunks: {
    produced: number;
    expected: number;
  };
} | {
  NotEnoughStake: {
    stake_u128: string;
    threshold_u128: string;
  };
} | {
  NotEnoughChunkEndorsements: {
    produced: number;
    expected: number;
  };
} | {
  ProtocolVersionTooOld: {
    version: number;
    network_version: number;
  };
};

export interface ValidatorKickoutView {
  account_id: AccountId;
  reason: ValidatorKickoutReason | string;
}

export type ValidatorStakeView = ValidatorStakeViewV1 & {
  validator_stake_struct_version: 'V1';
};

export interface ValidatorStakeViewV1 {
  account_id: AccountId;
  public_key: PublicKey;
  stake: NearToken;
}

export interface Version {
  version: string;
  /** Which build of the version it is. */
  build: string;
  /** The commit that the program was built from. */
  commit: string;
  /** The compiler or runtime of the program. */
  rustc_version: string;
}

export interface VersionedDelegateActionPayload {
  V2: DelegateActionV2;
}

export interface VersionedDelegateActionPayloadInput {
  V2: DelegateActionV2Input;
}

export interface VersionedSignedDelegateAction {
  delegate_action: VersionedDelegateActionPayload;
  signature: Signature;
}

export interface VersionedSignedDelegateActionInput {
  delegate_action: VersionedDelegateActionPayloadInput;
  signature: Signature;
}

export interface ViewStateResult {
  /** The entries, in the order of their keys. */
  values: readonly StateItem[];
  /** The trie nodes that prove the result, base64-encoded; only if requested. */
  proof?: readonly string[];
  /** The last key of this page, if there is more. */
  last_key?: StoreKey;
}

export type WasmTrap = 'Unreachable' | 'IncorrectCallIndirectSignature' | 'MemoryOutOfBounds' | 'CallIndirectOOB' | 'IllegalArithmetic' | 'MisalignedAtomicAccess' | 'IndirectCallToNull' | 'StackOverflow' | 'GenericTrap';

export interface WithdrawFromGasKeyAction {
  public_key: PublicKey;
  /** The tokens that the gas key returns to its account. */
  amount: NearToken;
}

export interface WitnessConfigView {
  main_storage_proof_size_soft_limit: number;
  combined_transactions_size_limit: number;
  new_transactions_validation_state_size_soft_limit: number;
}

/** The results of `query` by `request_type`. */
export interface RpcQueryResults {
  view_account: RpcViewAccountResponse;
  view_code: RpcViewCodeResponse;
  view_state: RpcViewStateResponse;
  view_access_key: RpcViewAccessKeyResponse | {
    /** Why the call failed, or that there is no such key or account. */
    error: string;
    /** Always empty. */
    logs: readonly string[];
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
  view_access_key_list: RpcViewAccessKeyListResponse;
  view_gas_key_nonces: RpcViewGasKeyNoncesResponse;
  call_function: RpcCallFunctionResponse | {
    /** Why the call failed, or that there is no such key or account. */
    error: string;
    /** Always empty. */
    logs: readonly string[];
    /** The block of the state. */
    block_hash: CryptoHash;
    /** The height of that block. */
    block_height: number;
  };
  view_global_contract_code: RpcViewCodeResponse;
  view_global_contract_code_by_account_id: RpcViewCodeResponse;
}

/** All methods by name. */
export interface RpcMethods {
  /**
   * The final result of a transaction and the details of all its receipts. Waits until the
   * transaction reaches the milestone `wait_until`.
   */
  tx_status: {
    params: RpcTransactionStatusRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  /**
   * The final result of a transaction and the details of all its receipts. Waits until the
   * transaction reaches the milestone `wait_until`. @deprecated Use `tx_status`.
   */
  EXPERIMENTAL_tx_status: {
    params: RpcTransactionStatusRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  /**
   * The result of a transaction with all of its outcomes. Waits until the transaction reaches
   * the milestone `wait_until`.
   */
  tx: {
    params: RpcTransactionStatusRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  /**
   * Sends a transaction and waits until it reaches the milestone `wait_until`. Sending the
   * same transaction again returns the same result.
   */
  send_tx: {
    params: RpcSendTransactionRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  /**
   * Sends a transaction and returns immediately, whether it is valid or not. @deprecated Use
   * `send_tx`.
   */
  broadcast_tx_async: {
    params: RpcSendTransactionRequest;
    result: CryptoHash;
    error: RpcTransactionError;
  };
  /**
   * Sends a transaction and waits until it is executed; `wait_until` is ignored. @deprecated
   * Use `send_tx`.
   */
  broadcast_tx_commit: {
    params: RpcSendTransactionRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  /** A receipt by its id. */
  EXPERIMENTAL_receipt: {
    params: RpcReceiptRequest;
    result: RpcReceiptResponse;
    error: RpcReceiptError;
  };
  /** The transaction that a receipt came from. */
  EXPERIMENTAL_receipt_to_tx: {
    params: RpcReceiptToTxRequest;
    result: RpcReceiptToTxResponse;
    error: RpcReceiptToTxError;
  };
  /**
   * What a transaction did: its receipts, their actions, and the host functions that
   * contracts called, with their arguments, results and gas. Every receipt is executed again
   * on the state before it, and a result is returned only if all outcomes are those of the
   * chain.
   */
  perigee_trace_transaction: {
    params: PerigeeTraceTransactionRequest;
    result: PerigeeTransactionTrace;
    error: PerigeeTraceTransactionError;
  };
  /**
   * What transactions would do: they are executed in blocks on top of the newest block or an
   * older one, from any account and without signatures, until all their receipts are
   * executed. The state, and the heights and times of the blocks, can be changed first. The
   * chain is not affected.
   */
  perigee_simulate: {
    params: PerigeeSimulateRequest;
    result: PerigeeSimulation;
    error: PerigeeSimulateError;
  };
  /**
   * Where the gas of a transaction was burnt: by each function of the contracts, each host
   * function, and as fees. Every receipt is executed again on the state before it, and a
   * result is returned only if all outcomes are those of the chain.
   */
  perigee_profile_transaction: {
    params: PerigeeProfileTransactionRequest;
    result: PerigeeTransactionProfile;
    error: PerigeeProfileTransactionError;
  };
  /** A block with the headers of its chunks, by height, hash, finality or checkpoint. */
  block: {
    params: RpcBlockRequest;
    result: RpcBlockResponse;
    error: RpcBlockError;
  };
  /** The details of one chunk, by its hash (which `block` shows) or by a block and a shard. */
  chunk: {
    params: RpcChunkRequest;
    result: RpcChunkResponse;
    error: RpcChunkError;
  };
  /**
   * The changes of accounts, access keys, contract code or contract data at a given block,
   * with the cause of each change.
   */
  changes: {
    params: RpcStateChangesInBlockByTypeRequest;
    result: RpcStateChangesInBlockResponse;
    error: RpcStateChangesError;
  };
  /**
   * The changes of accounts, access keys, contract code or contract data at a given block,
   * with the cause of each change. @deprecated Use `changes`.
   */
  EXPERIMENTAL_changes: {
    params: RpcStateChangesInBlockByTypeRequest;
    result: RpcStateChangesInBlockResponse;
    error: RpcStateChangesError;
  };
  /** Which accounts a block changed, and how: one entry for each changed key. */
  block_effects: {
    params: RpcStateChangesInBlockRequest;
    result: RpcStateChangesInBlockByTypeResponse;
    error: RpcStateChangesError;
  };
  /**
   * Which accounts a block changed, and how: one entry for each changed key. @deprecated Use
   * `block_effects`.
   */
  EXPERIMENTAL_changes_in_block: {
    params: RpcStateChangesInBlockRequest;
    result: RpcStateChangesInBlockByTypeResponse;
    error: RpcStateChangesError;
  };
  /**
   * The blocks, transactions and receipts whose hashes begin with the given digits, for
   * completion in a search. On a fork, only those that are stored there.
   */
  perigee_find_hashes: {
    params: PerigeeFindHashesRequest;
    result: PerigeeFindHashesResponse;
    error: PerigeeFindHashesError;
  };
  /**
   * One block with its chunks, transactions, receipts, outcomes and state changes, by its
   * hash: everything that an indexer needs.
   */
  EXPERIMENTAL_indexer_block: {
    params: RpcIndexerBlockRequest;
    result: RpcIndexerBlockResponse;
    error: RpcIndexerBlockError;
  };
  /** The gas price that a block sets for the next one; without a block, that of the head. */
  gas_price: {
    params: RpcGasPriceRequest;
    result: RpcGasPriceResponse;
    error: RpcGasPriceError;
  };
  /** How congested a shard was when one of its chunks was produced, from 0 to 1. */
  EXPERIMENTAL_congestion_level: {
    params: RpcCongestionLevelRequest;
    result: RpcCongestionLevelResponse;
    error: RpcChunkError;
  };
  /**
   * Which lines of contracts the receipts of some blocks have executed, and how often. The
   * receipts are executed again with a counter at every charge of gas, and a result is
   * returned only if all outcomes are those of the chain.
   */
  perigee_coverage: {
    params: PerigeeCoverageRequest;
    result: PerigeeCoverageResponse;
    error: PerigeeCoverageError;
  };
  /**
   * Reads the state after a block: accounts, access keys, code, contract storage, and calls
   * of view methods. A failed call and a missing access key are results with an `error`.
   */
  query: {
    params: RpcQueryRequest;
    result: RpcQueryResponse;
    error: RpcQueryError;
  };
  /** An account at a block. */
  EXPERIMENTAL_view_account: {
    params: RpcViewAccountRequest;
    result: RpcViewAccountResponse;
    error: RpcViewAccountError;
  };
  /** One access key of an account. */
  EXPERIMENTAL_view_access_key: {
    params: RpcViewAccessKeyRequest;
    result: RpcViewAccessKeyResponse;
    error: RpcViewAccessKeyError;
  };
  /** The access keys of an account. */
  EXPERIMENTAL_view_access_key_list: {
    params: RpcViewAccessKeyListRequest;
    result: RpcViewAccessKeyListResponse;
    error: RpcViewAccessKeyListError;
  };
  /** The nonces of a gas key. */
  EXPERIMENTAL_view_gas_key_nonces: {
    params: RpcViewGasKeyNoncesRequest;
    result: RpcViewGasKeyNoncesResponse;
    error: RpcViewGasKeyNoncesError;
  };
  /** The code that an account runs. */
  EXPERIMENTAL_view_code: {
    params: RpcViewCodeRequest;
    result: RpcViewCodeResponse;
    error: RpcViewCodeError;
  };
  /** What a contract stores, by a prefix of its keys. */
  EXPERIMENTAL_view_state: {
    params: RpcViewStateRequest;
    result: RpcViewStateResponse;
    error: RpcViewStateError;
  };
  /** Calls a view method of a contract. */
  EXPERIMENTAL_call_function: {
    params: RpcCallFunctionRequest;
    result: RpcCallFunctionResponse;
    error: RpcCallFunctionError;
  };
  /**
   * Calls a view method of a contract, as `call_function` does, on a state that can be
   * changed first, at any height and time. The chain is not affected.
   */
  perigee_call: {
    params: PerigeeCallRequest;
    result: PerigeeCallResult;
    error: PerigeeCallError;
  };
  /**
   * The history of an account, newest first: transactions that it signed or received, and
   * receipts that it executed, up to the head of the chain, final or not.
   */
  perigee_account_history: {
    params: PerigeeAccountHistoryRequest;
    result: PerigeeAccountHistoryResponse;
    error: PerigeeAccountHistoryError;
  };
  /**
   * The sub-accounts of an account, at any depth, that a transaction or receipt involved,
   * whether they still exist or not. Genesis accounts are listed once they have been
   * involved.
   */
  perigee_sub_accounts: {
    params: PerigeeSubAccountsRequest;
    result: PerigeeAccountPage;
    error: PerigeeSubAccountsError;
  };
  /**
   * The accounts that were given a public key, from genesis on. Some may have deleted it:
   * check with `query` and `view_access_key`. On a fork, only keys that were added there.
   */
  perigee_key_accounts: {
    params: PerigeeKeyAccountsRequest;
    result: PerigeeAccountPage;
    error: PerigeeKeyAccountsError;
  };
  /**
   * The token contracts and staking pools that an account has had to do with, as far as
   * events and calls show it: balances may be zero, and a contract may claim anything, so ask
   * it. On a fork, only since it began.
   */
  perigee_account_contracts: {
    params: PerigeeAccountContractsRequest;
    result: PerigeeAccountContractsResponse;
    error: PerigeeAccountContractsError;
  };
  /**
   * Information about the validators of an epoch and of the next epoch: the current epoch, a
   * finished one by its id, or the one that ended with a block.
   */
  validators: {
    params: RpcValidatorRequest;
    result: RpcValidatorResponse;
    error: RpcValidatorError;
  };
  /** The block producers of a block's epoch in order, each listed once. */
  EXPERIMENTAL_validators_ordered: {
    params: RpcValidatorsOrderedRequest;
    result: readonly ValidatorStakeView[];
    error: RpcValidatorError;
  };
  /** The heights in the rest of the epoch at which an account has nothing to produce. */
  maintenance_windows: {
    params: RpcMaintenanceWindowsRequest;
    result: readonly Range_of_uint64[];
    error: RpcMaintenanceWindowsError;
  };
  /** The heights in the rest of the epoch at which an account has nothing to produce. */
  EXPERIMENTAL_maintenance_windows: {
    params: RpcMaintenanceWindowsRequest;
    result: readonly Range_of_uint64[];
    error: RpcMaintenanceWindowsError;
  };
  /** The next block that a light client can advance to from its current one. */
  next_light_client_block: {
    params: RpcLightClientNextBlockRequest;
    result: RpcLightClientNextBlockResponse;
    error: RpcLightClientNextBlockError;
  };
  /**
   * Proves the outcome of a transaction or receipt to a light client that trusts a later
   * head.
   */
  light_client_proof: {
    params: RpcLightClientExecutionProofRequest;
    result: RpcLightClientExecutionProofResponse;
    error: RpcLightClientProofError;
  };
  /**
   * Proves the outcome of a transaction or receipt to a light client that trusts a later
   * head.
   */
  EXPERIMENTAL_light_client_proof: {
    params: RpcLightClientExecutionProofRequest;
    result: RpcLightClientExecutionProofResponse;
    error: RpcLightClientProofError;
  };
  /**
   * A light-client block proof (header and merkle path): that a final block is an ancestor of
   * the head that the light client trusts.
   */
  EXPERIMENTAL_light_client_block_proof: {
    params: RpcLightClientBlockProofRequest;
    result: RpcLightClientBlockProofResponse;
    error: RpcLightClientProofError;
  };
  /** The certificate of an executed chunk; at this protocol version there is none. */
  EXPERIMENTAL_light_client_chunk_execution_proof: {
    params: RpcLightClientChunkExecutionProofRequest;
    result: RpcLightClientChunkExecutionProofResponse;
    error: RpcLightClientProofError;
  };
  /** Proves an outcome by the certificate of its chunk; at this version there is none. */
  EXPERIMENTAL_light_client_execution_outcome_proof: {
    params: RpcLightClientExecutionOutcomeProofRequest;
    result: RpcLightClientExecutionOutcomeProofResponse;
    error: RpcLightClientProofError;
  };
  /** Proves part of the state by the certificate of a chunk; at this version there is none. */
  EXPERIMENTAL_light_client_state_proof: {
    params: RpcLightClientStateProofRequest;
    result: RpcLightClientStateProofResponse;
    error: RpcLightClientProofError;
  };
  /** Information about the node and the progress of its chain. */
  status: {
    params: RpcStatusRequest;
    result: RpcStatusResponse;
    error: RpcStatusError;
  };
  /** Whether the node is healthy; fails with the reason if it is not. */
  health: {
    params: RpcHealthRequest;
    result: RpcHealthResponse | null;
    error: RpcStatusError;
  };
  /** The node's peers: it has none. */
  network_info: {
    params: RpcNetworkInfoRequest;
    result: RpcNetworkInfoResponse;
    error: RpcNetworkInfoError;
  };
  /** The configuration of the node's client. The limits are those in effect. */
  client_config: {
    params: RpcClientConfigRequest;
    result: RpcClientConfigResponse;
    error: RpcClientConfigError;
  };
  /** The initial state and parameters of the genesis block. */
  genesis_config: {
    params: GenesisConfigRequest;
    result: GenesisConfig;
    error: GenesisConfigError;
  };
  /** The initial state and parameters of the genesis block. @deprecated Use `genesis_config`. */
  EXPERIMENTAL_genesis_config: {
    params: GenesisConfigRequest;
    result: GenesisConfig;
    error: GenesisConfigError;
  };
  /** The parameters of the protocol at a block. */
  EXPERIMENTAL_protocol_config: {
    params: RpcProtocolConfigRequest;
    result: RpcProtocolConfigResponse;
    error: RpcProtocolConfigError;
  };
  /** Where old data is stored: the node has a single store for all data. */
  EXPERIMENTAL_split_storage_info: {
    params: RpcSplitStorageInfoRequest;
    result: RpcSplitStorageInfoResponse;
    error: RpcSplitStorageInfoError;
  };
  /** The accounts that the node prints at startup, the root account first. */
  perigee_accounts: {
    params: PerigeeAccountsRequest;
    result: PerigeeAccountsResponse;
    error: PerigeeControlError;
  };
  /** The current settings of the local chain. Read-only. */
  perigee_controls: {
    params: PerigeeControlsRequest;
    result: PerigeeControlsResponse;
    error: PerigeeControlError;
  };
  /**
   * Produces blocks now, in any mining mode: one, or `blocks` of them. With `epochs`, goes on
   * to the first block of that many epochs later; heights of long epochs are skipped.
   */
  perigee_mine: {
    params: PerigeeMineRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Sets when blocks are produced, like the option `--mining`. */
  perigee_set_mining: {
    params: PerigeeSetMiningRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /**
   * Upgrades the chain to a protocol version, by one version per epoch: from now on its
   * blocks vote for it, also after a restart. The version that the chain has ends an upgrade
   * that has not begun. `perigee_mine` with `epochs` goes on to the epochs with the new
   * versions.
   */
  perigee_set_protocol: {
    params: PerigeeSetProtocolRequest;
    result: PerigeeSetProtocolResponse;
    error: PerigeeControlError;
  };
  /**
   * Splits a shard in two, at an account or in the middle of its state: the last block of the
   * epoch announces it, also after a restart, and the second epoch after that has the new
   * shards. `perigee_mine` with `epochs` goes on to that epoch.
   */
  perigee_split_shard: {
    params: PerigeeSplitShardRequest;
    result: PerigeeSplitShardResponse;
    error: PerigeeControlError;
  };
  /** Moves the clock of the chain forward; the next block has the new time. */
  perigee_advance_time: {
    params: PerigeeAdvanceTimeRequest;
    result: PerigeeAtTime;
    error: PerigeeControlError;
  };
  /**
   * Sets the clock of the chain, which continues from there. The time must be later than that
   * of the newest block.
   */
  perigee_set_time: {
    params: PerigeeSetTimeRequest;
    result: PerigeeAtTime;
    error: PerigeeControlError;
  };
  /** Sets the exact time of the next block; the clock continues from there. */
  perigee_set_next_block_timestamp: {
    params: PerigeeSetNextBlockTimestampRequest;
    result: PerigeeAtTime;
    error: PerigeeControlError;
  };
  /**
   * Advances the chain by a number of heights without producing every block. Epochs end as
   * usual, time passes, and pending receipts are executed.
   */
  sandbox_fast_forward: {
    params: RpcSandboxFastForwardRequest;
    result: RpcSandboxFastForwardResponse;
    error: PerigeeControlError;
  };
  /**
   * Marks this moment, so that `perigee_revert` can return to it. Snapshots live as long as
   * the node runs.
   */
  perigee_snapshot: {
    params: PerigeeSnapshotRequest;
    result: PerigeeSnapshotResponse;
    error: PerigeeControlError;
  };
  /**
   * Reverts to a snapshot: blocks, state, pending transactions, staged changes of the
   * protocol and the clock are as they were. The snapshot can be used again; later ones are
   * dropped.
   */
  perigee_revert: {
    params: PerigeeRevertRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /**
   * Reverts all blocks above a height, with or without a snapshot. Pending transactions and
   * staged changes of the protocol are dropped, the clock continues, and a halted chain
   * produces blocks again.
   */
  perigee_revert_to: {
    params: PerigeeRevertToRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Drops a snapshot. While any exists, every block is stored with its undo data. */
  perigee_drop_snapshot: {
    params: PerigeeDropSnapshotRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /**
   * Restarts the chain from genesis; drops all snapshots, pending transactions and staged
   * changes of the protocol.
   */
  perigee_reset: {
    params: PerigeeResetRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /**
   * The state of all accounts as a document for `perigee_load_state`; on a fork, only what
   * was changed there. Pending receipts are executed first.
   */
  perigee_dump_state: {
    params: PerigeeDumpStateRequest;
    result: PerigeeStateDump;
    error: PerigeeControlError;
  };
  /**
   * Replaces the state of all accounts with a document of `perigee_dump_state`. The chain
   * advances to the height and time of the document if it is behind. The stake of validators
   * of this chain stays locked.
   */
  perigee_load_state: {
    params: PerigeeLoadStateRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /**
   * Writes records into the state unchecked, at the end of the next block; returns when that
   * block exists.
   */
  sandbox_patch_state: {
    params: RpcSandboxPatchStateRequest;
    result: RpcSandboxPatchStateResponse;
    error: PerigeeControlError;
  };
  /** Sets the balance of an account; creates the account if it does not exist. */
  perigee_set_balance: {
    params: PerigeeSetBalanceRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Sets the contract code of an account; without `code_base64` the code is removed. */
  perigee_set_code: {
    params: PerigeeSetCodeRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Sets a value in a contract's storage; without `value_base64` it is removed. */
  perigee_set_storage: {
    params: PerigeeSetStorageRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Sets an access key of an account; without `access_key` the key is deleted. */
  perigee_set_access_key: {
    params: PerigeeSetAccessKeyRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Deletes an account with its keys, code and storage. */
  perigee_delete_account: {
    params: PerigeeDeleteAccountRequest;
    result: PerigeeAtHeight;
    error: PerigeeControlError;
  };
  /** Sends a transaction on behalf of any account, without its key, and waits for it. */
  perigee_impersonate: {
    params: PerigeeImpersonateRequest;
    result: RpcTransactionResponse;
    error: PerigeeImpersonateError;
  };
  /** The gas that contract functions have burnt since the node started. */
  perigee_gas_report: {
    params: PerigeeGasReportRequest;
    result: PerigeeGasReportResponse;
    error: PerigeeControlError;
  };
  /** The gas that a transaction and all of its receipts have burnt. */
  perigee_transaction_gas: {
    params: PerigeeTransactionGasRequest;
    result: PerigeeTransactionGasResponse;
    error: PerigeeTransactionGasError;
  };
  /**
   * Rows of the store by column and key, which `perigee verify --restore-from` reads from
   * another node of the same chain.
   */
  perigee_rows: {
    params: PerigeeRowsRequest;
    result: PerigeeRowsResponse;
    error: PerigeeRowsError;
  };
  /** The most recent requests over HTTP, except those of the explorer page. */
  perigee_requests: {
    params: PerigeeRequestsRequest;
    result: PerigeeRequestsResponse;
    error: PerigeeControlError;
  };
  /**
   * The most recent transactions that were refused, and are in no block, with the cause and
   * what helps. At most 200; with further processes (`--workers`), those of the first one.
   */
  perigee_refused_transactions: {
    params: PerigeeRefusedTransactionsRequest;
    result: PerigeeRefusedTransactionsResponse;
    error: PerigeeControlError;
  };
}

export type MethodName = keyof RpcMethods;
