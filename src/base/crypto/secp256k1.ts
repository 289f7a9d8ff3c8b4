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
  const { isPoint, verify } = load();
  const point = concatBytes(UNCOMPRESSED, key);
  // Its error about a point leaves the library with less stack, and without any after thousands.
  if (!isPoint(point)) return false;
  try {
    return verify(hash, point, scalars, true);
  } catch (error) {
    // Numbers out of range are refused before the WebAssembly runs; a trap in it is a bug.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return false;
  }
}
