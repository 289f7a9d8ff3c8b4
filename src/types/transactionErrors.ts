// Why a transaction is refused: the reference's InvalidTxError and everything inside it. The order
// of the variants is the order of their numbers in bytes.

import type { TypeOf } from '../codec/codec.ts';
import { f64, option, string, u16, u32, u64, u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit, words } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { balance, gas, hash, nonce, publicKey } from './primitives.ts';

export const InvalidAccessKeyError = union('InvalidAccessKeyError', {
  AccessKeyNotFound: struct({ accountId, publicKey }),
  ReceiverMismatch: struct({ txReceiver: string, akReceiver: string }),
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
  MissingTrieValue: struct({
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

export const InvalidTxError = union('InvalidTxError', {
  InvalidAccessKeyError,
  InvalidSignerId: struct({ signerId: string }),
  SignerDoesNotExist: struct({ signerId: accountId }),
  InvalidNonce: struct({ txNonce: nonce, akNonce: nonce }),
  NonceTooLarge: struct({ txNonce: nonce, upperBound: nonce }),
  InvalidReceiverId: struct({ receiverId: string }),
  InvalidSignature: unit,
  NotEnoughBalance: notEnough,
  LackBalanceForState: struct({ signerId: accountId, amount: balance }),
  CostOverflow: unit,
  InvalidChain: unit,
  Expired: unit,
  ActionsValidation: ActionsValidationError,
  TransactionSizeExceeded: struct({ size: u64Number, limit: u64Number }),
  InvalidTransactionVersion: unit,
  StorageError,
  ShardCongested: struct({ shardId: u32, congestionLevel: f64 }),
  ShardStuck: struct({ shardId: u32, missedChunks: u64 }),
  InvalidNonceIndex: struct({ txNonceIndex: option(u16), numNonces: u16 }),
  NotEnoughGasKeyBalance: notEnough,
  NotEnoughBalanceForDeposit: struct({
    signerId: accountId,
    balance,
    cost: balance,
    reason: words('DepositCostFailureReason', ['NotEnoughBalance', 'LackBalanceForState']),
  }),
});
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
