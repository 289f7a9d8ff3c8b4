// The host functions that the contracts import, with the names and parameters of the protocol.

export declare function read_register(register: u64, ptr: u64): void;
export declare function register_len(register: u64): u64;
export declare function input(register: u64): void;
export declare function value_return(length: u64, ptr: u64): void;
export declare function panic_utf8(length: u64, ptr: u64): void;
export declare function log_utf8(length: u64, ptr: u64): void;
export declare function storage_write(
  keyLength: u64,
  key: u64,
  valueLength: u64,
  value: u64,
  register: u64,
): u64;
export declare function storage_read(keyLength: u64, key: u64, register: u64): u64;
export declare function storage_remove(keyLength: u64, key: u64, register: u64): u64;
export declare function storage_usage(): u64;
export declare function current_account_id(register: u64): void;
export declare function predecessor_account_id(register: u64): void;
export declare function signer_account_pk(register: u64): void;
export declare function attached_deposit(ptr: u64): void;
export declare function prepaid_gas(): u64;
export declare function used_gas(): u64;
export declare function promise_batch_create(length: u64, account: u64): u64;
export declare function promise_batch_then(promise: u64, length: u64, account: u64): u64;
export declare function promise_batch_action_create_account(promise: u64): void;
export declare function promise_batch_action_deploy_contract(
  promise: u64,
  length: u64,
  code: u64,
): void;
export declare function promise_batch_action_use_global_contract_by_account_id(
  promise: u64,
  length: u64,
  account: u64,
): void;
export declare function promise_batch_action_transfer(promise: u64, amount: u64): void;
export declare function promise_batch_action_add_key_with_full_access(
  promise: u64,
  length: u64,
  key: u64,
  nonce: u64,
): void;
export declare function promise_batch_action_add_key_with_function_call(
  promise: u64,
  length: u64,
  key: u64,
  nonce: u64,
  allowance: u64,
  receiverLength: u64,
  receiver: u64,
  methodsLength: u64,
  methods: u64,
): void;
export declare function promise_batch_action_delete_key(promise: u64, length: u64, key: u64): void;
export declare function promise_batch_action_function_call(
  promise: u64,
  methodLength: u64,
  method: u64,
  argsLength: u64,
  args: u64,
  amount: u64,
  gas: u64,
): void;
export declare function promise_return(promise: u64): void;
export declare function promise_result(index: u64, register: u64): u64;
