// The key of the row that finds an account by one of its public keys.

import { concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { encode } from '../codec/codec.ts';
import { publicKeyHandle } from '../types/primitives.ts';
import { parseTrieKey } from './parseTrieKey.ts';
import { TRIE_COLUMN } from './trieKey.ts';

/** For an access key in the state; null for anything else there. */
export function keyAccountKey(trieKey: Uint8Array): Uint8Array | null {
  if (trieKey[0] !== TRIE_COLUMN.accessKey) return null;
  const parsed = parseTrieKey(trieKey);
  if (parsed.kind !== 'AccessKey') return null;
  return concatBytes(encode(publicKeyHandle, parsed.publicKey), utf8ToBytes(parsed.accountId));
}
