// Ed25519 keys of the browser's own cryptography. A secret key becomes a key that signs but cannot
// be read again.

import { decodeBase58, encodeBase58 } from './base58.ts';

/** What precedes the 32 bytes of a secret key in PKCS #8. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
const SEED_BYTES = 32;
const LONG_BYTES = 64;

export interface SigningKey {
  /** `ed25519:…`. */
  readonly publicKey: string;
  readonly key: CryptoKey;
}

/** Null for a text that is not an Ed25519 secret key. */
export async function readSecretKey(text: string): Promise<SigningKey | null> {
  const data = text.trim().replace(/^ed25519:/, '');
  const seed = (decodeBase58(data, LONG_BYTES) ?? decodeBase58(data, SEED_BYTES))?.slice(
    0,
    SEED_BYTES,
  );
  if (seed === undefined) return null;
  const secret = Uint8Array.from([...PKCS8, ...seed]);
  const { subtle } = crypto;
  const readable = await subtle.importKey('pkcs8', secret, 'Ed25519', true, ['sign']);
  const { x = '' } = await subtle.exportKey('jwk', readable);
  const key = await subtle.importKey('pkcs8', secret, 'Ed25519', false, ['sign']);
  const point = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(point, (symbol) => symbol.charCodeAt(0));
  return { key, publicKey: `ed25519:${encodeBase58(bytes)}` };
}

/** The signature of the SHA-256 hash of the bytes, which is what NEAR signs, and that hash. */
export async function signHash(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly hash: Uint8Array; readonly signature: Uint8Array<ArrayBuffer> }> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, hash));
  return { hash, signature };
}
