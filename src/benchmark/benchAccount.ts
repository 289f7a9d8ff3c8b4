// An account that signs the benchmark's transactions, and the actions that they contain.

import { bytesToBase64, utf8ToBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash, parseHash } from '../base/crypto/hash.ts';
import {
  formatPublicKey,
  keyFromSeed,
  type SecretKey,
  secretToPublic,
} from '../base/crypto/keys.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import { fundedAccountIds } from '../params/genesisDefaults.ts';
import type { Action } from '../types/action.ts';
import { plainNonce, signTransaction } from '../types/signTransaction.ts';
import { BENCH_CONTRACT } from './benchContract.ts';
import type { Target } from './target.ts';

export interface SignedRequest {
  readonly hash: string;
  readonly senderId: string;
  readonly base64: string;
}

const CALL_GAS = 10_000_000_000_000n;

export const TRANSFER: readonly Action[] = [{ kind: 'Transfer', value: { deposit: 1n } }];
export const DEPLOY = deploymentOf(BENCH_CONTRACT);
export const CALL: readonly Action[] = [callOf('set', new Uint8Array([7]))];

export function deploymentOf(code: Uint8Array): readonly Action[] {
  return [{ kind: 'DeployContract', value: { code } }];
}

/** A transfer of tokens of the benchmark's contract. */
export function tokenTransfer(receiverId: string): readonly Action[] {
  return [callOf('ft_transfer', utf8ToBytes(receiverId))];
}

function callOf(methodName: string, args: Uint8Array): Action {
  return { kind: 'FunctionCall', value: { methodName, args, gas: CALL_GAS, deposit: 0n } };
}

interface AccessKeyAnswer {
  readonly nonce: number;
  readonly block_hash: string;
}

export class BenchAccount {
  readonly accountId: string;
  readonly #secret: SecretKey;
  #blockHash: Hash;
  #nonce: bigint;

  private constructor(accountId: string, secret: SecretKey, blockHash: Hash, nonce: bigint) {
    this.accountId = accountId;
    this.#secret = secret;
    this.#blockHash = blockHash;
    this.#nonce = nonce;
  }

  /** The funded accounts of a local node that has just been created, whose keys are public. */
  static async openAll(target: Target, count: number): Promise<BenchAccount[]> {
    const { header } = await target.call<{ header: { hash: string } }>('block', {
      finality: 'final',
    });
    return fundedAccountIds(count).map(
      (id) => new BenchAccount(id, keyFromSeed('ed25519', id), parseHash(header.hash), 0n),
    );
  }

  /** An account of any node. */
  static async open(target: Target, { accountId, secretKey }: KeyFile): Promise<BenchAccount> {
    const { nonce, block_hash } = await target.call<AccessKeyAnswer>('query', {
      request_type: 'view_access_key',
      account_id: accountId,
      public_key: formatPublicKey(secretToPublic(secretKey)),
      finality: 'final',
    });
    return new BenchAccount(accountId, secretKey, parseHash(block_hash), BigInt(nonce));
  }

  /** The block that further transactions name. */
  useBlock(hash: string): void {
    this.#blockHash = parseHash(hash);
  }

  sign(receiverId: string, actions: readonly Action[]): SignedRequest {
    this.#nonce += 1n;
    const { hash, bytes } = signTransaction(this.#secret, {
      signerId: this.accountId,
      nonce: plainNonce(this.#nonce),
      receiverId,
      blockHash: this.#blockHash,
      actions,
    });
    return {
      hash: formatHash(hash),
      senderId: this.accountId,
      base64: bytesToBase64(bytes),
    };
  }
}

/** The first funded account of a local node. */
export function localFunder(): KeyFile {
  const [accountId = ''] = fundedAccountIds(1);
  return { accountId, secretKey: keyFromSeed('ed25519', accountId) };
}

export function sendParams({ base64 }: SignedRequest, waitUntil: string): object {
  return { signed_tx_base64: base64, wait_until: waitUntil };
}

export function statusParams({ hash, senderId }: SignedRequest): object {
  return { tx_hash: hash, sender_account_id: senderId };
}
