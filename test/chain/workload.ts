// Random transactions for a test network: transfers within and across shards, to existing accounts,
// to new implicit ones and to accounts that do not exist; accounts created and deleted, keys added,
// gas keys filled and used.

import { u64Le } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { secretToPublic } from '../../src/base/crypto/keys.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { ACCOUNTS, NEAR, secretOf, type TestNetwork, transfer } from '../support/testNetwork.ts';
import { createTransaction } from '../support/transactions.ts';

const GAS_KEY_OWNER = 'kate';
const gasKey = secretOf('gas key of kate');

export class Workload {
  readonly #network: TestNetwork;
  readonly #random: ChaChaRng;
  #count = 0;
  #gasKeyNonce = 0n;
  #hasGasKey = false;

  constructor(network: TestNetwork, seed: number) {
    this.#network = network;
    this.#random = new ChaChaRng(sha256(u64Le(seed)), 8);
  }

  /** A whole number below `bound`. */
  below(bound: number): number {
    return this.#random.below32(bound);
  }

  /** A gas key with some balance, which later transactions use. */
  prepare(): HashedTransaction[] {
    this.#hasGasKey = true;
    const publicKey = secretToPublic(gasKey);
    const permission = {
      kind: 'GasKeyFullAccess',
      value: { balance: 0n, numNonces: 2 },
    } as const;
    const addKey: Action = {
      kind: 'AddKey',
      value: { publicKey, accessKey: { nonce: 0n, permission } },
    };
    const fill: Action = { kind: 'TransferToGasKey', value: { publicKey, deposit: NEAR } };
    return [this.#network.sign(GAS_KEY_OWNER, GAS_KEY_OWNER, [addKey, fill])];
  }

  next(): HashedTransaction {
    this.#count += 1;
    const signer = this.#pick(ACCOUNTS);
    const [receiver, actions] = this.#choose(signer);
    return this.below(10) === 0 && this.#hasGasKey
      ? this.#signWithGasKey()
      : this.#network.sign(signer, receiver, actions);
  }

  #choose(signer: AccountId): [AccountId, Action[]] {
    const amount = transfer(BigInt(1 + this.below(1_000)) * (NEAR / 1_000n));
    const name = `s${this.#count}.${signer}`;
    switch (this.below(8)) {
      case 0:
        return [name, createAccount(name)];
      case 1:
        return [name, [...createAccount(name), deleteAccount(this.#pick(ACCOUNTS))]];
      // The remaining balance of a deleted account is burnt if the beneficiary does not exist.
      case 2:
        return [name, [...createAccount(name), deleteAccount('nobody')]];
      case 3:
        return [this.#count.toString(16).padStart(64, '0'), [amount]];
      case 4:
        return ['nobody', [amount]];
      default:
        return [this.#pick(ACCOUNTS), [amount]];
    }
  }

  #signWithGasKey(): HashedTransaction {
    this.#gasKeyNonce += 1n;
    const nonce = this.#gasKeyNonce + 1_000_000n;
    const publicKey = secretToPublic(gasKey);
    const actions: Action[] = [
      { kind: 'WithdrawFromGasKey', value: { publicKey, amount: NEAR / 1_000_000n } },
    ];
    return createTransaction(
      {
        signerId: GAS_KEY_OWNER,
        receiverId: GAS_KEY_OWNER,
        nonce: { kind: 'GasKeyNonce', value: { nonce, nonceIndex: this.below(2) } },
        blockHash: this.#network.chain.head.hash,
        actions,
      },
      gasKey,
    );
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

function createAccount(name: AccountId): Action[] {
  const publicKey = secretToPublic(secretOf(name));
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
  return [
    { kind: 'CreateAccount', value: {} },
    transfer(NEAR),
    { kind: 'AddKey', value: { publicKey, accessKey } },
  ];
}

function deleteAccount(beneficiaryId: AccountId): Action {
  return { kind: 'DeleteAccount', value: { beneficiaryId } };
}
