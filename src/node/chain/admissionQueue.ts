// Messages to the chain thread, in the order in which they were created. Signatures are verified on
// the way, so that block production continues meanwhile: ed25519 on Node's own thread pool, the
// expensive schemes by `SignatureChecks`. A transaction with an expensive signature delays only the
// controls queued after it. Messages that become ready in the same turn of the event loop are sent
// as one. The caller bounds the length of the queue.

import { Fifo } from '../../base/collections/fifo.ts';
import { type SignatureCheck, verifyAllAside } from '../../base/crypto/keys.ts';
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

/**
 * Signatures verified concurrently: the thread pool also serves file I/O, which must not wait long.
 */
const VERIFYING_MAX = 64;
/** Signatures that are verified together before this thread yields to the event loop. */
const VERIFIED_TOGETHER_MAX = 64;

type ControlRequest = Extract<ToChain, { kind: 'control' }>;
type Outgoing = AdmissionRequest | ControlRequest;

/** A position in the queue. */
interface Place {
  /** Null until the signature has been verified. */
  outgoing: Outgoing | null;
}

/**
 * A run of requests that starts with a control waiting for signatures and ends before the next one.
 */
interface Segment {
  readonly places: Fifo<Place>;
  /** Whether all signatures that its control waits for have a verdict. */
  isOpen: boolean;
  /** Whether the next segment has started, so that nothing is taken from this one any more. */
  isOver: boolean;
  next: Segment | null;
}

interface Unverified {
  readonly place: Place;
  readonly request: VerifiedRequest;
}

/** A transaction whose signature is to be verified. */
export interface VerifiedRequest extends Pick<AdmissionRequest, 'id'> {
  readonly kind: Exclude<AdmissionRequest['kind'], 'find'>;
  readonly signed: HashedTransaction;
  readonly origin: TransactionOrigin;
}

interface AdmissionQueueParts {
  readonly signatures: SignatureChecks;
  say(message: ToChain): void;
  /** Called for requests whose signatures cannot be verified because the queues are full. */
  onRefused(id: number): void;
}

export class AdmissionQueue {
  readonly #parts: AdmissionQueueParts;
  /** Open: requests are sent from here. */
  #first = createSegment(true);
  /** New requests are added here. */
  #last = this.#first;
  readonly #unverified = new Fifo<Unverified>();
  /** How many signatures Node's thread pool verifies. */
  #verifying = 0;
  #isVerifying = false;
  #isSending = false;

  constructor(parts: AdmissionQueueParts) {
    this.#parts = parts;
  }

  /** Adds a request whose signature needs no verification. */
  add(request: AdmissionRequest): void {
    this.#last.places.push({ outgoing: request });
    this.#sendSoon();
  }

  /** Like `add`, but sends immediately: no other request is expected in this turn. */
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
    this.#verifySoon();
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

  /** The signatures of this turn, together. */
  #verifySoon(): void {
    if (this.#isVerifying || this.#unverified.length === 0) return;
    if (this.#verifying >= VERIFYING_MAX) return;
    this.#isVerifying = true;
    setImmediate(() => {
      this.#isVerifying = false;
      this.#verifySome();
      this.#send();
      this.#verifySoon();
    });
  }

  #verifySome(): void {
    const taken: Unverified[] = [];
    const room = Math.min(VERIFIED_TOGETHER_MAX, VERIFYING_MAX - this.#verifying);
    while (taken.length < room && this.#unverified.length > 0) {
      const next = this.#unverified.shift() as Unverified;
      const known = knownSignature(next.request.signed);
      if (known === undefined) taken.push(next);
      else this.#finish(next, known);
    }
    const verdicts = verifyAllAside(taken.map(({ request }) => describeSignature(request.signed)));
    for (const [i, next] of taken.entries()) {
      const verdict = verdicts[i] as boolean | Promise<boolean>;
      if (verdict instanceof Promise) void this.#finishLater(next, verdict);
      else this.#finish(next, verdict);
    }
  }

  async #finishLater(next: Unverified, verdict: Promise<boolean>): Promise<void> {
    this.#verifying++;
    const isSigned = await verdict;
    this.#verifying--;
    this.#finish(next, isSigned);
    this.#sendSoon();
    this.#verifySoon();
  }

  #finish({ place, request }: Unverified, isSigned: boolean): void {
    rememberSignature(request.signed, isSigned);
    place.outgoing = describeRequest(request, isSigned);
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

  /** The next request; null if there is none, or if it is not ready. */
  #takeReady(): Outgoing | null {
    this.#first = passOver(this.#first);
    const { places } = this.#first;
    const outgoing = places.peek()?.outgoing ?? null;
    if (outgoing !== null) places.shift();
    return outgoing;
  }
}

/** The segment to send from: the first one that is not exhausted. */
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

function describeSignature({ transaction, hash, signature }: HashedTransaction): SignatureCheck {
  return { key: transaction.publicKey, message: hash, signature };
}
