// What a dapp asks the wallet for, read from the page's address as MyNearWallet defines it. A
// request may stand behind `#` instead of `?`, where it is not limited by what the node reads of an
// address; near-connect's script uses that, and gives transactions as JSON.

import type { Tagged } from '../chain/wire.ts';
import { base64ToBytes, utf8ToBytes } from '../format/bytes.ts';
import { type Codec, decode, encode, InvalidBytes } from './borsh.ts';
import { publicKey, unsignedTransaction } from './transactionBytes.ts';

/** A few contracts; browsers limit addresses to 2 MB. */
const CHARACTERS_MAX = 4_000_000;
const TRANSACTIONS_MAX = 100;
const NONCE_BYTES = 32;
const ANY_KEY = `ed25519:${'1'.repeat(32)}`;
const ANY_HASH = '1'.repeat(32);

/** Where the result goes: the page of the dapp. */
export interface Callback {
  readonly success: URL | null;
  readonly failure: URL | null;
}

export interface KeyRequest {
  readonly publicKey: string;
  /** Null for full access. */
  readonly contractId: string | null;
  /** Empty for all. */
  readonly methodNames: readonly string[];
  /** In yoctoNEAR; null for no limit. */
  readonly allowance: string | null;
}

export interface RequestedTransaction {
  /** Null if any account may sign. */
  readonly signerId: string | null;
  readonly receiverId: string;
  readonly actions: readonly Tagged[];
}

export interface MessageRequest {
  readonly message: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly recipient: string;
  /** As it was given: it is part of what is signed. */
  readonly callbackUrl: string | null;
  readonly state: string | null;
}

export type WalletRequest =
  | { readonly kind: 'home' }
  | {
      readonly kind: 'login';
      readonly callback: Callback;
      readonly title: string | null;
      readonly key: KeyRequest | null;
      /** A message to be signed by the same account. */
      readonly message: MessageRequest | null;
    }
  | {
      readonly kind: 'sign';
      readonly callback: Callback;
      readonly meta: string | null;
      readonly transactions: readonly RequestedTransaction[];
      /** Signed for a relayer instead of sent (NEP-366). */
      readonly isDelegated: boolean;
    }
  | {
      readonly kind: 'message';
      readonly callback: Callback;
      readonly signerId: string | null;
      readonly message: MessageRequest;
    };

/** A request that cannot be understood, or must not be served. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

export function readRequest(address: URL): WalletRequest {
  const page = /(login|sign|sign-message)\/?$/.exec(address.pathname)?.[1];
  if (page === undefined) return { kind: 'home' };
  const text = address.search.length > 1 ? address.search : address.hash.slice(1);
  if (text.length > CHARACTERS_MAX) throw new BadRequest('The request is too long.');
  const params = new URLSearchParams(text);
  if (page === 'login') return readLogin(params);
  return page === 'sign' ? readSign(params) : readMessage(params);
}

function readLogin(params: URLSearchParams): WalletRequest {
  const success = readCallback(params, 'success_url');
  const failure = readCallback(params, 'failure_url') ?? success;
  const message = params.has('message') ? readMessageFields(params) : null;
  const key = readKey(params);
  return {
    kind: 'login',
    callback: { success, failure },
    title: params.get('title'),
    key,
    message,
  };
}

const ALLOWANCE_YOCTO = '250000000000000000000000';

function readKey(params: URLSearchParams): KeyRequest | null {
  const given = params.get('public_key');
  if (!given) return null;
  const allowance = params.get('allowance') ?? ALLOWANCE_YOCTO;
  if (!/^(?:\d{1,39}|unlimited)$/.test(allowance))
    throw new BadRequest('The allowance is unclear.');
  return {
    publicKey: readPublicKey(given),
    contractId: params.get('contract_id') || null,
    methodNames: params.getAll('methodNames').filter((name) => name !== ''),
    allowance: allowance === 'unlimited' ? null : allowance,
  };
}

function readPublicKey(text: string): string {
  return orBad('The public key is not one.', () => decode(publicKey, encode(publicKey, text)));
}

function readSign(params: URLSearchParams): WalletRequest {
  const callback = readOneCallback(params);
  const inBytes = params.get('transactions');
  const inJson = params.get('transactions_json');
  const isDelegated = params.get('delegate') === 'true';
  const transactions =
    inJson === null ? readTransactions(inBytes ?? '') : readJsonTransactions(inJson, params);
  if (transactions.length === 0) throw new BadRequest('The request has no transaction.');
  if (transactions.length > TRANSACTIONS_MAX) {
    throw new BadRequest(`The request has more than ${TRANSACTIONS_MAX} transactions.`);
  }
  const signers = new Set(transactions.map(({ signerId }) => signerId));
  if (signers.size > 1) throw new BadRequest('The transactions have different signers.');
  return { kind: 'sign', callback, meta: params.get('meta'), transactions, isDelegated };
}

/** Key, nonce and block are not used: dapps cannot know them, and put anything there. */
function readTransactions(text: string): RequestedTransaction[] {
  return text.split(',', TRANSACTIONS_MAX + 1).flatMap((part) => {
    if (part === '') return [];
    return orBad('A transaction cannot be read.', () => {
      const { signer_id, receiver_id, actions } = decode(
        unsignedTransaction,
        // A plus sign that was not escaped arrives as a space.
        base64ToBytes(part.replaceAll(' ', '+')),
      );
      return [{ signerId: signer_id, receiverId: receiver_id, actions }];
    });
  });
}

