// Random transactions with every kind of action, for accounts of a test network that have the
// contract `hostcall`: many succeed, others fail in the state that earlier ones left.

import { u64Le } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import { publicKeyToHandle, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { encode } from '../../src/codec/codec.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import {
  type Action,
  delegateActionHash,
  delegateActionV2Hash,
  type NonDelegateAction,
} from '../../src/types/action.ts';
import { deterministicAccountId } from '../../src/types/globalContract.ts';
import { plainNonce } from '../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { UniversalStateInit, universalAccountId } from '../../src/types/universalStateInit.ts';
import { deployContract, runCalls } from '../chain/callWork.ts';
import { ACCOUNTS, NEAR, secretOf, type TestNetwork, transfer } from '../support/testNetwork.ts';

type Code = Extract<Action, { kind: 'DeployContract' }>['value']['code'];
type Kind = Action['kind'];
const code: Code = (deployContract as Extract<Action, { kind: 'DeployContract' }>).value.code;
const GLOBAL = { kind: 'CodeHash', value: sha256(code) } as const;

export const ACTION_KINDS: readonly Kind[] = [
  'CreateAccount',
  'DeployContract',
  'FunctionCall',
  'Transfer',
  'Stake',
  'AddKey',
  'DeleteKey',
  'DeleteAccount',
  'Delegate',
  'DeployGlobalContract',
  'UseGlobalContract',
  'DeterministicStateInit',
  'TransferToGasKey',
  'WithdrawFromGasKey',
  'DelegateV2',
  'UniversalStateInit',
];

export class ActionWork {
  readonly #network: TestNetwork;
  readonly #random: ChaChaRng;
  readonly #kinds: readonly Kind[];
  #count = 0;
  #delegateNonce = 1_000n;

  constructor(network: TestNetwork, seed: number, kinds: readonly Kind[] = ACTION_KINDS) {
    this.#network = network;
    this.#kinds = kinds;
    this.#random = new ChaChaRng(sha256(u64Le(seed)), 8);
  }

  /** A whole number below `bound`. */
  below(bound: number): number {
    return this.#random.below32(bound);
  }

  next(kind: Kind = this.#pick(this.#kinds)): HashedTransaction {
    this.#count += 1;
    const signer = this.#pick(ACCOUNTS);
    const [receiver, actions] = this.#choose(kind, signer);
    return this.#network.sign(signer, receiver, actions);
  }

  /** More than the least stake that is accepted, which the random ones are not. */
  stakeEnough(): HashedTransaction {
    const [signer] = ACCOUNTS;
    const publicKey = secretToPublic(secretOf('validator'));
    const stake: Action = { kind: 'Stake', value: { stake: 3_000n * NEAR, publicKey } };
    return this.#network.sign(signer as AccountId, signer as AccountId, [stake]);
  }

