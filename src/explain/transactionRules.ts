// Why a transaction was refused: a rule for every InvalidTxError.

import { formatTokens } from '../base/amounts.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import { explainAccessKey } from './accessKeyRules.ts';
import { explainActions } from './actionsRules.ts';
import { applyRule, because, type Explanation, type Rules } from './explanation.ts';
import type { TransactionFacts } from './facts.ts';

const NEXT_NONCE = 'read the nonce of the key again (view_access_key), and sign with a larger one';
const RECENT_BLOCK = 'sign it again with the hash of a recent block of this chain';
const MORE_BALANCE = 'transfer the missing amount to the account, or attach less deposit or gas';

const RULES: Rules<InvalidTxError, TransactionFacts> = {
  InvalidAccessKeyError: explainAccessKey,
  InvalidSignerId: ({ signerId }) =>
    because(
      `the signer ${signerId} is not a valid account id, or does not exist`,
      describeNetworkOf(signerId),
    ),
  SignerDoesNotExist: ({ signerId }) =>
    because(`the signer ${signerId} does not exist on this chain`, describeNetworkOf(signerId)),
  InvalidNonce: ({ txNonce, akNonce }) =>
    txNonce > akNonce
      ? because(
          `the nonce ${txNonce} is not the next one of the key, whose last one was ${akNonce}`,
          `sign with the nonce ${akNonce + 1n}, or send the transactions before it`,
        )
      : because(
          `the nonce ${txNonce} is too small: the key has already used ${akNonce}`,
          `${NEXT_NONCE}: ${akNonce + 1n} or more`,
        ),
  NonceTooLarge: ({ txNonce, upperBound }) =>
    because(
      `the nonce ${txNonce} is too large: it must be below ${upperBound}`,
      'sign with the last nonce of the key plus one',
    ),
  InvalidReceiverId: ({ receiverId }) =>
    because(`the receiver ${receiverId} is not a valid account id`, 'correct the account id'),
  InvalidSignature: () =>
    because(
      'the signature does not belong to this transaction and its public key',
      'sign the SHA-256 of its borsh bytes with the secret key of its public_key, and do not ' +
        'change it afterwards',
    ),
  NotEnoughBalance: ({ signerId, balance, cost }) =>
    because(
      `${signerId} has ${formatTokens(balance)} and needs ${formatTokens(cost)}: ` +
        `${formatTokens(cost - balance)} is missing`,
      MORE_BALANCE,
    ),
  LackBalanceForState: ({ signerId, amount }) =>
    because(
      `${signerId} would not have enough left for its storage: ${formatTokens(amount)} is missing`,
      'transfer more to the account, send less, or remove some of its state or keys',
    ),
  CostOverflow: () =>
    because('the cost of the transaction is too large a number', 'attach less gas or deposit'),
  InvalidChain: () =>
    because('the block that the transaction refers to is not of this chain', RECENT_BLOCK),
  Expired: (_, { hasBlock }) =>
    hasBlock === false
      ? because(
          'this chain does not have the block that the transaction refers to: it was signed for ' +
            'another network, long ago, or before this chain was reset',
          RECENT_BLOCK,
        )
      : because('the block that the transaction refers to is too old', RECENT_BLOCK),
  ActionsValidation: explainActions,
  TransactionSizeExceeded: ({ size, limit }) =>
    because(
      `the transaction has ${size} bytes; the limit is ${limit}`,
      'deploy a smaller contract, or split the transaction',
    ),
  InvalidTransactionVersion: () =>
    because(
      'the protocol version of this chain does not have this kind of transaction or key',
      'use a transaction of version 0 with an ed25519 or secp256k1 key, or a newer protocol',
    ),
  StorageError: () =>
    because('a part of the state cannot be read', 'check the home folder with `perigee verify`'),
  ShardCongested: ({ shardId, congestionLevel }) =>
    because(
      `shard ${shardId} of the receiver has too many receipts waiting ` +
        `(congestion ${congestionLevel.toFixed(2)} of 1)`,
      'wait for some blocks and send it again',
    ),
  ShardStuck: ({ shardId, missedChunks }) =>
    because(
      `shard ${shardId} of the receiver has had no chunk for ${missedChunks} blocks`,
      'wait until it has one and send it again',
    ),
  InvalidNonceIndex: ({ txNonceIndex, numNonces }) =>
    numNonces === 0
      ? because('only a gas key has nonces with an index', 'send it without nonce_index')
      : because(
          txNonceIndex === null
            ? 'the transaction was signed with a gas key, and has no nonce_index'
            : `the gas key has no nonce ${txNonceIndex}`,
          `use a nonce_index from 0 to ${numNonces - 1}`,
        ),
  NotEnoughGasKeyBalance: ({ balance, cost }) =>
    because(
      `the gas key has ${formatTokens(balance)} and the gas costs ${formatTokens(cost)}: ` +
        `${formatTokens(cost - balance)} is missing`,
      'send it a TransferToGasKey action, or attach less gas',
    ),
  NotEnoughBalanceForDeposit: ({ signerId, balance, cost, reason }) =>
    because(
      reason === 'LackBalanceForState'
        ? `the deposits leave ${signerId} with too little for its storage`
        : `${signerId} has ${formatTokens(balance)} and the deposits are ${formatTokens(cost)}`,
      'transfer more to the account, or attach less deposit; the gas was paid by the gas key',
    ),
};

export function explainInvalid(error: InvalidTxError, facts: TransactionFacts = {}): Explanation {
  return applyRule(RULES, error, facts);
}

/** Names of the public networks show where an account belongs. */
function describeNetworkOf(accountId: string): string {
  const network = /\.testnet$/.test(accountId) ? 'testnet' : null;
  return network === null
    ? 'create the account, or check whether it belongs to another network'
    : `that is a name of ${network}: use an account of this chain, or fork ${network} (--fork)`;
}
