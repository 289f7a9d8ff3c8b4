/**
 * Verification on secp256k1, by libsecp256k1 compiled to WebAssembly: about nine times as fast as
 * plain JavaScript. It is loaded with the first use, since most threads never need it. A key is
 * both coordinates, without a tag; messages are hashes of 32 bytes.
 */

import { createRequire } from 'node:module';
import type * as TinySecp256k1 from 'tiny-secp256k1';
import { concatBytes } from '../bytes/bytes.ts';

const KEY_LENGTH = 64;
const HASH_LENGTH = 32;
const SCALARS_LENGTH = 64;
const UNCOMPRESSED = Uint8Array.of(4);

let loaded: typeof TinySecp256k1 | undefined;

function load(): typeof TinySecp256k1 {
  loaded ??= createRequire(import.meta.url)('tiny-secp256k1') as typeof TinySecp256k1;
  return loaded;
}

/** A high s is refused. Returns false for anything malformed. */
export function verifySecp256k1(key: Uint8Array, hash: Uint8Array, scalars: Uint8Array): boolean {
  if (key.length !== KEY_LENGTH || hash.length !== HASH_LENGTH) return false;
  if (scalars.length !== SCALARS_LENGTH) return false;
  const { verify } = load();
  try {
    return verify(hash, concatBytes(UNCOMPRESSED, key), scalars, true);
  } catch {
    return false;
  }
}
