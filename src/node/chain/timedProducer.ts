// A producer that measures how long its newest block took.

import type { ExtendedBlock } from '../../chain/chain.ts';
import { type BlockWishes, Producer } from '../../chain/production/producer.ts';

export class TimedProducer extends Producer {
  #blockMs = 0;

  /** From selecting its transactions until it was stored. */
  get blockMs(): number {
    return this.#blockMs;
  }

  override produceBlock(wishes: BlockWishes = {}): ExtendedBlock {
    const startMs = performance.now();
    const block = super.produceBlock(wishes);
    this.#blockMs = performance.now() - startMs;
    return block;
  }
}
