// A chain of several validators and shards for tests. The test proposes its blocks: heights can be
// skipped and chunks can be missing, and a validator without a key here produces neither.

import assert from 'node:assert/strict';
import { HASH_ZERO, type Hash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, type SecretKey, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { SplitWish } from '../../src/chain/blocks/splitWish.ts';
import { Chain, type ExtendedBlock } from '../../src/chain/chain.ts';
import { stateAtHead } from '../../src/chain/mempool/admission.ts';
import { openChain } from '../../src/chain/openChain.ts';
import { type Authority, createLocalAuthority } from '../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../src/chain/signing/validatorSigner.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import type { Head } from '../../src/chain/stored/head.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { createLocalGenesis, ROOT_ACCOUNT } from '../../src/params/genesisDefaults.ts';
import type { ProtocolRules } from '../../src/params/protocolRules.ts';
import { authoriseBySignature } from '../../src/runtime/transactions/authorisation.ts';
import type { StateUpdate } from '../../src/state/stateUpdate.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { Store } from '../../src/store/store.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import type { Genesis, GenesisConfig, StateRecord } from '../../src/types/genesis.ts';
import { createShardLayout, shardIdOfAccount, shardIds } from '../../src/types/shardLayout.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import type { HashedTransaction, Transaction } from '../../src/types/transaction.ts';
import { PROTOCOL } from './protocol.ts';

export const NEAR = 10n ** 24n;
export const ROOT = ROOT_ACCOUNT;
/** Has a billion; it becomes a validator where a test needs a new one. */
export const RICH = 'near';
const BLOCK_NS = 1_000_000_000n;
const GENESIS_TIME = '2026-11-15T12:00:00Z';

/** Ids that are neither sorted nor dense; `heidi` and `peggy` are the first of their shards. */
export const LAYOUT = createShardLayout(['heidi', 'peggy'], [7, 3, 11]);
export const ACCOUNTS = ['alice', 'bob', 'heidi', 'kate', 'peggy', 'zoe'] as const;

/**
 * A validator that omits half of its blocks or chunks is not kicked out; such chains have their own
 * rules.
 */
export const FORGIVING: Partial<GenesisConfig> = {
  chainId: 'test-chain-gaps',
  blockProducerKickoutThreshold: 50,
  chunkProducerKickoutThreshold: 50,
  chunkValidatorOnlyKickoutThreshold: 50,
};

/** The key that the tests give to an account. */
export function secretOf(account: AccountId): SecretKey {
  return keyFromSeed('ed25519', account);
}

export interface NetworkOptions {
  /** Stakes of validators other than the root, which has fifty million. */
  readonly stakes?: Readonly<Record<AccountId, bigint>>;
  /** Validators without keys here. */
  readonly silent?: readonly AccountId[];
  readonly records?: readonly StateRecord[];
  readonly config?: Partial<GenesisConfig>;
  /** Which version the producers vote for, given that of the next epoch; the newest by default. */
  readonly vote?: (nextVersion: number) => number;
  /** What the chain follows besides its genesis. */
  readonly rules?: ProtocolRules;
}

/** Votes that upgrade a chain by one version per epoch. */
export function voteStepByStep(nextVersion: number): number {
  return Math.min(nextVersion + 1, PROTOCOL.version);
}

export function createNetworkGenesis(options: NetworkOptions = {}): Genesis {
  const { stakes = {}, records = [] } = options;
  const base = createLocalGenesis({
    genesisTime: GENESIS_TIME,
    rootKey: secretToPublic(secretOf(ROOT)),
    accounts: [...ACCOUNTS, ...Object.keys(stakes)].map((accountId) => ({
      accountId,
      publicKey: secretToPublic(secretOf(accountId)),
    })),
    shards: 1,
    config: {
      shardLayout: LAYOUT,
      // The reward of a treasury that is itself a validator would be lost.
      protocolTreasuryAccount: 'alice',
      ...options.config,
    },
  });
  const all = [...base.records, ...records].map((record) => lockStake(record, stakes));
  const validators = Object.entries(stakes).map(([accountId, amount]) => ({
    accountId,
    amount,
    publicKey: secretToPublic(secretOf(accountId)),
  }));
  const config = {
    ...base.config,
    validators: [...base.config.validators, ...validators],
    totalSupply: all.reduce((sum, record) => sum + balanceOf(record), 0n),
  };
  return { config, records: all };
}

function lockStake(record: StateRecord, stakes: Readonly<Record<AccountId, bigint>>): StateRecord {
  const locked = stakes[record.value.accountId];
  if (record.kind !== 'Account' || locked === undefined) return record;
  return { ...record, value: { ...record.value, account: { ...record.value.account, locked } } };
}

function balanceOf(record: StateRecord): bigint {
  if (record.kind !== 'Account') return 0n;
  return record.value.account.amount + record.value.account.locked;
}

export interface BlockWishes {
  readonly transactions?: readonly HashedTransaction[];
  /** Heights to skip before the block, in addition to those without a producer here. */
  readonly skip?: number;
  /** Ids of shards whose chunk is to be missing. */
  readonly missing?: readonly number[];
  /** A split to announce if the block is the last of its epoch. */
  readonly splitWish?: SplitWish;
}

export class TestNetwork {
  readonly genesis: Genesis;
  readonly authority: Authority;
  chain: Chain;
  #store: Store;
  readonly #rules: ProtocolRules | undefined;
  readonly #hasKey: (account: AccountId) => boolean;
  readonly #vote: (nextVersion: number) => number;
  readonly #nonces = new Map<AccountId, bigint>();
  /** What a missing chunk did not include waits for the next one. */
  #waiting: readonly HashedTransaction[] = [];

  constructor(options: NetworkOptions = {}, store: Store = new MemoryStore()) {
    this.genesis = createNetworkGenesis(options);
    this.#store = store;
    this.#vote = options.vote ?? (() => PROTOCOL.version);
    this.#rules = options.rules;
    this.chain = this.#open();
    const silent = new Set(options.silent);
    const accounts = [...ACCOUNTS, ROOT, RICH, ...Object.keys(options.stakes ?? {})];
    const holders = accounts.filter((account) => !silent.has(account));
    this.#hasKey = (account) => holders.includes(account);
    this.authority = createLocalAuthority(
      holders.map((account) => createValidatorSigner(account, secretOf(account))),
    );
  }

  get height(): number {
    return this.chain.head.block.header.lite.height;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Continues with the contents of a store. */
  reopen(store: Store = this.#store): void {
    this.#store = store;
    this.chain = this.#open();
  }

  /** A chain over the same store with a changed head; nothing is built on it. */
  withHead(change: (head: Head) => Head): Chain {
    const { stored, genesis, head } = this.chain;
    const epochs = new Epochs(createEpochStore(this.#store), genesis);
    const contracts = { run: () => assert.fail('nothing is executed') };
    return new Chain({ store: this.#store, stored, epochs, genesis, contracts }, change(head));
  }

  /** The next block that the available keys can produce. */
  extend(wishes: BlockWishes = {}): ExtendedBlock {
    const { transactions = [], skip = 0, missing = [], splitWish = null } = wishes;
    const { head, epochs } = this.chain;
    const layout = this.chain.layoutAfterHead();
    const nextEpoch = epochs.epoch(epochs.nextEpochIdAfter(head.hash));
    const height = this.#nextHeight(this.height + 1 + skip);
    const offered = [...this.#waiting, ...transactions];
    const isTaken = (shardId: number) =>
      !missing.includes(shardId) && this.#hasKey(epochs.chunkProducerAfter(head.hash, shardId));
    const shardOf = ({ transaction }: HashedTransaction) =>
      shardIdOfAccount(layout, transaction.signerId);
    this.#waiting = offered.filter((transaction) => !isTaken(shardOf(transaction)));
    const proposal = {
      height,
      timestamp: head.block.header.lite.timestamp + BigInt(height - this.height) * BLOCK_NS,
      latestProtocolVersion: this.#vote(nextEpoch.info.protocolVersion),
      splitWish,
      chunks: shardIds(layout).map((shardId) =>
        isTaken(shardId)
          ? offered
              .filter((transaction) => shardOf(transaction) === shardId)
              .map(authoriseBySignature)
          : null,
      ),
    };
    return this.chain.extend(proposal, this.authority);
  }

  /** Blocks with default options until a height is reached or passed. */
  extendTo(height: number): void {
    while (this.height < height) this.extend();
  }

  /** A transaction with the key of the signer's name and its next nonce. */
  sign(
    signerId: AccountId,
    receiverId: AccountId,
    actions: readonly Action[],
    parts: Partial<Transaction> = {},
  ): HashedTransaction {
    const nonce = (this.#nonces.get(signerId) ?? 0n) + 1n;
    if (parts.nonce === undefined) this.#nonces.set(signerId, nonce);
    return signTransaction(secretOf(signerId), {
      version: parts.nonce === undefined && parts.nonceMode === undefined ? 0 : 1,
      signerId,
      nonce: plainNonce(nonce),
      receiverId,
      blockHash: this.chain.head.hash,
      actions,
      ...parts,
    });
  }

  /** The state after the head of the shard that holds an account. */
  stateOf(account: AccountId): StateUpdate {
    return stateAtHead(this.chain, account);
  }

  hashAt(height: number): Hash {
    return this.chain.stored.hashAt(height) ?? HASH_ZERO;
  }

  #open(): Chain {
    const options = { rules: this.#rules };
    return openChain(this.#store, this.genesis, createContractRunner(), options);
  }

  #nextHeight(from: number): number {
    const { epochs, head } = this.chain;
    const epoch = epochs.epoch(epochs.epochIdAfter(head.hash));
    let height = from;
    while (!this.#hasKey(epoch.blockProducer(height).accountId)) height++;
    return height;
  }
}

export function transfer(deposit: bigint): Action {
  return { kind: 'Transfer', value: { deposit } };
}
