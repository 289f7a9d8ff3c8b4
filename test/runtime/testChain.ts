// A small chain for tests of the runtime: shards over tries in memory, and blocks that carry
// receipts from one chunk to the next. It has no consensus and no epochs; lists of receipts are not
// shuffled.

import { assert } from '../../src/base/assert.ts';
import { maxBigint } from '../../src/base/bytes/bigints.ts';
import { bytesKey, u64Le } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import {
  keyFromSeed,
  type PublicKey,
  publicKeyToHandle,
  type SecretKey,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import type { Protocol } from '../../src/params/protocol.ts';
import {
  type ApplyChunkInput,
  type ApplyChunkResult,
  applyChunk,
} from '../../src/runtime/applyChunk.ts';
import type { ContractRunner, EpochView } from '../../src/runtime/chunkContext.ts';
import { receiptShardId } from '../../src/runtime/receipts/receiptRouting.ts';
import { authoriseBySignature } from '../../src/runtime/transactions/authorisation.ts';
import { readAccessKey, writeAccessKey } from '../../src/state/accessKeys.ts';
import { readAccount, writeAccount } from '../../src/state/accounts.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import { type StateResult, StateUpdate } from '../../src/state/stateUpdate.ts';
import { NodeTrie } from '../../src/trie/trie.ts';
import type { AccessKey } from '../../src/types/accessKey.ts';
import type { Account } from '../../src/types/account.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action, TransactionNonce } from '../../src/types/action.ts';
import { NO_BANDWIDTH_REQUESTS, NO_CONGESTION } from '../../src/types/congestion.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { ActionReceipt, Receipt } from '../../src/types/receipt.ts';
import {
  createShardLayout,
  type ShardLayout,
  shardIdOfAccount,
  shardIds,
} from '../../src/types/shardLayout.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { PROTOCOL } from '../support/protocol.ts';

export const config = PROTOCOL;
export const NEAR = 10n ** 24n;
export const GAS_PRICE = 100_000_000n;
export const CHUNK_GAS_LIMIT = 1_000_000_000_000_000n;
export const ONE_SHARD = createShardLayout([], [0]);

/** The key that the tests give to an account. */
export function secretOf(id: AccountId): SecretKey {
  return keyFromSeed('ed25519', id);
}

export function publicKeyOf(id: AccountId): PublicKey {
  return secretToPublic(secretOf(id));
}

export interface ChainOptions {
  readonly protocol?: Protocol;
  /** Each has a full-access key of its own name. */
  readonly accounts: Readonly<Record<AccountId, Partial<Account>>>;
  readonly layout?: ShardLayout;
  readonly contracts?: ContractRunner;
  readonly epoch?: Partial<EpochView>;
  readonly gasLimit?: bigint;
  /** Rows in addition to accounts and their keys, written on the shard of the named account. */
  readonly rows?: Readonly<Record<AccountId, (state: StateUpdate) => void>>;
}

type AppliedTestChunk = ApplyChunkResult & Pick<StateResult, 'changes'>;

export interface BlockOptions extends Partial<Pick<ApplyChunkInput, 'validatorUpdate'>> {
  readonly transactions?: readonly HashedTransaction[];
  /** Receipts that arrive in addition to those that the chain itself has sent. */
  readonly receipts?: readonly Receipt[];
  /** Ids of shards whose chunk is missing. */
  readonly missing?: readonly number[];
  /** Whether transactions are in time: false makes all of them expired. */
  readonly isValid?: boolean;
}

interface TestShard {
  root: Hash;
  heightIncluded: number;
  /** The content of the shard's next chunk header. */
  congestionInfo: ApplyChunkResult['congestionInfo'];
  bandwidthRequests: ApplyChunkResult['bandwidthRequests'];
  /** Sent by the shard's last chunk, carried by its next one. */
  outgoing: readonly Receipt[];
  /** Arrived while the shard's chunks were missing. */
  waiting: readonly Receipt[];
}

const NO_CONTRACTS: ContractRunner = {
  run: () => {
    throw new Error('this test runs no contract');
  },
};

export class TestChain {
  height = 0;
  gasPrice = GAS_PRICE;
  /** May be changed between blocks, as an upgrade does. */
  protocol: Protocol;
  readonly layout: ShardLayout;
  readonly outcomes = new Map<string, ExecutionOutcome>();
  readonly receipts = new Map<string, Receipt>();
  readonly #options: ChainOptions;
  readonly #nodes = new Map<string, Uint8Array>();
  readonly #shards: Map<number, TestShard>;
  readonly #nonces = new Map<string, bigint>();

  constructor(options: ChainOptions) {
    this.#options = options;
    this.protocol = options.protocol ?? PROTOCOL;
    this.layout = options.layout ?? ONE_SHARD;
    this.#shards = new Map(shardIds(this.layout).map((id) => [id, this.#createShard(id)]));
  }

  shard(id: number): TestShard {
    const shard = this.#shards.get(id);
    assert(shard !== undefined, 'the shard exists');
    return shard;
  }

  /** A view of a shard's state after the last block. */
  state(shardId: number): StateUpdate {
    return new StateUpdate(new RecordedTrie(this.#trie, this.shard(shardId).root));
  }

  stateOf(id: AccountId): StateUpdate {
    return this.state(shardIdOfAccount(this.layout, id));
  }

  account(id: AccountId): Account | null {
    return readAccount(this.stateOf(id), id);
  }

  accessKey(id: AccountId, key: PublicKey): AccessKey | null {
    return readAccessKey(this.stateOf(id), id, publicKeyToHandle(key));
  }

  outcome(id: Hash): ExecutionOutcome {
    const outcome = this.outcomes.get(bytesKey(id));
    assert(outcome !== undefined, 'the outcome exists');
    return outcome;
  }

  /** A transaction that is valid in the next block. */
  sign(
    signerId: AccountId,
    receiverId: AccountId,
    actions: readonly Action[],
    { secret = secretOf(signerId), nonce }: { secret?: SecretKey; nonce?: TransactionNonce } = {},
  ): HashedTransaction {
    const publicKey = secretToPublic(secret);
    return signTransaction(secret, {
      version: nonce === undefined ? 0 : 1,
      signerId,
      nonce: nonce ?? plainNonce(this.#nextNonce(signerId, publicKey)),
      receiverId,
      blockHash: HASH_ZERO,
      actions,
    });
  }

  /** Applies the next block; returns the results by shard id. */
  apply(options: BlockOptions = {}): ReadonlyMap<number, AppliedTestChunk> {
    this.height++;
    const isNew = (id: number) => !(options.missing ?? []).includes(id);
    const ids = shardIds(this.layout);
    const carried = ids.filter(isNew).flatMap((id) => this.shard(id).outgoing);
    for (const id of ids.filter(isNew)) this.shard(id).heightIncluded = this.height;
    const arriving = [...carried, ...(options.receipts ?? [])];
    const inputs = ids.map((id) => this.#createInput(id, options, arriving));
    return new Map(inputs.map((input) => [input.shardId, this.#applyShard(input)]));
  }

  /** Applies blocks until nothing is in transit any more. */
  settle(): void {
    const isBusy = () => [...this.#shards.values()].some(({ outgoing }) => outgoing.length > 0);
    for (let blocks = 0; isBusy(); blocks++) {
      assert(blocks < 100, 'receipts end');
      this.apply();
    }
  }

  /** Runs a transaction to completion; returns the outcome of its receipt. */
  run(
    signerId: AccountId,
    receiverId: AccountId,
    actions: readonly Action[],
    options: { secret?: SecretKey; nonce?: TransactionNonce } = {},
  ): ExecutionOutcome {
    const transaction = this.sign(signerId, receiverId, actions, options);
    this.apply({ transactions: [transaction] });
    this.settle();
    const { status } = this.outcome(transaction.hash);
    assert(status.kind === 'SuccessReceiptId', `the transaction was converted: ${status.kind}`);
    return this.outcome(status.value);
  }

  /** Delivers one receipt and runs everything that follows; returns its outcome. */
  deliver(receipt: Receipt): ExecutionOutcome {
    this.apply({ receipts: [receipt] });
    this.settle();
    return this.outcome(receipt.receiptId);
  }

  readonly #trie = new NodeTrie({
    read: (hash: Hash): Uint8Array => {
      const bytes = this.#nodes.get(bytesKey(hash));
      assert(bytes !== undefined, 'the node exists');
      return bytes;
    },
  });

  #createShard(id: number): TestShard {
    const state = new StateUpdate(new RecordedTrie(this.#trie, HASH_ZERO));
    const isHere = (account: AccountId) => shardIdOfAccount(this.layout, account) === id;
    for (const [account, fields] of Object.entries(this.#options.accounts)) {
      if (isHere(account)) writeTestAccount(state, account, fields);
    }
    for (const [account, write] of Object.entries(this.#options.rows ?? {})) {
      if (isHere(account)) write(state);
    }
    state.commit({ kind: 'InitialState' });
    const { root, nodes } = state.finish();
    this.#keepNodes(nodes);
    return {
      root,
      heightIncluded: 0,
      congestionInfo: { ...NO_CONGESTION, allowedShard: id },
      bandwidthRequests: NO_BANDWIDTH_REQUESTS,
      outgoing: [],
      waiting: [],
    };
  }

  #createInput(id: number, options: BlockOptions, arriving: readonly Receipt[]): ApplyChunkInput {
    const shard = this.shard(id);
    const here = arriving.filter((receipt) => receiptShardId(this.layout, receipt) === id);
    const incomingReceipts = [...here, ...shard.waiting];
    const isNew = shard.heightIncluded === this.height;
    shard.waiting = isNew ? [] : incomingReceipts;
    const isHere = ({ transaction }: HashedTransaction) =>
      shardIdOfAccount(this.layout, transaction.signerId) === id;
    const transactions = (options.transactions ?? [])
      .filter(isHere)
      .map((signed) => ({ ...authoriseBySignature(signed), isValid: options.isValid ?? true }));
    return {
      protocol: this.protocol,
      chainId: 'localnet',
      shardLayout: this.layout,
      shardId: id,
      block: {
        height: this.height,
        prevHash: sha256(u64Le(this.height - 1)),
        timestamp: BigInt(this.height) * 1_000_000_000n,
        gasPrice: this.gasPrice,
        randomValue: sha256(u64Le(this.height)),
        epochHeight: 1,
      },
      gasLimit: this.#options.gasLimit ?? CHUNK_GAS_LIMIT,
      ...this.#statuses(),
      validatorUpdate: options.validatorUpdate ?? null,
      chunk: isNew ? { transactions, incomingReceipts } : null,
      epoch: {
        minimumStake: () => NEAR,
        validatorStake: () => null,
        totalStake: () => 0n,
        ...this.#options.epoch,
      },
      contracts: this.#options.contracts ?? NO_CONTRACTS,
    };
  }

  #statuses(): Pick<ApplyChunkInput, 'congestion' | 'bandwidthRequests'> {
    const shards = [...this.#shards];
    return {
      congestion: new Map(
        shards.map(([id, { congestionInfo, heightIncluded }]) => [
          id,
          { info: congestionInfo, missedChunks: this.height - heightIncluded },
        ]),
      ),
      bandwidthRequests: new Map(shards.map(([id, shard]) => [id, shard.bandwidthRequests])),
    };
  }

  #applyShard(input: ApplyChunkInput): AppliedTestChunk {
    const shard = this.shard(input.shardId);
    const state = this.state(input.shardId);
    const result = applyChunk(state, input);
    const { root, nodes, changes } = state.finish();
    this.#keepNodes(nodes);
    shard.root = root;
    for (const { id, outcome } of result.outcomes) this.outcomes.set(bytesKey(id), outcome);
    for (const { receipt } of result.receipts) {
      this.receipts.set(bytesKey(receipt.receiptId), receipt);
    }
    if (input.chunk !== null) {
      shard.outgoing = result.outgoingReceipts;
      shard.congestionInfo = result.congestionInfo;
      shard.bandwidthRequests = result.bandwidthRequests;
    }
    return { ...result, changes };
  }

  #keepNodes(nodes: ReadonlyMap<string, Uint8Array>): void {
    for (const [key, bytes] of nodes) this.#nodes.set(key, bytes);
  }

  #nextNonce(id: AccountId, publicKey: PublicKey): bigint {
    const name = `${id} ${bytesKey(publicKey.data)}`;
    const stored = this.accessKey(id, publicKey)?.nonce ?? 0n;
    const last = this.#nonces.get(name) ?? 0n;
    const nonce = maxBigint(last, stored) + 1n;
    this.#nonces.set(name, nonce);
    return nonce;
  }
}

const FULL_ACCESS: AccessKey = { nonce: 0n, permission: { kind: 'FullAccess' } };
/** An account with one ed25519 key of full access. */
const STORAGE_WITH_KEY = 182;

function writeTestAccount(state: StateUpdate, id: AccountId, fields: Partial<Account>): void {
  writeAccount(state, id, {
    amount: 1_000n * NEAR,
    locked: 0n,
    storageUsage: STORAGE_WITH_KEY,
    contract: { kind: 'None' },
    version: 'V1',
    ...fields,
  });
  writeAccessKey(state, id, publicKeyToHandle(publicKeyOf(id)), FULL_ACCESS);
}

/** A receipt as a transaction of the predecessor would have created it. */
export function createActionReceipt(
  predecessorId: AccountId,
  receiverId: AccountId,
  actions: readonly Action[],
  envelope: Partial<ActionReceipt> = {},
): Receipt {
  const name = `${predecessorId} ${receiverId} ${actions.map(({ kind }) => kind).join()}`;
  return {
    predecessorId,
    receiverId,
    receiptId: sha256(new TextEncoder().encode(name)),
    body: {
      kind: envelope.refundTo === undefined ? 'Action' : 'ActionV2',
      value: {
        signerId: predecessorId,
        refundTo: null,
        signerPublicKey: publicKeyOf(predecessorId),
        gasPrice: 1_000_000_000n,
        outputDataReceivers: [],
        inputDataIds: [],
        actions,
        ...envelope,
      },
    },
  };
}

export function transfer(deposit: bigint): Action {
  return { kind: 'Transfer', value: { deposit } };
}

export function addKey(publicKey: PublicKey, permission: AccessKey['permission']): Action {
  return { kind: 'AddKey', value: { publicKey, accessKey: { nonce: 0n, permission } } };
}

export const CREATE_ACCOUNT: Action = { kind: 'CreateAccount', value: {} };

export function call(methodName: string, fields: { gas?: bigint; deposit?: bigint } = {}): Action {
  const { gas = 30_000_000_000_000n, deposit = 0n } = fields;
  return { kind: 'FunctionCall', value: { methodName, args: new Uint8Array(0), gas, deposit } };
}
