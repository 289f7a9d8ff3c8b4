// The parts of the node's responses that the pages use. Amounts are strings of yoctoNEAR, hashes
// base58, bytes base64.

/** A union as the node writes it: a name, or an object with that one key. */
export type Tagged = string | Readonly<Record<string, unknown>>;

/** The names of actions, of all protocol versions that the node supports. */
export type ActionName =
  | 'CreateAccount'
  | 'DeployContract'
  | 'FunctionCall'
  | 'Transfer'
  | 'Stake'
  | 'AddKey'
  | 'DeleteKey'
  | 'DeleteAccount'
  | 'Delegate'
  | 'DeployGlobalContract'
  | 'DeployGlobalContractByAccountId'
  | 'UseGlobalContract'
  | 'UseGlobalContractByAccountId'
  | 'DeterministicStateInit'
  | 'TransferToGasKey'
  | 'WithdrawFromGasKey'
  | 'DelegateV2'
  | 'UniversalStateInit';

export interface Transaction {
  readonly hash: string;
  readonly signer_id: string;
  readonly receiver_id: string;
  readonly public_key: string;
  readonly nonce: number;
  readonly actions: readonly Tagged[];
}

export interface Outcome {
  readonly executor_id: string;
  readonly gas_burnt: number;
  readonly tokens_burnt: string;
  readonly logs: readonly string[];
  readonly receipt_ids: readonly string[];
  readonly status: Tagged;
  readonly metadata: {
    readonly gas_profile: readonly GasCost[] | null;
  };
}

export interface GasCost {
  readonly cost_category: string;
  readonly cost: string;
  readonly gas_used: string;
}

export interface MerkleStep {
  readonly hash: string;
  readonly direction: 'Left' | 'Right';
}

export interface OutcomeWithId {
  readonly id: string;
  readonly block_hash: string;
  readonly proof: readonly MerkleStep[];
  readonly outcome: Outcome;
}

export interface ActionReceipt {
  readonly signer_id: string;
  readonly actions: readonly Tagged[];
  readonly input_data_ids: readonly string[];
}

export interface Receipt {
  readonly receipt_id: string;
  readonly predecessor_id: string;
  readonly receiver_id: string;
  readonly receipt:
    | { readonly Action: ActionReceipt }
    | { readonly Data: { readonly data_id: string; readonly data: string | null } }
    | { readonly GlobalContractDistribution: Readonly<Record<string, unknown>> };
}

/** The milestones of a transaction, in their usual order. */
export const MILESTONES = [
  'NONE',
  'INCLUDED',
  'EXECUTED_OPTIMISTIC',
  'INCLUDED_FINAL',
  'EXECUTED',
  'FINAL',
] as const;
export type Milestone = (typeof MILESTONES)[number];

export interface TransactionStatus {
  readonly final_execution_status: Milestone;
  readonly status: Tagged;
  readonly transaction: Transaction;
  readonly transaction_outcome: OutcomeWithId;
  readonly receipts_outcome: readonly OutcomeWithId[];
  readonly receipts: readonly Receipt[];
}

export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  readonly prev_hash: string;
  readonly prev_height: number | null;
  readonly timestamp_nanosec: string;
  readonly epoch_id: string;
  readonly next_epoch_id: string;
  readonly gas_price: string;
  readonly total_supply: string;
  readonly last_final_block: string;
  readonly block_merkle_root: string;
  readonly random_value: string;
  readonly validator_proposals: readonly ValidatorStake[];
  readonly latest_protocol_version: number;
  /** The shard that the next epoch but one splits, and the boundary. */
  readonly shard_split?: readonly [shardId: number, boundary: string] | null;
  readonly chunks_included: number;
}

export interface ChunkHeader {
  readonly chunk_hash: string;
  readonly shard_id: number;
  readonly height_created: number;
  readonly height_included: number;
  readonly gas_used: number;
  readonly gas_limit: number;
  readonly balance_burnt: string;
  readonly prev_block_hash: string;
  readonly prev_state_root: string;
  readonly tx_root: string;
  readonly outcome_root: string;
  readonly encoded_length: number;
  readonly validator_proposals: readonly ValidatorStake[];
}

export interface Block {
  readonly author: string;
  readonly header: BlockHeader;
  readonly chunks: readonly ChunkHeader[];
}

export interface Chunk {
  readonly author: string;
  readonly header: ChunkHeader;
  readonly transactions: readonly Transaction[];
  readonly receipts: readonly Receipt[];
}

export interface ValidatorStake {
  readonly account_id: string;
  readonly public_key: string;
  readonly stake: string;
}

export interface NodeStatus {
  readonly version: { readonly version: string };
  readonly chain_id: string;
  readonly protocol_version: number;
  readonly genesis_hash: string;
  readonly sync_info: {
    readonly latest_block_height: number;
    readonly earliest_block_height: number | null;
  };
}

export interface Account {
  readonly amount: string;
  readonly locked: string;
  readonly code_hash: string;
  readonly storage_usage: number;
  readonly global_contract_hash?: string;
  readonly global_contract_account_id?: string;
  /** Only a universal account that is not yet initialized has these two. */
  readonly state?: 'uninitialized';
  readonly bootstrap_nonce?: number;
  readonly block_height: number;
}

export interface AccessKey {
  readonly public_key: string;
  readonly access_key: { readonly nonce: number; readonly permission: Tagged };
}