  #choose(kind: Kind, signer: AccountId): [AccountId, Action[]] {
    const other = this.#pick(ACCOUNTS);
    const name = `n${this.below(40)}.${signer}`;
    const publicKey = secretToPublic(secretOf(`key ${this.below(3)}`));
    const gasKey = secretToPublic(secretOf(`gas key ${this.below(2)}`));
    const deposit = BigInt(this.below(1_000)) * (NEAR / 1_000n);
    switch (kind) {
      case 'CreateAccount': {
        const own = secretToPublic(secretOf(signer));
        const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
        const addKey: Action = { kind: 'AddKey', value: { publicKey: own, accessKey } };
        return [name, [{ kind, value: {} }, transfer(NEAR), addKey]];
      }
      case 'DeployContract':
        return [this.#own(signer, other), [deployContract]];
      case 'FunctionCall':
        return [other, [this.#call()]];
      case 'Transfer':
        return [this.#pick([other, name, 'nobody']), [transfer(deposit)]];
      case 'Stake':
        return [signer, [{ kind, value: { stake: deposit * 100n, publicKey } }]];
      case 'AddKey':
        return [this.#own(signer, other), [this.#addKey(publicKey, gasKey)]];
      case 'DeleteKey':
        return [signer, [{ kind, value: { publicKey: this.#pick([publicKey, gasKey]) } }]];
      case 'DeleteAccount':
        return this.#delete(signer, other);
      case 'Delegate':
      case 'DelegateV2':
        return [other, [this.#delegate(kind, other, signer)]];
      case 'DeployGlobalContract':
        return [signer, [{ kind, value: { code, deployMode: 'CodeHash' } }]];
      case 'UseGlobalContract':
        return [signer, [{ kind, value: { contractIdentifier: GLOBAL } }]];
      case 'DeterministicStateInit': {
        const data = [[u64Le(this.below(5)), u64Le(1)]] as const;
        const stateInit = { kind: 'V1', value: { code: GLOBAL, data } } as const;
        const id = deterministicAccountId(stateInit);
        return [id, [{ kind, value: { stateInit, deposit } }]];
      }
      case 'TransferToGasKey':
        return [signer, [{ kind, value: { publicKey: gasKey, deposit } }]];
      case 'WithdrawFromGasKey':
        return [signer, [{ kind, value: { publicKey: gasKey, amount: deposit / 10n } }]];
      case 'UniversalStateInit': {
        const accessKeys = [publicKeyToHandle(publicKey)];
        const value = { code: null, data: [], accessKeys };
        const stateInit = encode(UniversalStateInit, { kind: 'V1', value });
        return [universalAccountId(stateInit), [{ kind, value: { stateInit, deposit } }]];
      }
    }
  }

  #call(): Action {
    const key = `key ${this.below(6)}`;
    return this.#pick([
      runCalls(['storage_write', key, `${this.#count}`, 0], ['log_utf8', `wrote ${key}`]),
      runCalls(['storage_remove', key, 0]),
      runCalls(['storage_write', key, 'undone', 0], ['panic_utf8', 'on purpose']),
      { kind: 'FunctionCall', value: { ...noSuchMethod, gas: BigInt(1 + this.below(1e9)) } },
    ]);
  }

  #addKey(
    publicKey: ReturnType<typeof secretToPublic>,
    gasKey: ReturnType<typeof secretToPublic>,
  ): Action {
    const gasInfo = { balance: 0n, numNonces: 1 + this.below(3) };
    const limited = { allowance: NEAR, receiverId: this.#pick(ACCOUNTS), methodNames: ['run'] };
    return this.#pick<Action>([
      added(publicKey, { kind: 'FullAccess' }),
      added(publicKey, { kind: 'FunctionCall', value: limited }),
      added(gasKey, { kind: 'GasKeyFullAccess', value: gasInfo }),
    ]);
  }

  /** Of a new account at once, of an older one, or of somebody else, which is not allowed. */
  #delete(signer: AccountId, other: AccountId): [AccountId, Action[]] {
    const fresh = `d${this.#count}.${signer}`;
    const remove: Action = {
      kind: 'DeleteAccount',
      value: { beneficiaryId: this.#pick([other, 'nobody']) },
    };
    const create: Action = { kind: 'CreateAccount', value: {} };
    return this.#pick<[AccountId, Action[]]>([
      [fresh, [create, transfer(NEAR), remove]],
      [other === signer ? 'nobody' : other, [remove]],
    ]);
  }

  #delegate(kind: 'Delegate' | 'DelegateV2', senderId: AccountId, relayer: AccountId): Action {
    this.#delegateNonce += 1n;
    const { height } = this.#network.chain.head.block.header.lite;
    const delegateAction = {
      senderId,
      receiverId: relayer,
      actions: [transfer(3n) as NonDelegateAction],
      maxBlockHeight: BigInt(height + this.#pick([1, 100])),
      publicKey: secretToPublic(secretOf(senderId)),
      nonce: this.#delegateNonce,
    };
    const secret = this.below(5) === 0 ? secretOf('somebody else') : secretOf(senderId);
    if (kind === 'Delegate') {
      const signature = sign(secret, delegateActionHash(delegateAction));
      return { kind, value: { delegateAction, signature } };
    }
    const value = { ...delegateAction, nonce: plainNonce(this.#delegateNonce) };
    const second = { kind: 'V2', value } as const;
    const signature = sign(secret, delegateActionV2Hash(second) as Hash);
    return { kind, value: { delegateAction: second, signature } };
  }

  #own(signer: AccountId, other: AccountId): AccountId {
    return this.below(5) === 0 ? other : signer;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const noSuchMethod = { methodName: 'no such method', args: new Uint8Array(), deposit: 0n };

type Permission = Extract<Action, { kind: 'AddKey' }>['value']['accessKey']['permission'];

function added(publicKey: ReturnType<typeof secretToPublic>, permission: Permission): Action {
  return { kind: 'AddKey', value: { publicKey, accessKey: { nonce: 0n, permission } } };
}
