// An observer of the host functions that a contract calls. It sees the call's memory, registers and
// gas as they are, without charging for it, and must not change anything.

import type { External } from './external.ts';
import type { GasCounter } from './gasCounter.ts';
import type { GuestMemory } from './guestMemory.ts';
import type { Registers } from './registers.ts';
import type { ContractPromise } from './vmTypes.ts';

/** The part of a host that an observer sees. */
export type TracedHost = {
  readonly external: Pick<External, 'receiptReceiver'>;
  readonly gas: Pick<GasCounter, 'burnt' | 'computeUsage'>;
  readonly memory: Pick<GuestMemory, 'peek'>;
  readonly registers: Pick<Registers, 'peek'>;
  readonly promises: readonly ContractPromise[];
};

/** How a host function ended: `thrown` is what ends the contract's call. */
export type HostCallEnd =
  | { readonly kind: 'returned'; readonly result: bigint | number | undefined }
  | { readonly kind: 'thrown'; readonly error: unknown };

export interface HostTracer {
  /** Before the function runs; its arguments are unsigned. */
  enter(name: string, args: readonly (bigint | number)[], host: TracedHost): void;
  leave(host: TracedHost, end: HostCallEnd): void;
}
