// Contract code of which only the hash is known. Views show code by its hash, so what is made from
// a view may have nothing but that; an empty array stands in for the code, and its hash is found
// again when it is shown.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';

const hashes = new WeakMap<Uint8Array, Hash>();

/** Stands for the code with this hash wherever code is shown; it can be neither run nor encoded. */
export function standInForCode(codeHash: Hash): Uint8Array {
  const code = new Uint8Array(0);
  hashes.set(code, codeHash);
  return code;
}

/** The hash of code, or of what a stand-in stands for. */
export function shownCodeHash(code: Uint8Array): Hash {
  return hashes.get(code) ?? sha256(code);
}
