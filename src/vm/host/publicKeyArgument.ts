// Public keys that contracts pass as borsh bytes. A malformed key is only refused after the rest of
// the action has been read and paid for.

import type { PublicKey } from '../../base/crypto/keys.ts';
import { BorshError } from '../../codec/borsh.ts';
import { decode } from '../../codec/codec.ts';
import { publicKey } from '../../types/primitives.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';

/** Null if the bytes are not a public key. */
export function readPublicKey(host: Host, length: bigint, ptr: bigint): PublicKey | null {
  const bytes = host.readBytes(length, ptr);
  try {
    return decode(publicKey, bytes);
  } catch (error) {
    if (error instanceof BorshError) return null;
    throw error;
  }
}

export function requireKey(key: PublicKey | null): PublicKey {
  if (key === null) throw HostError.of('InvalidPublicKey');
  return key;
}

/** The length of the borsh form: a type byte and the key; 0 for a malformed key. */
export function keyBytesLength(key: PublicKey | null): number {
  return key === null ? 0 : 1 + key.data.length;
}
