// A producer that measures how long its newest block took.

import type { ExtendedBlock } from '../../chain/chain.ts';
import { type BlockWishes, Producer, type ProducerParts } from '../../chain/production/producer.ts';

export class TimedProducer extends Producer {
  readonly #elapsed: () => number;
  #blockMs = 0;

  /** `elapsed` returns monotonic milliseconds. */
  constructor(parts: ProducerParts, elapsed: () => number) {
    super(parts);
    this.#elapsed = elapsed;
  }

  /** From selecting its transactions until it was stored. */
  get blockMs(): number {
    return this.#blockMs;
  }

  override produceBlock(wishes: BlockWishes = {}): ExtendedBlock {
    const startMs = this.#elapsed();
    const block = super.produceBlock(wishes);
    this.#blockMs = this.#elapsed() - startMs;
    return block;
  }
}
