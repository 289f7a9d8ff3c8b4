// Random names and seeds of new chains.

import { bytesToHex } from '../base/bytes/bytes.ts';

/** Twice as many hexadecimal digits. */
export function randomText(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** A name in the form that the reference gives to its test chains. */
export function randomChainId(): string {
  return `test-chain-${randomText(3).slice(0, 5)}`;
}
