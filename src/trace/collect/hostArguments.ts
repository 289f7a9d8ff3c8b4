// What the numbers mean that a contract passes to each host function, in their order: a trace shows
// the bytes behind pointers, and what was written to a register or to memory.

type Wrote = (result: bigint | number | undefined) => boolean;

export type HostArgument =
  /** A length and a pointer, or a register instead. */
  | { readonly kind: 'bytes' | 'publicKey'; readonly name: string }
  /** A length and a pointer; the text may end with a zero instead. */
  | { readonly kind: 'utf8' | 'utf16'; readonly name: string }
  /** A pointer to the numbers of promises, and their count. */
  | { readonly kind: 'promises'; readonly name: string }
  | { readonly kind: 'number' | 'promise'; readonly name: string }
  /** A pointer to 16 bytes. */
  | { readonly kind: 'amount'; readonly name: string }
  /** A pointer to 16 bytes that the function writes. */
  | { readonly kind: 'amountOut'; readonly name: string }
  /** A register that the function writes, if its result says so. */
  | { readonly kind: 'registerOut'; readonly name: string; readonly wrote: Wrote }
  /** A register that the function copies to memory. */
  | { readonly kind: 'registerIn'; readonly name: string };

const TWO_NUMBERS: ReadonlySet<HostArgument['kind']> = new Set([
  'bytes',
  'publicKey',
  'utf8',
  'utf16',
  'promises',
]);

/** How many numbers of the Wasm signature belong to the argument. */
export function countNumbers({ kind }: HostArgument): number {
  return TWO_NUMBERS.has(kind) ? 2 : 1;
}

const bytes = (name: string): HostArgument => ({ kind: 'bytes', name });
const number = (name: string): HostArgument => ({ kind: 'number', name });
const amount = (name = 'amount'): HostArgument => ({ kind: 'amount', name });
const amountOut: HostArgument = { kind: 'amountOut', name: 'ptr' };
const into = (wrote: Wrote = () => true): HostArgument => ({
  kind: 'registerOut',
  name: 'register_id',
  wrote,
});
const isOne: Wrote = (result) => result === 1n;
const isZero: Wrote = (result) => result === 0n;

const promise: HostArgument = { kind: 'promise', name: 'promise_index' };
const accountId = bytes('account_id');
const publicKey: HostArgument = { kind: 'publicKey', name: 'public_key' };
const gas = number('gas');
const call = [bytes('method_name'), bytes('arguments'), amount(), gas];
const verification = [bytes('signature'), bytes('message'), bytes('public_key')];
const hashing = [bytes('value'), into()];
const pointMath = [bytes('value'), into(isZero)];
const callKey = [amount('allowance'), bytes('receiver_id'), bytes('method_names')];

const STORAGE = {
  storage_write: [bytes('key'), bytes('value'), into(isOne)],
  storage_read: [bytes('key'), into(isOne)],
  storage_remove: [bytes('key'), into(isOne)],
  storage_has_key: [bytes('key')],
  storage_iter_prefix: [bytes('prefix')],
  storage_iter_range: [bytes('start'), bytes('end')],
  storage_iter_next: [
    number('iterator_id'),
    number('key_register_id'),
    number('value_register_id'),
  ],
};

const CONTEXT = {
  read_register: [{ kind: 'registerIn', name: 'register_id' } as const, number('ptr')],
  register_len: [number('register_id')],
  write_register: [number('register_id'), bytes('data')],
  current_account_id: [into()],
  chain_id: [into()],
  signer_account_id: [into()],
  signer_account_pk: [into()],
  predecessor_account_id: [into()],
  refund_to_account_id: [into()],
  input: [into()],
  block_index: [],
  block_timestamp: [],
  epoch_height: [],
  storage_usage: [],
  random_seed: [into()],
  current_contract_code: [into((kind) => kind !== 0n)],
  account_balance: [amountOut],
  account_locked_balance: [amountOut],
  attached_deposit: [amountOut],
  prepaid_gas: [],
  used_gas: [],
  validator_stake: [accountId, amountOut],
  validator_total_stake: [amountOut],
};

