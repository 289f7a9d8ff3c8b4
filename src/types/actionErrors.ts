// Why the execution of a receipt failed: the reference's ActionErrorKind and everything inside it.
// The order of the variants is the order of their numbers in bytes.

import { type Codec, described, type TypeOf } from '../codec/codec.ts';
import { option, string, u16, u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type UnionOf, union, unit, words } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { GlobalContractIdentifier } from './globalContract.ts';
import { balance, nonce, publicKey } from './primitives.ts';
import { retiredCallErrors } from './retiredCallErrors.ts';
import {
  InvalidAccessKeyError,
  InvalidTxError,
  ReceiptValidationError,
} from './transactionErrors.ts';

/** Why a module was refused before it ran, by the names that RPC answers show. */
export const PrepareError = words('PrepareError', [
  'Serialization',
  'Deserialization',
  'InternalMemoryDeclared',
  'GasInstrumentation',
  'StackHeightInstrumentation',
  'Instantiate',
  'Memory',
  'TooManyFunctions',
  'TooManyLocals',
  'TooManyTables',
  'TooManyTableElements',
  'FunctionBodyTooLarge',
  'InstrumentedCodeTooLarge',
  'TooManyBlocksPerFunction',
  'TooManyBlocksPerContract',
  'TooManyTypes',
  'TooManyParamsPerFunction',
  'TooManyParamsPerContract',
  'OperandStackTooLarge',
  'TooManyGlobals',
]);
export type PrepareError = TypeOf<typeof PrepareError>;

const CompilationError = union('CompilationError', {
  CodeDoesNotExist: struct({ accountId }),
  PrepareError,
  WasmerCompileError: struct({ msg: string }),
});

const MethodResolveError = words('MethodResolveError', [
  'MethodEmptyName',
  'MethodNotFound',
  'MethodInvalidSignature',
]);

const callErrors = {
  CompilationError,
  MethodResolveError,
  ExecutionError: described(string, 'A trap or an error of a host function, as text.'),
} as const;
export type FunctionCallError = UnionOf<typeof callErrors>;

/**
 * What a contract call can end with today; host errors and traps are rendered to text. The
 * description also has the kinds of earlier nodes, which clients know.
 */
export const FunctionCallError: Codec<FunctionCallError> = {
  ...union('FunctionCallError', callErrors),
  schema: union('FunctionCallError', { ...callErrors, ...retiredCallErrors }).schema,
};

const account = struct({ accountId });
const accountAndKey = struct({ accountId, publicKey });

export const ActionErrorKind = union('ActionErrorKind', {
  AccountAlreadyExists: account,
  AccountDoesNotExist: account,
  CreateAccountOnlyByRegistrar: struct({
    accountId,
    registrarAccountId: accountId,
    predecessorId: accountId,
  }),
  CreateAccountNotAllowed: struct({ accountId, predecessorId: accountId }),
  ActorNoPermission: struct({ accountId, actorId: accountId }),
  DeleteKeyDoesNotExist: accountAndKey,
  AddKeyAlreadyExists: accountAndKey,
  DeleteAccountStaking: account,
  LackBalanceForState: struct({ accountId, amount: balance }),
  TriesToUnstake: account,
  TriesToStake: struct({ accountId, stake: balance, locked: balance, balance }),
  InsufficientStake: struct({ accountId, stake: balance, minimumStake: balance }),
  FunctionCallError,
  NewReceiptValidationError: ReceiptValidationError,
  OnlyImplicitAccountCreationAllowed: account,
  DeleteAccountWithLargeState: account,
  DelegateActionInvalidSignature: unit,
  DelegateActionSenderDoesNotMatchTxReceiver: struct({
    senderId: accountId,
    receiverId: accountId,
  }),
  DelegateActionExpired: unit,
  DelegateActionAccessKeyError: InvalidAccessKeyError,
  DelegateActionInvalidNonce: struct({ delegateNonce: nonce, akNonce: nonce }),
  DelegateActionNonceTooLarge: struct({ delegateNonce: nonce, upperBound: nonce }),
  GlobalContractDoesNotExist: struct({ identifier: GlobalContractIdentifier }),
  GasKeyDoesNotExist: accountAndKey,
  InsufficientGasKeyBalance: struct({ accountId, publicKey, balance, required: balance }),
  GasKeyBalanceTooHigh: struct({ accountId, publicKey: option(publicKey), balance }),
  DelegateActionInvalidNonceIndex: struct({ nonceIndex: u16, numNonces: u16 }),
  TotalPromiseInputSizeExceeded: struct({ size: u64Number, limit: u64Number }),
  ReceiptStorageProofSizeExceeded: struct({ limit: u64Number }),
  MalformedUniversalStateInit: unit,
  AccountNotInitialized: account,
});
export type ActionErrorKind = TypeOf<typeof ActionErrorKind>;

export const ActionError = struct('ActionError', {
  index: described(
    option(u64Number),
    'The place of the action that failed; null when no single action is to blame, as for ' +
      '`LackBalanceForState`.',
  ),
  kind: ActionErrorKind,
});
export type ActionError = TypeOf<typeof ActionError>;

export const TxExecutionError = union('TxExecutionError', { ActionError, InvalidTxError });
export type TxExecutionError = TypeOf<typeof TxExecutionError>;
