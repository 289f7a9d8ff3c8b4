// Messages to the chain's thread, in the order in which they were made. Signatures are verified on
// the way by node's own threads, so that blocks are made meanwhile; what is ready in one turn of
// the event loop goes as one message. Whoever adds to it bounds its length.

import { verifyAside } from '../base/keys.ts';
import { knownSignature, rememberSignature } from '../runtime/transactionSignature.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { DoorRequest, ToChain } from './chainMessages.ts';

/** Signatures under way at once: the threads serve files as well, which must not wait for long. */
const VERIFYING_MAX = 64;
/** Signatures that this thread itself verifies before it looks after others. */
const VERIFIED_HERE_MAX = 64;

type Outgoing = DoorRequest | Extract<ToChain, { kind: 'control' }>;

/** A place in the order. */
interface Place {
  /** Null until its signature was looked at. */
  outgoing: Outgoing | null;
}

interface Unverified {
  readonly place: Place;
  readonly id: number;
  readonly kind: DoorRequest['kind'];
  readonly signed: HashedTransaction;
}

export class DoorQueue {
  readonly #say: (message: ToChain) => void;
  readonly #places: Place[] = [];
  readonly #unverified: Unverified[] = [];
  #verifying = 0;
  #isSending = false;

  constructor(say: (message: ToChain) => void) {
    this.#say = say;
  }

  /** What needs no verifying. */
  add(outgoing: Outgoing): void {
    this.#places.push({ outgoing });
    this.#sendSoon();
  }

  /** As `add`, for a request that nothing else comes with: it need not wait for company. */
  addAlone(outgoing: Outgoing): void {
    this.#places.push({ outgoing });
    this.#send();
  }

  verifyAndAdd(id: number, kind: DoorRequest['kind'], signed: HashedTransaction): void {
    const place: Place = { outgoing: null };
    this.#places.push(place);
    this.#unverified.push({ place, id, kind, signed });
    this.#verifyNext();
  }

  clear(): void {
    this.#places.length = 0;
    this.#unverified.length = 0;
  }

  #verifyNext(): void {
    for (let here = 0; this.#verifying < VERIFYING_MAX; ) {
      if (here >= VERIFIED_HERE_MAX) {
        setImmediate(() => this.#verifyNext());
        return;
      }
      const next = this.#unverified.shift();
      if (next === undefined) return;
      const { transaction, hash, signature } = next.signed;
      const known = knownSignature(next.signed);
      const verdict = known ?? verifyAside(transaction.publicKey, hash, signature);
      if (verdict instanceof Promise) {
        this.#verifying++;
        void verdict.then((isSigned) => {
          this.#verifying--;
          this.#finish(next, isSigned);
          this.#verifyNext();
        });
      } else {
        here++;
        this.#finish(next, verdict);
      }
    }
  }

  #finish({ place, id, kind, signed }: Unverified, isSigned: boolean | null): void {
    if (isSigned !== null) rememberSignature(signed, isSigned);
    place.outgoing = { id, kind, transaction: signed.bytes, isSigned };
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      this.#send();
    });
  }

  #send(): void {
    let requests: DoorRequest[] = [];
    const sendRequests = () => {
      if (requests.length > 0) this.#say({ kind: 'admit', requests });
      requests = [];
    };
    for (const outgoing of this.#takeReady()) {
      if (outgoing.kind !== 'control') {
        requests.push(outgoing);
        continue;
      }
      sendRequests();
      this.#say(outgoing);
    }
    sendRequests();
  }

  /** Everything before the first place that is not ready. */
  #takeReady(): Outgoing[] {
    const at = this.#places.findIndex(({ outgoing }) => outgoing === null);
    const ready = this.#places.splice(0, at === -1 ? this.#places.length : at);
    return ready.map(({ outgoing }) => outgoing).filter((outgoing) => outgoing !== null);
  }
}
