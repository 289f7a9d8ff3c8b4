// Random contract calls for a test network: every account has the same contract, and their calls
// lead from account to account with callbacks, joined promises, failures, and yields that are
// resumed at once, later or never.

import { u64Le } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { type HostCall, hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { ACCOUNTS, NEAR, type TestNetwork, transfer } from '../support/testNetwork.ts';

const TGAS = 10n ** 12n;
const CALL_GAS = 5n * TGAS;
/** Sixteen zero bytes in the contract's memory: an amount of zero. */
const ZERO_AT = 0x40000;
/** As a length: the bytes are in a register. */
const IN_REGISTER = 2n ** 64n - 1n;

export const deployContract: Action = {
  kind: 'DeployContract',
  value: { code: recordedContract('hostcall') },
};

/** Makes the contract of the receiver do some host calls. */
export function runCalls(...calls: readonly HostCall[]): Action {
  const args = hostCalls(...calls);
  return {
    kind: 'FunctionCall',
    value: { methodName: 'run', args, gas: 100n * TGAS, deposit: 0n },
  };
}

/** Waits for a resume with that id, which has to have 32 characters. */
export function yieldWithId(id: string): HostCall {
  return ['promise_yield_create_with_id', 'collect', '', ZERO_AT, CALL_GAS, 0, id];
}

export class CallWork {
  readonly #network: TestNetwork;
  readonly #random: ChaChaRng;
  #count = 0;
  /** Yields that wait: who resumes them with which id. */
  readonly #yields: { readonly account: AccountId; readonly id: string }[] = [];

  constructor(network: TestNetwork, seed: number) {
    this.#network = network;
    this.#random = new ChaChaRng(sha256(u64Le(seed)), 8);
  }

  /** A whole number below `bound`. */
  below(bound: number): number {
    return this.#random.below32(bound);
  }

  prepare(): HashedTransaction[] {
    return ACCOUNTS.map((account) => this.#network.sign(account, account, [deployContract]));
  }

  next(): HashedTransaction {
    this.#count += 1;
    const signer = this.#pick(ACCOUNTS);
    const [receiver, action] = this.#choose();
    return this.#network.sign(signer, receiver, [action]);
  }

  #choose(): [AccountId, Action] {
    const [first, second, third] = [0, 1, 2].map(() => this.#pick(ACCOUNTS)) as [
      AccountId,
      AccountId,
      AccountId,
    ];
    const call = (account: AccountId, method: string): HostCall => {
      return ['promise_create', account, method, `${this.#count}`, ZERO_AT, CALL_GAS];
    };
    const collectAt = (account: AccountId, promise: number): HostCall => {
      return ['promise_then', promise, account, 'collect', '', ZERO_AT, CALL_GAS];
    };
    switch (this.below(8)) {
      case 0:
        return [first, this.#yield(first)];
      case 1:
        return this.#resume() ?? [first, transfer(NEAR)];
      case 2:
        return [first, runCalls(...yieldAndResume)];
      case 3:
        return [first, runCalls(call(second, 'no such method'), collectAt(third, 0))];
      case 4:
        return [
          first,
          runCalls(call(second, 'echo'), collectAt(third, 0), collectAt(first, 1), [
            'promise_return',
            2,
          ]),
        ];
      case 5:
        return [first, transfer(NEAR)];
      default:
        return [
          first,
          runCalls(
            ['storage_write', `${this.#count}`, second, 0],
            call(second, 'echo'),
            collectAt(third, 0),
            ['promise_return', 1],
          ),
        ];
    }
  }

  #yield(account: AccountId): Action {
    const id = `${this.#count}`.padStart(32, '0');
    this.#yields.push({ account, id });
    return runCalls(yieldWithId(id));
  }

  #resume(): [AccountId, Action] | null {
    const [yielded] = this.#yields.splice(this.below(this.#yields.length || 1), 1);
    if (yielded === undefined) return null;
    const { account, id } = yielded;
    return [account, runCalls(['promise_yield_resume_with_yield_id', id, 'resumed'])];
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const yieldAndResume: readonly HostCall[] = [
  ['promise_yield_create', 'collect', '', CALL_GAS, 0, 0],
  ['promise_yield_resume', IN_REGISTER, 0, 'at once'],
];
