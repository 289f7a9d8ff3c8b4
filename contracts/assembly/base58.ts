// Public keys: from their text to the bytes that host functions take.

import { panic } from './near';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TEXT_MAX: i32 = 100;

/** The number of the curve, and the key. */
export function parsePublicKey(text: string): Uint8Array {
  const isSecp = text.startsWith('secp256k1:');
  const colon = text.indexOf(':');
  const isKnown = colon < 0 || isSecp || text.startsWith('ed25519:');
  if (!isKnown) panic(`Invalid public key: "${text}"`);
  return decode(text, text.substring(colon + 1), isSecp);
}

function decode(key: string, digits: string, isSecp: bool): Uint8Array {
  const length = isSecp ? 64 : 32;
  const bytes = new Uint8Array(length + 1);
  if (digits.length > TEXT_MAX) panic(`Invalid public key: "${key}"`);
  for (let index = 0; index < digits.length; index++) {
    let carry = ALPHABET.indexOf(digits.charAt(index));
    if (carry < 0) panic(`Invalid public key: "${key}"`);
    for (let at = length; at > 0; at--) {
      carry += i32(bytes[at]) * 58;
      bytes[at] = u8(carry);
      carry >>= 8;
    }
    if (carry != 0) panic(`Invalid public key: "${key}"`);
  }
  bytes[0] = u8(isSecp);
  return bytes;
}
