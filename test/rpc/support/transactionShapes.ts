// The fields of the interface description for transactions, receipts and their outcomes.

import { list, mapOf, nullable, object, type Shape, variants, words } from './shape.ts';

export const hash: Shape = 'string';
export const amount: Shape = 'string';
export const accountId: Shape = 'string';
export const publicKey: Shape = 'string';
const shardId: Shape = 'integer';

export const MerklePath = list(object({ hash, direction: words('Left', 'Right') }));

const GlobalContractId = variants([], { hash, account_id: accountId });

const AccessKey = object({
  nonce: 'integer',
  permission: variants(['FullAccess'], {
    FunctionCall: object({
      allowance: nullable(amount),
      receiver_id: 'string',
      method_names: list('string'),
    }),
    GasKeyFullAccess: object({ balance: amount, num_nonces: 'integer' }),
    GasKeyFunctionCall: 'anything',
  }),
});

const Action = variants(['CreateAccount'], {
  DeployContract: object({ code: 'string' }),
  FunctionCall: object({
    method_name: 'string',
    args: 'string',
    gas: 'integer',
    deposit: amount,
  }),
  Transfer: object({ deposit: amount }),
  Stake: object({ stake: amount, public_key: publicKey }),
  AddKey: object({ public_key: publicKey, access_key: AccessKey }),
  DeleteKey: object({ public_key: publicKey }),
  DeleteAccount: object({ beneficiary_id: accountId }),
  Delegate: object({ delegate_action: 'anything', signature: 'string' }),
  DelegateV2: object({ delegate_action: 'anything', signature: 'string' }),
  DeployGlobalContract: object({ code: 'string' }),
  DeployGlobalContractByAccountId: object({ code: 'string' }),
  UseGlobalContract: object({ code_hash: hash }),
  UseGlobalContractByAccountId: object({ account_id: accountId }),
  DeterministicStateInit: object({
    code: GlobalContractId,
    data: mapOf('string'),
    deposit: amount,
  }),
  TransferToGasKey: object({ public_key: publicKey, deposit: amount }),
  WithdrawFromGasKey: object({ public_key: publicKey, amount }),
  UniversalStateInit: object({ state_init: 'string', deposit: amount }),
});

export const SignedTransaction = object({
  signer_id: accountId,
  public_key: publicKey,
  nonce: 'integer',
  receiver_id: accountId,
  actions: list(Action),
  signature: 'string',
  hash,
  'nonce_index?': nullable('integer'),
  'nonce_mode?': nullable(words('monotonic', 'strict')),
  priority_fee: 'integer',
});

export const Receipt = object({
  predecessor_id: accountId,
  receiver_id: accountId,
  receipt_id: hash,
  priority: 'integer',
  receipt: variants([], {
    Action: object({
      signer_id: accountId,
      signer_public_key: publicKey,
      gas_price: amount,
      output_data_receivers: list(object({ data_id: hash, receiver_id: accountId })),
      input_data_ids: list(hash),
      actions: list(Action),
      is_promise_yield: 'boolean',
      'refund_to?': nullable(accountId),
    }),
    Data: object({ data_id: hash, data: nullable('string'), is_promise_resume: 'boolean' }),
    GlobalContractDistribution: object({
      id: GlobalContractId,
      target_shard: shardId,
      already_delivered_shards: list(shardId),
      code: 'string',
      'nonce?': nullable('integer'),
    }),
  }),
});

const Failure = variants([], {
  ActionError: object({ index: nullable('integer'), kind: 'anything' }),
  InvalidTxError: 'anything',
});

const ExecutionMetadata = object({
  version: 'integer',
  gas_profile: nullable(
    list(object({ cost_category: 'string', cost: 'string', gas_used: 'string' })),
  ),
  contracts: nullable(list(nullable('anything'))),
});

const OutcomeWithId = object({
  proof: MerklePath,
  block_hash: hash,
  id: hash,
  outcome: object({
    logs: list('string'),
    receipt_ids: list(hash),
    gas_burnt: 'integer',
    tokens_burnt: amount,
    executor_id: accountId,
    status: variants(['Unknown'], { Failure, SuccessValue: 'string', SuccessReceiptId: hash }),
    metadata: ExecutionMetadata,
  }),
});

export const TransactionStatus = object({
  final_execution_status: words(
    'NONE',
    'INCLUDED',
    'EXECUTED_OPTIMISTIC',
    'INCLUDED_FINAL',
    'EXECUTED',
    'FINAL',
  ),
  status: variants(['NotStarted', 'Started'], { Failure, SuccessValue: 'string' }),
  transaction: SignedTransaction,
  transaction_outcome: OutcomeWithId,
  receipts_outcome: list(OutcomeWithId),
  receipts: list(Receipt),
});
