// Why a transaction is refused: the reference's InvalidTxError and everything inside it. The order
// of the variants is the order of their numbers in bytes.

import { described, documented, type TypeOf } from '../codec/codec.ts';
import { f64, option, string, u16, u32, u64, u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit, words } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { balance, gas, hash, nonce, publicKey } from './primitives.ts';

export const InvalidAccessKeyError = union('InvalidAccessKeyError', {
  AccessKeyNotFound: struct({ accountId, publicKey }),
  ReceiverMismatch: struct({ txReceiver: accountId, akReceiver: string }),
  MethodNameMismatch: struct({ methodName: string }),
  RequiresFullAccess: unit,
  NotEnoughAllowance: struct({ accountId, publicKey, allowance: balance, cost: balance }),
  DepositWithFunctionCall: unit,
  DelegateActionRequiresNonGasKey: unit,
  DelegateActionRequiresGasKey: unit,
});
export type InvalidAccessKeyError = TypeOf<typeof InvalidAccessKeyError>;

const lengthLimit = struct({ length: u64Number, limit: u64Number });

export const ActionsValidationError = union('ActionsValidationError', {
  DeleteActionMustBeFinal: unit,
  TotalPrepaidGasExceeded: struct({ totalPrepaidGas: gas, limit: gas }),
  TotalNumberOfActionsExceeded: struct({ totalNumberOfActions: u64Number, limit: u64Number }),
  AddKeyMethodNamesNumberOfBytesExceeded: struct({
    totalNumberOfBytes: u64Number,
    limit: u64Number,
  }),
  AddKeyMethodNameLengthExceeded: lengthLimit,
  IntegerOverflow: unit,
  InvalidAccountId: struct({ accountId: string }),
  ContractSizeExceeded: struct({ size: u64Number, limit: u64Number }),
  FunctionCallMethodNameLengthExceeded: lengthLimit,
  FunctionCallArgumentsLengthExceeded: lengthLimit,
  UnsuitableStakingKey: struct({ publicKey }),
  FunctionCallZeroAttachedGas: unit,
  DelegateActionMustBeOnlyOne: unit,
  UnsupportedProtocolFeature: struct({ protocolFeature: string, version: u32 }),
  InvalidDeterministicStateInitReceiver: struct({ receiverId: accountId, derivedId: accountId }),
  DeterministicStateInitKeyLengthExceeded: lengthLimit,
  DeterministicStateInitValueLengthExceeded: lengthLimit,
  GasKeyInvalidNumNonces: struct({ requestedNonces: u16, limit: u16 }),
  AddGasKeyWithNonZeroBalance: struct({ balance }),
  GasKeyFunctionCallAllowanceNotAllowed: unit,
  TotalNumberOfDeployActionsExceeded: struct({
    numberOfDeployActions: u64Number,
    limit: u64Number,
  }),
  FunctionCallEmptyMethodName: unit,
  InvalidUniversalStateInitReceiver: struct({ receiverId: accountId, derivedId: accountId }),
  UniversalStateInitKeyLengthExceeded: lengthLimit,
  UniversalStateInitValueLengthExceeded: lengthLimit,
  MalformedUniversalStateInit: unit,
  RemovedProtocolFeature: struct({ protocolFeature: string, version: u32 }),
  WithdrawFromGasKeyNotAllowedInDelegate: unit,
  TotalNumberOfStateInitKeysExceeded: struct({ numberOfKeys: u64Number, limit: u64Number }),
  TotalNumberOfStateInitEntriesExceeded: struct({ numberOfEntries: u64Number, limit: u64Number }),
  TransferToUniversalAccountNotAllowed: struct({ accountId }),
});
export type ActionsValidationError = TypeOf<typeof ActionsValidationError>;

/** A part of the state could not be read; only a damaged store gives it. */
const StorageError = union('StorageError', {
  StorageInternalError: unit,
  MissingTrieValue: struct('MissingTrieValue', {
    context: words('MissingTrieValueContext', [
      'TrieIterator',
      'TriePrefetchingStorage',
      'TrieMemoryPartialStorage',
      'TrieStorage',
    ]),
    hash,
  }),
  UnexpectedTrieValue: unit,
  StorageInconsistentState: string,
  FlatStorageBlockNotSupported: string,
  MemTrieLoadingError: string,
});

