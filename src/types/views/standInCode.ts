// Contract code whose hash is all that is known. Views show code by its hash, so a value parsed
// from a view may have nothing else. An empty array is the placeholder for the code, and its hash
// is looked up when it is shown.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';

const hashes = new WeakMap<Uint8Array, Hash>();

/** A placeholder for the code with this hash. It can be shown, but neither run nor encoded. */
export function standInForCode(codeHash: Hash): Uint8Array {
  const code = new Uint8Array(0);
  hashes.set(code, codeHash);
  return code;
}

/** The hash of code, or the hash that a placeholder was created with. */
export function shownCodeHash(code: Uint8Array): Hash {
  return hashes.get(code) ?? sha256(code);
}
