// Messages to the chain's thread, in the order in which they were made. Signatures are verified on
// the way, so that blocks are made meanwhile: ed25519 by node's own threads, the expensive schemes
// by `SignatureChecks`. Transactions with an expensive signature hold nobody up but the controls
// behind them. What is ready in one turn of the event loop goes as one message. Whoever adds to the
// queue bounds its length.

import { Fifo } from '../../base/collections/fifo.ts';
import { verifyAside } from '../../base/crypto/keys.ts';
import {
  isExpensive,
  type SignatureChecks,
  type TransactionOrigin,
} from '../../execution/signatures/signatureChecks.ts';
import {
  knownSignature,
  rememberSignature,
} from '../../runtime/transactions/transactionSignature.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { AdmissionRequest, ToChain } from './chainMessages.ts';

/** Signatures under way at once: the threads serve files as well, which must not wait for long. */
const VERIFYING_MAX = 64;
/** Signatures that this thread itself verifies before it looks after others. */
const VERIFIED_HERE_MAX = 64;

type ControlRequest = Extract<ToChain, { kind: 'control' }>;
type Outgoing = AdmissionRequest | ControlRequest;

/** A place in the order. */
interface Place {
  /** Null until its signature was looked at. */
  outgoing: Outgoing | null;
}

/** What begins with a control that waits for signatures, up to the next such control. */
interface Segment {
  readonly places: Fifo<Place>;
  /** Whether all signatures that its control waits for have a verdict. */
  isOpen: boolean;
  /** Whether the next one has begun, and nothing is taken from here any more. */
  isOver: boolean;
  next: Segment | null;
}

interface Unverified {
  readonly place: Place;
  readonly request: VerifiedRequest;
}

/** A transaction whose signature is to be verified. */
interface VerifiedRequest extends Pick<AdmissionRequest, 'id' | 'kind'> {
  readonly signed: HashedTransaction;
  readonly origin: TransactionOrigin;
}

interface AdmissionQueueParts {
  readonly signatures: SignatureChecks;
  say(message: ToChain): void;
  /** Is told of requests whose signatures nobody has the time to verify. */
  onRefused(id: number): void;
}

export class AdmissionQueue {
  readonly #parts: AdmissionQueueParts;
  /** Open: from here it is sent. */
  #first = createSegment(true);
  /** Where what comes next is added. */
  #last = this.#first;
  readonly #unverified = new Fifo<Unverified>();
  #verifying = 0;
  #isSending = false;

  constructor(parts: AdmissionQueueParts) {
    this.#parts = parts;
  }

  /** What needs no verifying. */
  add(request: AdmissionRequest): void {
    this.#last.places.push({ outgoing: request });
    this.#sendSoon();
  }

  /** As `add`, for a request that nothing else comes with: it need not wait for company. */
  addAlone(request: AdmissionRequest): void {
    this.#last.places.push({ outgoing: request });
    this.#send();
  }

  /** A control follows the transactions that were sent before it, unless they are suspect. */
  addControl(control: ControlRequest): void {
    if (this.#parts.signatures.hasUrgent) this.#beginSegment();
    this.#last.places.push({ outgoing: control });
    this.#sendSoon();
  }

  verifyAndAdd(request: VerifiedRequest): void {
    if (isExpensive(request.signed)) {
      void this.#verifyElsewhere(request, this.#last);
      return;
    }
    const place: Place = { outgoing: null };
    this.#last.places.push(place);
    this.#unverified.push({ place, request });
    this.#verifyNext();
  }

  clear(): void {
    this.#first = createSegment(true);
    this.#last = this.#first;
    this.#unverified.drain();
  }

  #beginSegment(): void {
    const segment = createSegment(false);
    this.#last.next = segment;
    this.#last = segment;
    this.#parts.signatures.afterUrgent(() => {
      segment.isOpen = true;
      this.#sendSoon();
    });
  }

  async #verifyElsewhere(request: VerifiedRequest, segment: Segment): Promise<void> {
    const { signatures, onRefused } = this.#parts;
    const verdict = await signatures.verify(request.signed, request.origin);
    if (verdict === 'refused') return onRefused(request.id);
    const { places } = segment.isOver ? this.#first : segment;
    places.push({ outgoing: describeRequest(request, verdict) });
    this.#sendSoon();
  }

  #verifyNext(): void {
    for (let here = 0; this.#verifying < VERIFYING_MAX; ) {
      if (here >= VERIFIED_HERE_MAX) {
        setImmediate(() => this.#verifyNext());
        return;
      }
      const next = this.#unverified.shift();
      if (next === undefined) return;
      const { transaction, hash, signature } = next.request.signed;
      const known = knownSignature(next.request.signed);
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

  #finish({ place, request }: Unverified, isSigned: boolean | null): void {
    if (isSigned !== null) rememberSignature(request.signed, isSigned);
    place.outgoing = describeRequest(request, isSigned);
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
    const { say } = this.#parts;
    let requests: AdmissionRequest[] = [];
    const sendRequests = () => {
      if (requests.length > 0) say({ kind: 'admit', requests });
      requests = [];
    };
    for (let next = this.#takeReady(); next !== null; next = this.#takeReady()) {
      if (next.kind !== 'control') {
        requests.push(next);
        continue;
      }
      sendRequests();
      say(next);
    }
    sendRequests();
  }

  /** The next one; null if there is none, or if it is not ready. */
  #takeReady(): Outgoing | null {
    this.#first = passOver(this.#first);
    const { places } = this.#first;
    const outgoing = places.peek()?.outgoing ?? null;
    if (outgoing !== null) places.shift();
    return outgoing;
  }
}

/** The segment from which to send: a later one where nothing is left in those before. */
function passOver(first: Segment): Segment {
  let segment = first;
  while (segment.places.length === 0 && segment.next?.isOpen === true) {
    segment.isOver = true;
    segment = segment.next;
  }
  return segment;
}

function createSegment(isOpen: boolean): Segment {
  return { places: new Fifo(), isOpen, isOver: false, next: null };
}

function describeRequest({ id, kind, signed }: VerifiedRequest, isSigned: boolean | null) {
  return { id, kind, transaction: signed.bytes, isSigned } as const;
}
