// Reads at `final` on a chain where finality is milliseconds away: one that arrives while blocks
// are becoming final waits for them, so that clients read what they have written. A wait takes a
// place among the pending waits and has a time limit of its own; if there is no place, or when its
// time is up, the request is answered from the newest final block.

import type { RpcContext } from './context.ts';
import type { PendingWaits } from './pendingWaits.ts';

export class FinalReads {
  readonly #context: Pick<RpcContext, 'chain' | 'finality'>;
  readonly #waits: PendingWaits;

  constructor(context: Pick<RpcContext, 'chain' | 'finality'>, waits: PendingWaits) {
    this.#context = context;
    this.#waits = waits;
  }

  /** Whether a read at `final` has to wait now. */
  get isPending(): boolean {
    return this.#pendingHeight() !== null;
  }

  /** Waits for what is pending now; what is executed later is not waited for. */
  async wait(onGone?: (listener: () => void) => () => void): Promise<void> {
    const { chain, finality } = this.#context;
    const wanted = this.#pendingHeight();
    if (finality === undefined || wanted === null || this.#waits.isFull) return;
    const isOver = async () => {
      // Less is pending after a revert, and nothing when the chain halts or is mined by hand.
      const pending = this.#pendingHeight();
      return pending === null || chain.finalHead().height >= Math.min(wanted, pending) || null;
    };
    await this.#waits.poll(isOver, undefined, {
      timeoutMs: finality.waitMs,
      onGone,
      onChange: (listener) => finality.onChange(listener),
    });
  }

  #pendingHeight(): number | null {
    return this.#context.finality?.pendingHeight() ?? null;
  }
}