/** Anything that can be encoded is a transaction. */
function readJsonTransactions(text: string, params: URLSearchParams): RequestedTransaction[] {
  const signerId = params.get('signer_id') || null;
  return orBad('The transactions cannot be read.', () => {
    const given: unknown = JSON.parse(text);
    if (!Array.isArray(given)) throw new InvalidBytes('a list is missing');
    return given.slice(0, TRANSACTIONS_MAX + 1).map((item) => {
      const full = {
        ...item,
        signer_id: signerId ?? '',
        public_key: ANY_KEY,
        nonce: 0,
        block_hash: ANY_HASH,
      };
      const { receiver_id, actions } = reread(unsignedTransaction, full);
      return { signerId, receiverId: receiver_id, actions };
    });
  });
}

/** The value that the bytes have. */
function reread<T>(codec: Codec<T>, value: T): T {
  return decode(codec, encode(codec, value));
}

function readMessage(params: URLSearchParams): WalletRequest {
  const callback = readOneCallback(params);
  const message = readMessageFields(params);
  return { kind: 'message', callback, signerId: params.get('signer_id') || null, message };
}

function readMessageFields(params: URLSearchParams): MessageRequest {
  const message = params.get('message');
  const recipient = params.get('recipient');
  if (message === null || !recipient) throw new BadRequest('The message has no recipient or text.');
  const nonce = readNonce(params.get('nonce'));
  const [callbackUrl, state] = [params.get('callbackUrl'), params.get('state')];
  return { message, recipient, nonce, callbackUrl, state };
}

/** Base64, or 32 characters as they are. */
function readNonce(text: string | null): Uint8Array<ArrayBuffer> {
  const given = text ?? '';
  const bytes =
    given.length === NONCE_BYTES
      ? utf8ToBytes(given)
      : orBad('The nonce is not base64.', () => base64ToBytes(given.replaceAll(' ', '+')));
  if (bytes.length !== NONCE_BYTES) throw new BadRequest('The nonce does not have 32 bytes.');
  return bytes;
}

function readOneCallback(params: URLSearchParams): Callback {
  const url = readCallback(params, 'callbackUrl');
  return { success: url, failure: url };
}

/** Only pages: `javascript:` would run in this one, with its keys. */
function readCallback(params: URLSearchParams, name: string): URL | null {
  const text = params.get(name);
  if (!text) return null;
  const url = orBad(`\`${name}\` is not an address.`, () => new URL(text));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BadRequest(`\`${name}\` is not the address of a page.`);
  }
  return url;
}

function orBad<T>(message: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadRequest ? error : new BadRequest(message);
  }
}

/** Whether a login asks for a key that may do everything. */
export function isFullAccess({ contractId, methodNames }: KeyRequest, accountId: string): boolean {
  return contractId === null || (contractId === accountId && methodNames.length === 0);
}

/** A request of a dapp. */
export type DappRequest = Exclude<WalletRequest, { kind: 'home' }>;

/** The page that asks, which is the one that gets the result. */
export function originOf({ callback }: DappRequest): string | null {
  return callback.success?.origin ?? null;
}
