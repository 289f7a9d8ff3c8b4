// What is wrong with the actions of a transaction or of a new receipt: a rule for every
// ActionsValidationError, and for the ReceiptValidationError around them.

import { formatGas, formatTokens } from '../base/amounts.ts';
import { formatPublicKey } from '../base/crypto/keys.ts';
import type { ActionsValidationError, ReceiptValidationError } from '../types/transactionErrors.ts';
import { applyRule, because, type Explanation, type Rules } from './explanation.ts';

interface Length {
  readonly length: number;
  readonly limit: number;
}

const tooLong =
  (what: string, remedy: string) =>
  ({ length, limit }: Length): Explanation =>
    because(`${what} has ${length} bytes; the limit is ${limit}`, remedy);

const ARGUMENTS_REMEDY = 'pass less at once, in several calls';
const STATE_INIT_REMEDY = 'initialise less state, and write the rest in a later call';
const DERIVE_ID = 'send it to the account id that is derived from the initial state';
const CORRECT_ID = 'correct the account id';

const otherReceiver = ({
  receiverId,
  derivedId,
}: {
  readonly receiverId: string;
  readonly derivedId: string;
}) => because(`the initial state belongs to ${derivedId}, not to ${receiverId}`, DERIVE_ID);

const ACTIONS: Rules<ActionsValidationError, null> = {
  DeleteActionMustBeFinal: () =>
    because('DeleteAccount is followed by other actions', 'make it the last action'),
  TotalPrepaidGasExceeded: ({ totalPrepaidGas, limit }) =>
    because(
      `${formatGas(totalPrepaidGas)} are attached; the limit is ${formatGas(limit)}`,
      `attach at most ${formatGas(limit)} to all function calls of a transaction together`,
    ),
  TotalNumberOfActionsExceeded: ({ totalNumberOfActions, limit }) =>
    because(`there are ${totalNumberOfActions} actions; the limit is ${limit}`, 'send fewer'),
  AddKeyMethodNamesNumberOfBytesExceeded: ({ totalNumberOfBytes, limit }) =>
    because(
      `the method names of the key have ${totalNumberOfBytes} bytes; the limit is ${limit}`,
      'allow fewer methods, or all of them with an empty list',
    ),
  AddKeyMethodNameLengthExceeded: tooLong('a method name of the key', 'use a shorter name'),
  IntegerOverflow: () => because('the sum of the attached gas is too large', 'attach less gas'),
  InvalidAccountId: ({ accountId }) =>
    because(`${accountId} is not a valid account id`, CORRECT_ID),
  ContractSizeExceeded: ({ size, limit }) =>
    because(
      `the contract has ${size} bytes; the limit is ${limit}`,
      'build it in release mode without debug information, and run wasm-opt on it',
    ),
  FunctionCallMethodNameLengthExceeded: tooLong('the method name', 'use a shorter name'),
  FunctionCallArgumentsLengthExceeded: tooLong('the argument', ARGUMENTS_REMEDY),
  UnsuitableStakingKey: ({ publicKey }) =>
    because(
      `validators cannot use the key ${formatPublicKey(publicKey)}`,
      'stake with an ed25519 key',
    ),
  FunctionCallZeroAttachedGas: () =>
    because('a function call has no gas attached', 'attach gas, such as 30 Tgas'),
  DelegateActionMustBeOnlyOne: () =>
    because('there is more than one delegate action', 'send each in its own transaction'),
  UnsupportedProtocolFeature: ({ protocolFeature, version }) =>
    because(
      `the protocol version ${version} of this chain does not have ${protocolFeature}`,
      'leave it out, or start a chain with a newer version (--protocol)',
    ),
  InvalidDeterministicStateInitReceiver: otherReceiver,
  DeterministicStateInitKeyLengthExceeded: tooLong('a key of the state', STATE_INIT_REMEDY),
  DeterministicStateInitValueLengthExceeded: tooLong('a value of the state', STATE_INIT_REMEDY),
  GasKeyInvalidNumNonces: ({ requestedNonces, limit }) =>
    because(
      `a gas key cannot have ${requestedNonces} nonces`,
      `ask for at least 1 and at most ${limit}`,
    ),
  AddGasKeyWithNonZeroBalance: ({ balance }) =>
    because(
      `the new gas key has a balance of ${formatTokens(balance)}`,
      'add it with the balance 0, and fund it with TransferToGasKey',
    ),
  GasKeyFunctionCallAllowanceNotAllowed: () =>
    because('a gas key cannot have an allowance', 'leave the allowance out: its balance limits it'),
  TotalNumberOfDeployActionsExceeded: ({ numberOfDeployActions, limit }) =>
    because(
      `there are ${numberOfDeployActions} deployments; the limit is ${limit}`,
      'deploy the others in further transactions',
    ),
  FunctionCallEmptyMethodName: () =>
    because('the method name of a function call is empty', 'name a method of the contract'),
  InvalidUniversalStateInitReceiver: otherReceiver,
  UniversalStateInitKeyLengthExceeded: tooLong('a key of the state', STATE_INIT_REMEDY),
  UniversalStateInitValueLengthExceeded: tooLong('a value of the state', STATE_INIT_REMEDY),
  MalformedUniversalStateInit: () =>
    because('the initial state is malformed', 'encode it with a current library'),
  RemovedProtocolFeature: ({ protocolFeature, version }) =>
    because(
      `the protocol version ${version} of this chain no longer has ${protocolFeature}`,
      'use what has replaced it, or a chain with an earlier version (--protocol)',
    ),
  WithdrawFromGasKeyNotAllowedInDelegate: () =>
    because(
      'a delegate action cannot withdraw from a gas key',
      'send the withdrawal in a transaction of its own',
    ),
  TotalNumberOfStateInitKeysExceeded: ({ numberOfKeys, limit }) =>
    because(`the initial state has ${numberOfKeys} keys; the limit is ${limit}`, STATE_INIT_REMEDY),
  TotalNumberOfStateInitEntriesExceeded: ({ numberOfEntries, limit }) =>
    because(
      `the initial state has ${numberOfEntries} entries; the limit is ${limit}`,
      STATE_INIT_REMEDY,
    ),
  TransferToUniversalAccountNotAllowed: ({ accountId }) =>
    because(
      `a transfer cannot create ${accountId}`,
      'create the account with its initial state (UniversalStateInit) first',
    ),
};

