// A contract is prepared when it is first called, which delays that call. Contracts that were just
// deployed are therefore prepared ahead while the thread is idle.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { ContractVm } from '../vm/runContract.ts';

/** Bound of the queue; beyond it the oldest contract is dropped, and prepared when it is called. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

interface Deployed {
  readonly vm: ContractVm;
  readonly hash: Hash;
  readonly code: Uint8Array;
}

export class PreparationAhead {
  readonly #waiting = new Map<string, Deployed>();
  #waitingBytes = 0;

  add(vm: ContractVm, hash: Hash, code: Uint8Array): void {
    const key = bytesKey(hash);
    if (this.#waiting.has(key)) return;
    this.#waiting.set(key, { vm, hash, code });
    this.#waitingBytes += code.length;
    while (this.#waitingBytes > WAITING_BYTES_MAX) this.#takeOldest();
  }

  /** Prepares one contract; false if none is queued. */
  prepareNext(): boolean {
    const next = this.#takeOldest();
    if (next === null) return false;
    this.#prepare(next);
    return true;
  }

  /** A bug of the node must show when the contract is called, not because it was deployed. */
  #prepare({ vm, hash, code }: Deployed): void {
    try {
      vm.modules.get({ hash, read: () => code }, vm.source);
    } catch {}
  }

  #takeOldest(): Deployed | null {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return null;
    const [key, deployed] = oldest;
    this.#waiting.delete(key);
    this.#waitingBytes -= deployed.code.length;
    return deployed;
  }
}
