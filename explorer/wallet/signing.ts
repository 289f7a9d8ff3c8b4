// Signs what was approved, and sends transactions one after the other: each is executed before the
// next one is signed, and the first failure ends the sequence.

import { askNode, NodeRefusal } from '../chain/node.ts';
import type { Tagged, TransactionStatus } from '../chain/wire.ts';
import { describeFailure, openTagged } from '../format/actions.ts';
import { bytesToBase64 } from '../format/bytes.ts';
import { findKey, readOwnKey, type WalletAccount } from './accounts.ts';
import { nameAsker } from './asker.ts';
import { encodeBase58 } from './base58.ts';
import { encode } from './borsh.ts';
import { signHash } from './keys.ts';
import type { Outcome, SignedBy } from './reply.ts';
import { type DappRequest, isFullAccess, type KeyRequest, type MessageRequest } from './request.ts';
import { keepLastAccount, keepOriginOfKey } from './settings.ts';
import {
  delegateBytes,
  messageBytes,
  signedDelegate,
  signedTransaction,
  unsignedTransaction,
} from './transactionBytes.ts';

/** How often a transaction that waits for a block is asked for; the node answers after seconds. */
const WAITS_MAX = 60;
/** How long a relayer may wait. */
const DELEGATE_BLOCKS = 1000n;

export async function fulfil(request: DappRequest, account: WalletAccount): Promise<Outcome> {
  keepLastAccount(account.accountId);
  try {
    switch (request.kind) {
      case 'login':
        return await logIn(request, account);
      case 'sign':
        return request.isDelegated
          ? await signDelegates(request, account)
          : await sendAll(request, account);
      case 'message':
        return { kind: 'signed', signed: await signMessage(request.message, account) };
    }
  } catch (error) {
    return toFailure(error);
  }
}

/** The failure of a transaction, under the name of its error. */
class Failed extends Error {
  override readonly name = 'Failed';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function toFailure(error: unknown): Outcome {
  if (error instanceof Failed) return { kind: 'failed', code: error.code, message: error.message };
  if (error instanceof NodeRefusal) {
    const isText = typeof error.info !== 'object' || error.info === null;
    const message = isText ? error.message : describeFailure(error.info);
    return { kind: 'failed', code: error.kind, message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', code: 'unknownError', message };
}

async function logIn(
  request: Extract<DappRequest, { kind: 'login' }>,
  account: WalletAccount,
): Promise<Outcome> {
  const { key, message } = request;
  const { accountId } = account;
  if (key !== null) {
    if (key.contractId !== null) await requireAccount(key.contractId);
    const isThere = (await findKey(accountId, key.publicKey)) !== null;
    if (!isThere) await send(account, accountId, [formAddKey(key, accountId)]);
    keepOriginOfKey({ publicKey: key.publicKey, origin: nameAsker(request) });
  }
  return {
    kind: 'loggedIn',
    accountId,
    publicKey: key?.publicKey ?? null,
    allKeys: [account.publicKey],
    signed: message === null ? null : await signMessage(message, account),
  };
}

async function requireAccount(account_id: string): Promise<void> {
  await askNode('query', { request_type: 'view_account', finality: 'optimistic', account_id });
}

function formAddKey(key: KeyRequest, accountId: string): Tagged {
  const { publicKey: public_key, contractId: receiver_id, methodNames: method_names } = key;
  const permission = isFullAccess(key, accountId)
    ? 'FullAccess'
    : { FunctionCall: { allowance: key.allowance, receiver_id, method_names } };
  return { AddKey: { public_key, access_key: { nonce: 0, permission } } };
}

async function sendAll(
  { transactions }: Extract<DappRequest, { kind: 'sign' }>,
  account: WalletAccount,
): Promise<Outcome> {
  const hashes: string[] = [];
  for (const { receiverId, actions } of transactions) {
    hashes.push(await send(account, receiverId, actions));
  }
  return { kind: 'sent', hashes };
}

/** Signs, sends and waits for the execution; throws if it fails. Returns the hash. */
export async function send(
  account: WalletAccount,
  receiver_id: string,
  actions: readonly Tagged[],
): Promise<string> {
  const { nonce, block_hash } = await readOwnKey(account);
  const transaction = {
    signer_id: account.accountId,
    public_key: account.publicKey,
    nonce: BigInt(nonce) + 1n,
    receiver_id,
    block_hash,
    actions,
  };
  const unsigned = encode(unsignedTransaction, transaction);
  const { hash, signature } = await signHash(await account.openKey(), unsigned);
  const signed = encode(signedTransaction, { transaction, signature: formatSignature(signature) });
  const name = encodeBase58(hash);
  const { status } = await waitFor(name, account.accountId, bytesToBase64(signed));
  const { kind, fields } = openTagged(status as Tagged);
  if (kind === 'Failure') throw new Failed(nameOf(fields), describeFailure(fields));
  return name;
}

function formatSignature(signature: Uint8Array): string {
  return `ed25519:${encodeBase58(signature)}`;
}

/** The name of the innermost error that has one, such as `FunctionCallError`. */
function nameOf(failure: object): string {
  const { kind, fields } = openTagged(failure);
  return kind === 'ActionError' && fields.kind ? openTagged(fields.kind as Tagged).kind : kind;
}

/** A chain may make blocks only when told to, so this may take a while. */
async function waitFor(
  tx_hash: string,
  sender_account_id: string,
  signed_tx_base64: string,
): Promise<TransactionStatus> {
  const wait_until = 'EXECUTED_OPTIMISTIC';
  for (let waits = 0; ; waits++) {
    try {
      const answer =
        waits === 0
          ? await askNode('send_tx', { signed_tx_base64, wait_until })
          : await askNode('tx', { tx_hash, sender_account_id, wait_until });
      return answer as TransactionStatus;
    } catch (error) {
      const isLate = error instanceof NodeRefusal && error.kind === 'TIMEOUT_ERROR';
      if (!isLate || waits === WAITS_MAX) throw error;
    }
  }
}

async function signDelegates(
  { transactions }: Extract<DappRequest, { kind: 'sign' }>,
  account: WalletAccount,
): Promise<Outcome> {
  const { nonce, block_height } = await readOwnKey(account);
  const key = await account.openKey();
  const delegates: string[] = [];
  for (const [index, { receiverId, actions }] of transactions.entries()) {
    const delegate_action = {
      sender_id: account.accountId,
      receiver_id: receiverId,
      actions,
      nonce: BigInt(nonce) + 1n + BigInt(index),
      max_block_height: BigInt(block_height) + DELEGATE_BLOCKS,
      public_key: account.publicKey,
    };
    const { signature } = await signHash(key, delegateBytes(delegate_action));
    const signed = { delegate_action, signature: formatSignature(signature) };
    delegates.push(bytesToBase64(encode(signedDelegate, signed)));
  }
  return { kind: 'delegated', delegates };
}

/** A window that a dapp opened has nowhere to go back to: there the address is not signed. */
async function signMessage(
  { message, nonce, recipient, callbackUrl }: MessageRequest,
  account: WalletAccount,
): Promise<SignedBy> {
  const { permission } = await readOwnKey(account);
  if (permission !== 'FullAccess') throw new Error('Messages need a key with full access.');
  const isPopup = window.opener !== null;
  const bytes = messageBytes({
    message,
    nonce,
    recipient,
    callbackUrl: isPopup ? null : callbackUrl,
  });
  const { signature } = await signHash(await account.openKey(), bytes);
  return { accountId: account.accountId, publicKey: account.publicKey, signature };
}