const COMPUTATION = {
  sha256: hashing,
  keccak256: hashing,
  keccak512: hashing,
  sha3_256: hashing,
  sha3_384: hashing,
  sha3_512: hashing,
  ripemd160: hashing,
  ecrecover: [
    bytes('hash'),
    bytes('signature'),
    number('v'),
    number('malleability_flag'),
    into(isOne),
  ],
  ed25519_verify: verification,
  p256_verify: verification,
  ml_dsa_verify: verification,
  alt_bn128_g1_multiexp: hashing,
  alt_bn128_g1_sum: hashing,
  alt_bn128_pairing_check: [bytes('value')],
  bls12381_p1_sum: pointMath,
  bls12381_p2_sum: pointMath,
  bls12381_g1_multiexp: pointMath,
  bls12381_g2_multiexp: pointMath,
  bls12381_map_fp_to_g1: pointMath,
  bls12381_map_fp2_to_g2: pointMath,
  bls12381_p1_decompress: pointMath,
  bls12381_p2_decompress: pointMath,
  bls12381_pairing_check: [bytes('value')],
};

const ENDING = {
  log_utf8: [{ kind: 'utf8', name: 'message' } as const],
  log_utf16: [{ kind: 'utf16', name: 'message' } as const],
  value_return: [bytes('value')],
  panic: [],
  panic_utf8: [{ kind: 'utf8', name: 'message' } as const],
  abort: [number('message_ptr'), number('filename_ptr'), number('line'), number('column')],
  gas: [number('operations')],
};

const PROMISES = {
  promise_create: [accountId, ...call],
  promise_then: [promise, accountId, ...call],
  promise_and: [{ kind: 'promises', name: 'promise_indexes' } as const],
  promise_batch_create: [accountId],
  promise_batch_then: [promise, accountId],
  promise_set_refund_to: [promise, accountId],
  promise_results_count: [],
  promise_result: [number('result_index'), into(isOne)],
  promise_return: [promise],
  promise_yield_create: [
    bytes('method_name'),
    bytes('arguments'),
    gas,
    number('gas_weight'),
    into(),
  ],
  promise_yield_create_with_id: [...call, number('gas_weight'), bytes('yield_id')],
  promise_yield_resume: [bytes('data_id'), bytes('payload')],
  promise_yield_resume_with_yield_id: [bytes('yield_id'), bytes('payload')],
};

const BATCH_ACTIONS = {
  promise_batch_action_create_account: [promise],
  promise_batch_action_deploy_contract: [promise, bytes('code')],
  promise_batch_action_deploy_global_contract: [promise, bytes('code')],
  promise_batch_action_deploy_global_contract_by_account_id: [promise, bytes('code')],
  promise_batch_action_use_global_contract: [promise, bytes('code_hash')],
  promise_batch_action_use_global_contract_by_account_id: [promise, accountId],
  promise_batch_action_state_init: [promise, bytes('code_hash'), amount()],
  promise_batch_action_state_init_by_account_id: [promise, accountId, amount()],
  promise_batch_action_universal_state_init: [promise, bytes('state_init'), amount()],
  set_state_init_data_entry: [promise, number('action_index'), bytes('key'), bytes('value')],
  universal_state_init_to_account_id: [bytes('state_init'), into(isZero)],
  promise_batch_action_function_call: [promise, ...call],
  promise_batch_action_function_call_weight: [promise, ...call, number('gas_weight')],
  promise_batch_action_transfer: [promise, amount()],
  promise_batch_action_stake: [promise, amount(), publicKey],
  promise_batch_action_add_key_with_full_access: [promise, publicKey, number('nonce')],
  promise_batch_action_add_key_with_function_call: [
    promise,
    publicKey,
    number('nonce'),
    ...callKey,
  ],
  promise_batch_action_add_gas_key_with_full_access: [promise, publicKey, number('num_nonces')],
  promise_batch_action_add_gas_key_with_function_call: [
    promise,
    publicKey,
    number('num_nonces'),
    ...callKey,
  ],
  promise_batch_action_transfer_to_gas_key: [promise, publicKey, amount()],
  promise_batch_action_delete_key: [promise, publicKey],
  promise_batch_action_delete_account: [promise, bytes('beneficiary_id')],
};

/** By the name that contracts import. */
export const HOST_ARGUMENTS: Readonly<Record<string, readonly HostArgument[]>> = {
  ...STORAGE,
  ...CONTEXT,
  ...COMPUTATION,
  ...ENDING,
  ...PROMISES,
  ...BATCH_ACTIONS,
};
