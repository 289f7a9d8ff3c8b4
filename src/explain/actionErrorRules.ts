// Why an action of a receipt failed: a rule for every ActionErrorKind.

import { formatTokens } from '../base/amounts.ts';
import { formatHash } from '../base/crypto/hash.ts';
import { formatPublicKey } from '../base/crypto/keys.ts';
import type { ActionErrorKind, TxExecutionError } from '../types/actionErrors.ts';
import { explainAccessKey } from './accessKeyRules.ts';
import { explainReceipt } from './actionsRules.ts';
import { explainCall } from './callRules.ts';
import { applyRule, because, type Explanation, type Rules } from './explanation.ts';
import { explainInvalid } from './transactionRules.ts';

const SIGN_AGAIN = 'ask the sender for a new delegate action';

const RULES: Rules<Exclude<ActionErrorKind, { kind: 'FunctionCallError' }>, null> = {
  AccountAlreadyExists: ({ accountId }) =>
    because(`the account ${accountId} exists already`, 'choose another name, or leave it as it is'),
  AccountDoesNotExist: ({ accountId }) =>
    because(
      `the account ${accountId} does not exist`,
      'create it first; check its spelling and the network',
    ),
  CreateAccountOnlyByRegistrar: ({ accountId, registrarAccountId }) =>
    because(
      `a name without a dot such as ${accountId} can only be created by ${registrarAccountId}`,
      `create a sub-account of an account that you have, such as ${accountId}.test.near`,
    ),
  CreateAccountNotAllowed: ({ accountId, predecessorId }) =>
    because(
      `${predecessorId} cannot create ${accountId}: only ${parentOf(accountId)} can`,
      `send CreateAccount from ${parentOf(accountId)}, or create a name that ends with ` +
        `.${predecessorId}`,
    ),
  ActorNoPermission: ({ accountId, actorId }) =>
    because(
      `${actorId} cannot do this to ${accountId}: only the account itself can`,
      `send it from ${accountId}, with ${accountId} as receiver`,
    ),
  DeleteKeyDoesNotExist: ({ accountId, publicKey }) =>
    because(`${accountId} does not have the key ${formatPublicKey(publicKey)}`),
  AddKeyAlreadyExists: ({ accountId, publicKey }) =>
    because(
      `${accountId} has the key ${formatPublicKey(publicKey)} already`,
      'delete it first if it shall get other permissions',
    ),
  DeleteAccountStaking: ({ accountId }) =>
    because(
      `${accountId} is staking and cannot be deleted`,
      'stake 0, and delete it when the tokens are unlocked some epochs later',
    ),
  LackBalanceForState: ({ accountId, amount }) =>
    because(
      `${accountId} does not have enough for its storage: ${formatTokens(amount)} is missing`,
      `transfer at least ${formatTokens(amount)} to it, or attach it as a deposit`,
    ),
  TriesToUnstake: ({ accountId }) => because(`${accountId} has no stake to withdraw`),
  TriesToStake: ({ accountId, stake, locked, balance }) =>
    because(
      `${accountId} wants to stake ${formatTokens(stake)}, and has ${formatTokens(balance)} ` +
        `besides ${formatTokens(locked)} that are staked`,
      'stake less, or transfer more to the account',
    ),
  InsufficientStake: ({ stake, minimumStake }) =>
    because(
      `a stake of ${formatTokens(stake)} is too little`,
      `stake at least ${formatTokens(minimumStake)}`,
    ),
  NewReceiptValidationError: explainReceipt,
  OnlyImplicitAccountCreationAllowed: ({ accountId }) =>
    because(
      `CreateAccount cannot create ${accountId}`,
      'transfer tokens to it: implicit accounts are created by their first transfer',
    ),
  DeleteAccountWithLargeState: ({ accountId }) =>
    because(
      `${accountId} has too much state to be deleted`,
      'let its contract remove its storage first',
    ),
  DelegateActionInvalidSignature: () =>
    because('the signature of the delegate action does not match its content', SIGN_AGAIN),
  DelegateActionSenderDoesNotMatchTxReceiver: ({ senderId, receiverId }) =>
    because(
      `the delegate action is from ${senderId}, but was sent to ${receiverId}`,
      `send the transaction to ${senderId}`,
    ),
  DelegateActionExpired: () =>
    because('the delegate action has passed its max_block_height', SIGN_AGAIN),
  DelegateActionAccessKeyError: (error) => explainAccessKey(error),
  DelegateActionInvalidNonce: ({ delegateNonce, akNonce }) =>
    because(
      `the nonce ${delegateNonce} of the delegate action is too small: the key has already used ` +
        `${akNonce}`,
      `${SIGN_AGAIN}, with a nonce of at least ${akNonce + 1n}`,
    ),
  DelegateActionNonceTooLarge: ({ delegateNonce, upperBound }) =>
    because(
      `the nonce ${delegateNonce} of the delegate action is too large: it must be below ` +
        `${upperBound}`,
      `${SIGN_AGAIN}, with the last nonce of the key plus one`,
    ),
  GlobalContractDoesNotExist: ({ identifier }) => {
    const { kind, value } = identifier;
    const name = kind === 'CodeHash' ? `the hash ${formatHash(value)}` : `the account ${value}`;
    return because(
      `there is no global contract with ${name}`,
      'deploy it with DeployGlobalContract, and wait some blocks until all shards have it',
    );
  },
  GasKeyDoesNotExist: ({ accountId, publicKey }) =>
    because(
      `${accountId} does not have the gas key ${formatPublicKey(publicKey)}`,
      'add it first, as a gas key',
    ),
  InsufficientGasKeyBalance: ({ balance, required }) =>
    because(
      `the gas key has ${formatTokens(balance)}, and ${formatTokens(required)} is needed`,
      'withdraw less, or fund it with TransferToGasKey',
    ),
  GasKeyBalanceTooHigh: ({ balance }) =>
    because(
      `the gas key still has ${formatTokens(balance)}, which would be lost`,
      'withdraw it with WithdrawFromGasKey first',
    ),
  DelegateActionInvalidNonceIndex: ({ nonceIndex, numNonces }) =>
    because(
      `the gas key of the delegate action has no nonce ${nonceIndex}`,
      `${SIGN_AGAIN}, with a nonce_index from 0 to ${numNonces - 1}`,
    ),
  TotalPromiseInputSizeExceeded: ({ size, limit }) =>
    because(
      `the results that the call waited for have ${size} bytes; the limit is ${limit}`,
      'wait for fewer results, or let the called contracts return less',
    ),
  ReceiptStorageProofSizeExceeded: ({ limit }) =>
    because(
      `the receipt touched more than ${limit} bytes of state`,
      'read and write less in one receipt: split the work over several calls',
    ),
  MalformedUniversalStateInit: () =>
    because('the initial state is malformed', 'encode it with a current library'),
  AccountNotInitialized: ({ accountId }) =>
    because(
      `the account ${accountId} has not been initialized`,
      'send its initial state (UniversalStateInit) first',
    ),
};

/** Null for a message of a contract that says everything that is known. */
export function explainActionError(error: ActionErrorKind): Explanation | null {
  return error.kind === 'FunctionCallError'
    ? explainCall(error.value)
    : applyRule(RULES, error, null);
}

export function explainExecutionError(error: TxExecutionError): Explanation | null {
  return error.kind === 'ActionError'
    ? explainActionError(error.value.kind)
    : explainInvalid(error.value);
}

function parentOf(accountId: string): string {
  return accountId.slice(accountId.indexOf('.') + 1);
}
