/** Comparing secrets without telling by the time it takes how much of a guess was right. */

import { timingSafeEqual } from 'node:crypto';
import { utf8ToBytes } from '../bytes/bytes.ts';
import { sha256 } from './hash.ts';

/** Hashes have one length, so not even the length of the secret shows. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(sha256(utf8ToBytes(a)), sha256(utf8ToBytes(b)));
}
