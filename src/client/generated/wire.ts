// Wire types of a few methods, until this file is generated from the schemas of all methods.

export type U64 = number | bigint;

export type TxExecutionStatus =
  | 'NONE'
  | 'INCLUDED'
  | 'EXECUTED_OPTIMISTIC'
  | 'INCLUDED_FINAL'
  | 'EXECUTED'
  | 'FINAL';

export type BlockReference =
  | { block_id: number | string }
  | { finality: 'optimistic' | 'near-final' | 'final' };
export type RpcBlockRequest = BlockReference;
export interface RpcBlockResponse {
  author: string;
  header: { height: number; hash: string; timestamp: U64 };
  chunks: { shard_id: number; gas_used: U64 }[];
}
export type RpcBlockError =
  | { name: 'UNKNOWN_BLOCK'; info: object }
  | { name: 'INTERNAL_ERROR'; info: { error_message: string } };

export interface RpcStatusResponse {
  chain_id: string;
  sync_info: { latest_block_height: number };
}
export type RpcStatusError = { name: 'INTERNAL_ERROR'; info: { error_message: string } };

export type RpcQueryRequest = BlockReference &
  (
    | { request_type: 'view_account'; account_id: string }
    | { request_type: 'view_code'; account_id: string }
    | {
        request_type: 'call_function';
        account_id: string;
        method_name: string;
        args_base64: string;
      }
  );
export interface AccountView {
  amount: string;
  locked: string;
}
export interface ContractCodeView {
  code_base64: string;
  hash: string;
}
export interface CallResult {
  result: number[];
  logs: string[];
}
export interface RpcQueryResults {
  view_account: AccountView & { block_height: number; block_hash: string };
  view_code: ContractCodeView & { block_height: number; block_hash: string };
  call_function: CallResult & { block_height: number; block_hash: string };
}
export type RpcQueryResponse = RpcQueryResults[keyof RpcQueryResults];
export type RpcQueryError =
  | { name: 'UNKNOWN_ACCOUNT'; info: { requested_account_id: string } }
  | { name: 'INTERNAL_ERROR'; info: { error_message: string } };

export type RpcTransactionStatusRequest = (
  | { tx_hash: string; sender_account_id: string }
  | { signed_tx_base64: string }
) & { wait_until?: TxExecutionStatus };
export interface RpcTransactionResponse {
  final_execution_status: TxExecutionStatus;
  status?: { SuccessValue: string } | { Failure: object } | 'NotStarted' | 'Started';
}
export type RpcTransactionError =
  | { name: 'INVALID_TRANSACTION'; info: object }
  | { name: 'UNKNOWN_TRANSACTION'; info: { requested_transaction_hash: string } }
  | {
      name: 'TIMEOUT_ERROR';
      info:
        | { cause: 'NOT_OBSERVED' }
        | { cause: 'PENDING'; status: RpcTransactionResponse }
        | { cause: 'DOES_NOT_TRACK_SHARD'; shard_id: number }
        | { cause: 'ERROR'; debug_info: string };
    }
  | { name: 'INTERNAL_ERROR'; info: { error_message: string } };

export type RpcRequestValidationErrorKind =
  | { name: 'METHOD_NOT_FOUND'; info: { method_name: string } }
  | { name: 'PARSE_ERROR'; info: { error_message: string } };

export interface BlockEvent {
  height: number;
  hash: string;
}
export interface TransactionEvent {
  block_height: number;
  transaction: { hash: string };
}
export interface ReceiptEvent {
  block_height: number;
  transaction_hash: string | null;
}
export interface LogEvent {
  block_height: number;
  log: string;
}
export interface RevertEvent {
  height: number;
}

export interface RpcMethods {
  block: { params: RpcBlockRequest; result: RpcBlockResponse; error: RpcBlockError };
  status: { params: null; result: RpcStatusResponse; error: RpcStatusError };
  query: { params: RpcQueryRequest; result: RpcQueryResponse; error: RpcQueryError };
  tx: {
    params: RpcTransactionStatusRequest;
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  send_tx: {
    params: { signed_tx_base64: string; wait_until?: TxExecutionStatus };
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
  perigee_mine: {
    params: { blocks?: U64; epochs?: U64 };
    result: { height: number };
    error: { name: 'INTERNAL_ERROR'; info: { error_message: string } };
  };
  perigee_impersonate: {
    params: {
      signer_id: string;
      receiver_id: string;
      actions: readonly unknown[];
      wait_until?: TxExecutionStatus;
    };
    result: RpcTransactionResponse;
    error: RpcTransactionError;
  };
}
export type MethodName = keyof RpcMethods;
