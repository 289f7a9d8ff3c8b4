// Proves the random values of blocks to come while there is nothing else to do. A proof costs about
// as much as the rest of an idle block, and its input is only the random value of the block before:
// as long as the expected producers make the next blocks, all of them are known.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import type { Chain } from '../chain.ts';
import type { Authority } from '../signing/authority.ts';

/** A transaction needs five blocks until it is final; signers keep more proofs than these. */
const BLOCKS_AHEAD = 16;

export class RandomnessAhead {
  readonly #chain: Chain;
  readonly #authority: Authority;
  /** The last height that was proved for, and its random value. */
  #height = -1;
  #randomValue: Hash | null = null;

  constructor(chain: Chain, authority: Authority) {
    this.#chain = chain;
    this.#authority = authority;
  }

  /** Proves for one block; false when enough is ready. */
  proveNext(): boolean {
    const { hash, block } = this.#chain.head;
    const { height: headHeight } = block.header.lite;
    if (this.#randomValue === null || this.#height <= headHeight) {
      this.#height = headHeight;
      this.#randomValue = block.header.rest.randomValue;
    }
    if (this.#height >= headHeight + BLOCKS_AHEAD) return false;
    const { epochs } = this.#chain;
    const epoch = epochs.epoch(epochs.epochIdAfter(hash));
    const { accountId } = epoch.blockProducer(this.#height + 1);
    if (!this.#authority.canSign(accountId)) return false;
    const { value } = this.#authority.proveRandomness(accountId, this.#randomValue);
    this.#height += 1;
    this.#randomValue = sha256(value);
    return true;
  }
}
