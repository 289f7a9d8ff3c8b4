// An account of a running node that signs and sends transactions. The nonce is read once and then
// incremented, so nothing else may use the key at the same time.

import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash, parseHash } from '../../src/base/crypto/hash.ts';
import {
  formatPublicKey,
  keyFromSeed,
  type SecretKey,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import type { RpcClient } from './rpcClient.ts';
import { createTransaction } from './transactions.ts';

export type WaitUntil =
  | 'NONE'
  | 'INCLUDED'
  | 'EXECUTED_OPTIMISTIC'
  | 'INCLUDED_FINAL'
  | 'EXECUTED'
  | 'FINAL';

export interface OutcomeWithId {
  readonly id: string;
  readonly block_hash: string;
  readonly proof: readonly { readonly hash: string; readonly direction: string }[];
  readonly outcome: {
    readonly status: string | Readonly<Record<string, unknown>>;
    readonly receipt_ids: readonly string[];
    readonly executor_id: string;
    readonly gas_burnt: number;
    readonly tokens_burnt: string;
    readonly logs: readonly string[];
    readonly metadata: Readonly<Record<string, unknown>>;
  };
}

/** The result of `tx_status` and `send_tx`; the rest is missing while there is no outcome. */
export interface TransactionResult {
  readonly final_execution_status: WaitUntil;
  readonly status: string | Readonly<Record<string, unknown>>;
  readonly transaction: { readonly hash: string };
  readonly transaction_outcome: OutcomeWithId;
  readonly receipts_outcome: readonly OutcomeWithId[];
}

export class Sender {
  readonly rpc: RpcClient;
  readonly accountId: AccountId;
  readonly secret: SecretKey;
  #nonce: bigint | null = null;
  #blockHash: Hash | null = null;

  /** The accounts of a local genesis have keys that are derived from their names. */
  constructor(rpc: RpcClient, accountId: AccountId, secret?: SecretKey) {
    this.rpc = rpc;
    this.accountId = accountId;
    this.secret = secret ?? keyFromSeed('ed25519', accountId);
  }

  async sign(receiverId: AccountId, actions: readonly Action[]): Promise<HashedTransaction> {
    if (this.#nonce === null || this.#blockHash === null) await this.#readKey();
    this.#nonce = (this.#nonce ?? 0n) + 1n;
    const parts = {
      signerId: this.accountId,
      nonce: { kind: 'Nonce', value: { nonce: this.#nonce } } as const,
      receiverId,
      blockHash: this.#blockHash as Hash,
      actions,
    };
    return createTransaction(parts, this.secret);
  }

  async send(
    receiverId: AccountId,
    actions: readonly Action[],
    waitUntil: WaitUntil = 'FINAL',
  ): Promise<TransactionResult> {
    return this.submit(await this.sign(receiverId, actions), waitUntil);
  }

  submit({ bytes }: HashedTransaction, waitUntil: WaitUntil): Promise<TransactionResult> {
    const params = { signed_tx_base64: bytesToBase64(bytes), wait_until: waitUntil };
    return this.rpc.call('send_tx', params);
  }

  /** What the chain knows of a transaction of this account. */
  status({ hash }: HashedTransaction, waitUntil: WaitUntil): Promise<TransactionResult> {
    const params = {
      tx_hash: formatHash(hash),
      sender_account_id: this.accountId,
      wait_until: waitUntil,
    };
    return this.rpc.call('tx_status', params);
  }

  async #readKey(): Promise<void> {
    const key = await this.rpc.call<{ nonce: number; block_hash: string }>('query', {
      request_type: 'view_access_key',
      account_id: this.accountId,
      public_key: formatPublicKey(secretToPublic(this.secret)),
      finality: 'optimistic',
    });
    this.#nonce = BigInt(key.nonce);
    this.#blockHash = parseHash(key.block_hash);
  }
}

export const NEAR = 10n ** 24n;
export const TGAS = 10n ** 12n;

export const transfer = (deposit: bigint): Action => ({ kind: 'Transfer', value: { deposit } });

export const deploy = (code: Uint8Array): Action => ({ kind: 'DeployContract', value: { code } });

export const callContract = (methodName: string, args: Uint8Array): Action => ({
  kind: 'FunctionCall',
  value: { methodName, args, gas: 30n * TGAS, deposit: 0n },
});
