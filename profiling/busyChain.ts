// A chain with much content, produced in this process without a pool: transfers, contract calls and
// new accounts in full blocks, then in small ones as on a developer's chain.

import { utf8ToBytes } from '../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../src/base/crypto/hash.ts';
import { keyFromSeed, type SecretKey } from '../src/base/crypto/keys.ts';
import type { Chain } from '../src/chain/chain.ts';
import { openChain } from '../src/chain/openChain.ts';
import { createLocalAuthority } from '../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../src/execution/contractRunner.ts';
import { openHome } from '../src/home/homeFolder.ts';
import { fundedAccountIds } from '../src/params/genesisDefaults.ts';
import { authoriseBySignature } from '../src/runtime/transactions/authorisation.ts';
import { LmdbStore } from '../src/store/lmdb/lmdbStore.ts';
import type { AccountId } from '../src/types/accountId.ts';
import type { Action } from '../src/types/action.ts';
import { shardIdOfAccount, shardIds } from '../src/types/shardLayout.ts';
import { plainNonce, signTransaction } from '../src/types/signTransaction.ts';
import type { HashedTransaction } from '../src/types/transaction.ts';
import { PROTOCOL } from '../test/support/protocol.ts';

/** They sign; the others are created below one of them. */
const SIGNERS = 100;
const SHARDS = 3;
const FULL_BLOCK = 1_000;
const SMALL_BLOCK = 10;
/** The share of transactions in full blocks. */
const FULL_SHARE = 0.8;
/** One transaction in this many calls the contract; one creates an account if some are missing. */
const CALL_EVERY = 10;
const CREATE_EVERY = 9;
/** The signer of them, by its place. */
const PARENT = 2;
const BLOCK_NS = 1_000_000_000n;

export interface BusyChain {
  /** What there is to look at. */
  readonly transfer: string;
  readonly call: string;
  readonly account: AccountId;
  /** The account below which the others are. */
  readonly parent: AccountId;
  readonly contract: AccountId;
  readonly fullHeight: number;
  readonly height: number;
}

export interface BusyOptions {
  readonly home: string;
  readonly transactions: number;
  readonly accounts: number;
  /** A contract with the method `echo`. */
  readonly code: Uint8Array;
}

export async function makeBusyChain(options: BusyOptions): Promise<BusyChain> {
  const { genesis, validatorKey, storePath } = openHome(options.home, {
    shards: SHARDS,
    accounts: SIGNERS,
    rpcAddress: '127.0.0.1:0',
    genesisTime: '2026-01-01T00:00:00.000000000Z',
  });
  // Nothing of it has to survive a power cut.
  const store = await LmdbStore.open({ path: storePath, temporary: true });
  try {
    const chain = openChain(store, genesis, createContractRunner());
    const { accountId, secretKey } = validatorKey;
    const authority = createLocalAuthority([createValidatorSigner(accountId, secretKey)]);
    const filler = new ChainFiller(chain, (transactions) =>
      chain.extend(propose(chain, transactions), authority),
    );
    return filler.fill(options);
  } finally {
    await store.close();
  }
}

/** The first block after genesis has no chunks. */
function propose(chain: Chain, transactions: readonly HashedTransaction[]) {
  const { shardLayout, genesisHeight } = chain.genesis;
  const { height, timestamp } = chain.head.block.header.lite;
  const chunks = shardIds(shardLayout).map((shardId) =>
    transactions
      .filter(({ transaction }) => shardIdOfAccount(shardLayout, transaction.signerId) === shardId)
      .map(authoriseBySignature),
  );
  return {
    height: height + 1,
    timestamp: timestamp + BLOCK_NS,
    chunks: height === genesisHeight ? chunks.map(() => null) : chunks,
    latestProtocolVersion: PROTOCOL.version,
  };
}

interface Signer {
  readonly accountId: AccountId;
  readonly secret: SecretKey;
  nonce: bigint;
}

class ChainFiller {
  readonly #chain: Chain;
  readonly #extend: (transactions: readonly HashedTransaction[]) => void;
  readonly #accounts = fundedAccountIds(SIGNERS).map((accountId): Signer => {
    return { accountId, secret: keyFromSeed('ed25519', accountId), nonce: 0n };
  });
  /** By what they do. */
  readonly #newest = new Map<Action['kind'], Hash>();
  #count = 0;
  #missing = 0;

  constructor(chain: Chain, extend: (transactions: readonly HashedTransaction[]) => void) {
    this.#chain = chain;
    this.#extend = extend;
  }

  fill({ transactions, accounts, code }: BusyOptions): BusyChain {
    const ids = this.#accounts.map(({ accountId }) => accountId);
    const [contract, account, parent] = ids as [AccountId, AccountId, AccountId];
    this.#missing = Math.max(0, accounts - SIGNERS);
    this.#extend([]);
    this.#extend([this.#sign(0, contract, [{ kind: 'DeployContract', value: { code } }])]);
    let fullHeight = 0;
    while (this.#count < transactions) {
      const isFull = this.#count < transactions * FULL_SHARE;
      const size = Math.min(isFull ? FULL_BLOCK : SMALL_BLOCK, transactions - this.#count);
      this.#extend(Array.from({ length: size }, () => this.#next(contract, parent)));
      if (isFull) fullHeight = this.#chain.head.block.header.lite.height;
      // Their receipts get a separate block, so that none has to wait.
      this.#extend([]);
    }
    for (let i = 0; i < 5; i++) this.#extend([]);
    return {
      transfer: formatHash(this.#newest.get('Transfer') as Hash),
      call: formatHash(this.#newest.get('FunctionCall') as Hash),
      account,
      parent,
      contract,
      fullHeight,
      height: this.#chain.head.block.header.lite.height,
    };
  }

  #next(contract: AccountId, parent: AccountId): HashedTransaction {
    const from = this.#count % SIGNERS;
    if (this.#count % CALL_EVERY === 0) {
      const args = utf8ToBytes(`{"count":${this.#count}}`);
      const value = { methodName: 'echo', args, gas: 10n ** 13n, deposit: 0n };
      return this.#sign(from, contract, [{ kind: 'FunctionCall', value }]);
    }
    if (this.#missing > 0 && this.#count % CREATE_EVERY === 0) {
      this.#missing -= 1;
      return this.#sign(PARENT, `user${this.#missing}.${parent}` as AccountId, [
        { kind: 'CreateAccount', value: {} },
        { kind: 'Transfer', value: { deposit: 10n ** 22n } },
      ]);
    }
    const to = this.#accounts[(from + 7) % SIGNERS]?.accountId as AccountId;
    return this.#sign(from, to, [{ kind: 'Transfer', value: { deposit: 1n } }]);
  }

  #sign(from: number, receiverId: AccountId, actions: readonly Action[]): HashedTransaction {
    const account = this.#accounts[from] as Signer;
    account.nonce += 1n;
    this.#count += 1;
    const signed = signTransaction(account.secret, {
      signerId: account.accountId,
      nonce: plainNonce(account.nonce),
      receiverId,
      blockHash: this.#chain.head.hash,
      actions,
    });
    for (const { kind } of actions) this.#newest.set(kind, signed.hash);
    return signed;
  }
}