const notEnough = struct({ signerId: accountId, balance, cost: balance });

/** The conditions are those of the interface description. */
const invalidTxErrors = {
  InvalidAccessKeyError: described(
    InvalidAccessKeyError,
    'Wrong access key or insufficient permissions.',
  ),
  InvalidSignerId: described(struct({ signerId: string }), 'Signer id is not a valid account id.'),
  SignerDoesNotExist: described(struct({ signerId: accountId }), 'Signer not found.'),
  InvalidNonce: described(
    struct({ txNonce: nonce, akNonce: nonce }),
    'Nonce must be strictly greater than the access key nonce.',
  ),
  NonceTooLarge: described(
    struct({ txNonce: nonce, upperBound: nonce }),
    'Nonce exceeds the bound given by the block height.',
  ),
  InvalidReceiverId: described(
    struct({ receiverId: string }),
    'Receiver id is not a valid account id.',
  ),
  InvalidSignature: unit,
  NotEnoughBalance: described(notEnough, 'Balance does not cover the cost.'),
  LackBalanceForState: described(
    struct({ signerId: accountId, amount: described(balance, 'The required balance.') }),
    'Balance insufficient after the transaction to cover storage.',
  ),
  CostOverflow: unit,
  InvalidChain: unit,
  Expired: unit,
  ActionsValidation: described(ActionsValidationError, 'Actions failed validation.'),
  TransactionSizeExceeded: described(
    struct({ size: u64Number, limit: u64Number }),
    'Serialized transaction too large.',
  ),
  InvalidTransactionVersion: unit,
  StorageError: described(StorageError, 'Storage failure.'),
  ShardCongested: described(
    struct({
      shardId: u32,
      congestionLevel: described(f64, '0 = none to 1 = maximum.'),
    }),
    'Receiver shard too congested to accept transactions.',
  ),
  ShardStuck: described(
    struct({
      shardId: u32,
      missedChunks: described(u64, 'Blocks since the last included chunk.'),
    }),
    'Receiver shard missed several chunks and rejects new transactions.',
  ),
  InvalidNonceIndex: described(
    struct({
      txNonceIndex: option(u16),
      numNonces: described(u16, '0 means no `nonce_index` allowed, i.e. a regular key.'),
    }),
    'Gas-key transactions need a `nonce_index` in range; regular transactions must not carry ' +
      'one.',
  ),
  NotEnoughGasKeyBalance: described(
    notEnough,
    'Balance of the gas key does not cover the cost of gas.',
  ),
  NotEnoughBalanceForDeposit: described(
    struct({
      signerId: accountId,
      balance,
      cost: balance,
      reason: words('DepositCostFailureReason', ['NotEnoughBalance', 'LackBalanceForState']),
    }),
    'Balance of the account does not cover the deposits of a gas-key transaction.',
  ),
} as const;

export const InvalidTxError = documented(
  union('InvalidTxError', invalidTxErrors),
  'Why a transaction is invalid. `InvalidSignature`: signature not valid. `CostOverflow`: ' +
    'integer overflow in cost estimation. `InvalidChain`: parent block hash is not in this ' +
    'chain. `Expired`: transaction expired.',
);
export type InvalidTxError = TypeOf<typeof InvalidTxError>;

export const ReceiptValidationError = union('ReceiptValidationError', {
  InvalidPredecessorId: struct({ accountId: string }),
  InvalidReceiverId: struct({ accountId: string }),
  InvalidSignerId: struct({ accountId: string }),
  InvalidDataReceiverId: struct({ accountId: string }),
  ReturnedValueLengthExceeded: lengthLimit,
  NumberInputDataDependenciesExceeded: struct({
    numberOfInputDataDependencies: u64Number,
    limit: u64Number,
  }),
  ActionsValidation: ActionsValidationError,
  ReceiptSizeExceeded: struct({ size: u64Number, limit: u64Number }),
  InvalidRefundTo: struct({ accountId: string }),
});
export type ReceiptValidationError = TypeOf<typeof ReceiptValidationError>;
