// Public keys that contracts pass as borsh bytes. A malformed key is only refused after the rest of
// the action has been read and paid for.

import { type PublicKey, publicKeyToHandle } from '../../base/crypto/keys.ts';
import { BorshError } from '../../codec/borsh.ts';
import { decode } from '../../codec/codec.ts';
import { publicKey } from '../../types/primitives.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';

/** Null if the bytes are not a public key, or one of a type that the protocol does not have yet. */
export function readPublicKey(host: Host, length: bigint, ptr: bigint): PublicKey | null {
  const bytes = host.readBytes(length, ptr);
  try {
    const key = decode(publicKey, bytes);
    return isSupported(host, key) ? key : null;
  } catch (error) {
    if (error instanceof BorshError) return null;
    throw error;
  }
}

function isSupported({ protocol }: Host, { type }: PublicKey): boolean {
  return type !== 'ml-dsa-65' || protocol.features.postQuantumSignatures;
}

export function requireKey(key: PublicKey | null): PublicKey {
  if (key === null) throw HostError.of('InvalidPublicKey');
  return key;
}

/** The length of the borsh form: a type byte and the key; 0 for a malformed key. */
export function keyBytesLength(key: PublicKey | null): number {
  return key === null ? 0 : 1 + key.data.length;
}

/** The same of the form in which the key is stored: from a fix on, an ML-DSA key as its hash. */
export function storedKeyLength({ protocol }: Host, key: PublicKey | null): number {
  if (key === null || !protocol.vm.fixMlDsaCostCharging) return keyBytesLength(key);
  return 1 + publicKeyToHandle(key).data.length;
}