const wrongId =
  (role: string) =>
  ({ accountId }: { readonly accountId: string }): Explanation =>
    because(`the ${role} ${accountId} of a new receipt is not a valid account id`, CORRECT_ID);

const RECEIPTS: Rules<ReceiptValidationError, null> = {
  InvalidPredecessorId: wrongId('predecessor'),
  InvalidReceiverId: wrongId('receiver'),
  InvalidSignerId: wrongId('signer'),
  InvalidDataReceiverId: wrongId('receiver of the result'),
  ReturnedValueLengthExceeded: tooLong('the returned value', 'return less, page by page'),
  NumberInputDataDependenciesExceeded: ({ numberOfInputDataDependencies, limit }) =>
    because(
      `a promise waits for ${numberOfInputDataDependencies} others; the limit is ${limit}`,
      'join fewer promises at once',
    ),
  ActionsValidation: explainActions,
  ReceiptSizeExceeded: ({ size, limit }) =>
    because(`a new receipt has ${size} bytes; the limit is ${limit}`, ARGUMENTS_REMEDY),
  InvalidRefundTo: wrongId('receiver of refunds'),
};

export function explainActions(error: ActionsValidationError): Explanation {
  return applyRule(ACTIONS, error, null);
}

export function explainReceipt(error: ReceiptValidationError): Explanation {
  return applyRule(RECEIPTS, error, null);
}
