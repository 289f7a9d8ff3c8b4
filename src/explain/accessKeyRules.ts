// Why an access key does not allow a transaction or a delegate action: a rule for every
// InvalidAccessKeyError.

import { formatTokens } from '../base/amounts.ts';
import { formatPublicKey } from '../base/crypto/keys.ts';
import type { InvalidAccessKeyError } from '../types/transactionErrors.ts';
import { applyRule, because, type Explanation, type Rules } from './explanation.ts';
import type { TransactionFacts } from './facts.ts';

const FULL_ACCESS = 'sign with a full access key';

const RULES: Rules<InvalidAccessKeyError, Pick<TransactionFacts, 'keyAccounts'>> = {
  AccessKeyNotFound: ({ accountId, publicKey }, { keyAccounts }) =>
    because(
      `${accountId} does not have the key ${formatPublicKey(publicKey)}`,
      describeOwners(keyAccounts),
    ),
  ReceiverMismatch: ({ txReceiver, akReceiver }) =>
    because(
      `the key may only call ${akReceiver}, not ${txReceiver}`,
      `${FULL_ACCESS}, or add a key for ${txReceiver}`,
    ),
  MethodNameMismatch: ({ methodName }) =>
    because(
      `the key may not call the method ${methodName}`,
      `${FULL_ACCESS}, or add a key that allows the method`,
    ),
  RequiresFullAccess: () =>
    because(
      'the key may only call methods of a contract, one call per transaction',
      `${FULL_ACCESS}, or send nothing but one function call`,
    ),
  NotEnoughAllowance: ({ allowance, cost }) =>
    because(
      `the allowance of the key is used up: ${formatTokens(allowance)} is left, and the ` +
        `transaction may cost ${formatTokens(cost)}`,
      `${FULL_ACCESS}, attach less gas, or replace the key by one with more allowance`,
    ),
  DepositWithFunctionCall: () =>
    because(
      'a function call key cannot attach a deposit, not even 1 yoctoNEAR',
      `${FULL_ACCESS}: wallets ask their user for it`,
    ),
  DelegateActionRequiresNonGasKey: () =>
    because('the delegate action was signed with a gas key', 'sign it with an ordinary key'),
  DelegateActionRequiresGasKey: () =>
    because(
      'the delegate action has a nonce_index, and was not signed with a gas key',
      'sign it with a gas key, or leave nonce_index out',
    ),
};

export function explainAccessKey(
  error: InvalidAccessKeyError,
  facts: Pick<TransactionFacts, 'keyAccounts'> = {},
): Explanation {
  return applyRule(RULES, error, facts);
}

function describeOwners(keyAccounts: TransactionFacts['keyAccounts']): string {
  if (keyAccounts === undefined) return 'sign with a key of the account, or add this one to it';
  if (keyAccounts.length === 0) {
    return 'no account of this chain was ever given this key: is it a key for another network?';
  }
  const accounts = keyAccounts.join(', ');
  return `this key was given to ${accounts}: sign for that account, or use another key`;
}
