// Verifies signatures of the expensive schemes in separate threads, so that neither the chain
// thread nor the one that serves requests is blocked. Each scheme has a queue, and within a queue
// every signer and client has its turn. Signatures that are unlikely to matter, those of unknown
// signers or of clients whose signatures keep failing, go to a last queue that gets a fraction of
// one thread. All queues are bounded; what does not fit is refused.

import { availableParallelism } from 'node:os';
import { Fifo } from '../../base/collections/fifo.ts';
import type { KeyType } from '../../base/crypto/keys.ts';
import { RoundRobinQueue } from '../../base/scheduling/roundRobinQueue.ts';
import { MIB } from '../../base/units.ts';
import { RateLimiter } from '../../http/access/rateLimit.ts';
import {
  knownSignature,
  rememberSignature,
} from '../../runtime/transactions/transactionSignature.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { SignatureAnswer } from './signatureMessages.ts';
import {
  type SignatureThread,
  type SignatureThreadHandlers,
  startSignatureThread,
} from './signatureThread.ts';

const QUEUE_LIMITS = { countMax: 8_192, bytesMax: 16 * MIB, flowCountMax: 4_096 };
const SUSPECT_LIMITS = { countMax: 256, bytesMax: 4 * MIB, flowCountMax: 128 };

const THREADS_MAX = 2;
/**
 * One is being verified and one is queued in the thread, so that the thread never waits for this
 * one.
 */
const ASKED_MAX = 2;
/** Suspects take a quarter of a thread: after each, a pause of three times its duration. */
const SUSPECT_PAUSE = 3;
/** Invalid signatures that a client may send before its further ones become suspects. */
const FAILURES = { requestsPerSecond: 4, requestsBurst: 32 };

export const SIGNATURES_FULL = 'too many signatures are waiting to be verified; try again later';

/** The sender of a transaction. */
export interface TransactionOrigin {
  /** The client's address; empty for programs on this machine. */
  readonly source: string;
  /** Whether the transaction could be admitted if its signature were valid. */
  hasUsableSigner(): boolean;
}

interface Task {
  readonly id: number;
  readonly signed: HashedTransaction;
  readonly flow: string;
  readonly debtor: string;
  isSuspect: boolean;
  /** Null if no thread could verify the signature. */
  settle(isSigned: boolean | 'refused' | null): void;
}

type ExpensiveType = Exclude<KeyType, 'ed25519'>;

interface ThreadPlace {
  readonly thread: SignatureThread;
  readonly asked: Map<number, Task>;
}

interface SignatureChecksParts {
  readonly threadsMax: number;
  startThread(handlers: SignatureThreadHandlers): SignatureThread;
  nowMs(): number;
  after(delayMs: number, task: () => void): void;
}

export const SIGNATURE_THREADS_MAX = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1));

const REAL_PARTS: SignatureChecksParts = {
  threadsMax: SIGNATURE_THREADS_MAX,
  startThread: startSignatureThread,
  nowMs: () => performance.now(),
  after: (delayMs, task) => void setTimeout(task, delayMs).unref(),
};

/** Whether verification is slow enough to be done in another thread. */
export function isExpensive({ transaction }: HashedTransaction): boolean {
  return transaction.publicKey.type !== 'ed25519';
}

export class SignatureChecks {
  readonly #parts: SignatureChecksParts;
  readonly #queues: Readonly<Record<ExpensiveType, RoundRobinQueue<Task>>> = {
    secp256k1: new RoundRobinQueue(QUEUE_LIMITS),
    'ml-dsa-65': new RoundRobinQueue(QUEUE_LIMITS),
  };
  readonly #suspects = new RoundRobinQueue<Task>(SUSPECT_LIMITS);
  readonly #failures = new RateLimiter(FAILURES);
  readonly #threads = new Set<ThreadPlace>();
  /** Ids of tasks that are not suspects and have no verdict, oldest first. */
  readonly #urgent = new Set<number>();
  /** Callbacks that wait for all urgent tasks up to an id. */
  readonly #barriers = new Fifo<{ readonly lastId: number; readonly pass: () => void }>();
  #queueTurn: readonly ExpensiveType[] = ['secp256k1', 'ml-dsa-65'];
  #lastId = 0;
  /** Whether a suspect is being verified, or the pause after it is not over. */
  #isSuspectsTurnOver = false;
  #isClosed = false;

  constructor(parts: SignatureChecksParts = REAL_PARTS) {
    this.#parts = parts;
  }

  /** Signatures that wait for a thread. */
  get waiting(): number {
    const { secp256k1, 'ml-dsa-65': mlDsa } = this.#queues;
    return secp256k1.length + mlDsa.length + this.#suspects.length;
  }

  /** Resolves with `refused` if there is no room, and with null if no thread could verify it. */
  verify(
    signed: HashedTransaction,
    origin: TransactionOrigin,
  ): Promise<boolean | 'refused' | null> {
    const known = knownSignature(signed);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((settle) => {
      const { signerId, publicKey } = signed.transaction;
      const debtor = debtorOf(signed, origin);
      const task: Task = {
        id: ++this.#lastId,
        signed,
        flow: `${origin.source} ${signerId} ${publicKey.type}`,
        debtor,
        isSuspect: this.#isInDebt(debtor) || !origin.hasUsableSigner(),
        settle,
      };
      if (this.#isClosed || !this.#enqueue(task)) return settle('refused');
      this.#dispatch();
    });
  }

  /** Whether any task that is not a suspect is still without a verdict. */
  get hasUrgent(): boolean {
    return this.#urgent.size > 0;
  }

  /** Calls back when all currently urgent tasks have a verdict; immediately if there are none. */
  afterUrgent(pass: () => void): void {
    if (this.#urgent.size === 0) pass();
    else this.#barriers.push({ lastId: this.#lastId, pass });
  }

  /** A client is charged for useless work that it caused. */
  charge(signed: HashedTransaction, origin: TransactionOrigin): void {
    this.#chargeDebtor(debtorOf(signed, origin));
  }

  close(): void {
    this.#isClosed = true;
    for (const { thread } of this.#threads) thread.stop();
    this.#barriers.drain();
  }

  #isInDebt(debtor: string): boolean {
    return this.#failures.isSpent(debtor, this.#parts.nowMs());
  }

  /** Debts are capped: a client that stops sending such signatures soon has none. */
  #chargeDebtor(debtor: string): void {
    if (!this.#isInDebt(debtor)) this.#failures.charge(debtor, 1, this.#parts.nowMs());
  }

  #enqueue(task: Task): boolean {
    const { signed, isSuspect, flow, debtor } = task;
    const bytes = signed.bytes.length;
    if (isSuspect) return this.#suspects.add(debtor, task, bytes);
    if (!this.#queueOf(task).add(flow, task, bytes)) return false;
    this.#urgent.add(task.id);
    return true;
  }

  #queueOf({ signed }: Task): RoundRobinQueue<Task> {
    return this.#queues[signed.transaction.publicKey.type as ExpensiveType];
  }

  #dispatch(): void {
    for (;;) {
      const place = this.#findThread();
      if (place === null) return;
      const task = this.#next();
      if (task === null) return;
      const { thread, asked } = place === 'new' ? this.#startThread() : place;
      asked.set(task.id, task);
      const { transaction, hash: message, signature } = task.signed;
      thread.ask({ id: task.id, publicKey: transaction.publicKey, message, signature });
    }
  }

  /** The least busy thread, or a new one while all are busy. */
  #findThread(): ThreadPlace | 'new' | null {
    const [idlest] = [...this.#threads].sort((a, b) => a.asked.size - b.asked.size);
    if (idlest?.asked.size === 0) return idlest;
    if (this.#threads.size < this.#parts.threadsMax) return 'new';
    return idlest !== undefined && idlest.asked.size < ASKED_MAX ? idlest : null;
  }

  #next(): Task | null {
    for (let task = this.#takeUrgent(); task !== null; task = this.#takeUrgent()) {
      if (!this.#isDemoted(task)) return task;
    }
    const suspect = this.#isSuspectsTurnOver ? null : this.#suspects.take();
    if (suspect !== null) this.#isSuspectsTurnOver = true;
    return suspect;
  }

  /** Takes from each queue in turn. */
  #takeUrgent(): Task | null {
    for (const type of this.#queueTurn) {
      const task = this.#queues[type].take();
      if (task === null) continue;
      this.#queueTurn = [...this.#queueTurn.filter((other) => other !== type), type];
      return task;
    }
    return null;
  }

  /** Moves a client's pending tasks to the suspects once it is in debt. */
  #isDemoted(task: Task): boolean {
    if (!this.#isInDebt(task.debtor)) return false;
    for (const one of [task, ...this.#queueOf(task).takeFlow(task.flow)]) {
      one.isSuspect = true;
      this.#passBarriers(one.id);
      if (!this.#enqueue(one)) one.settle('refused');
    }
    return true;
  }

  #startThread(): ThreadPlace {
    const asked = new Map<number, Task>();
    const thread = this.#parts.startThread({
      onAnswer: (answer) => this.#hear(place, answer),
      onEnd: () => this.#lose(place),
    });
    const place: ThreadPlace = { thread, asked };
    this.#threads.add(place);
    return place;
  }

  #hear({ asked }: ThreadPlace, { id, isValid, durationMs }: SignatureAnswer): void {
    const task = asked.get(id);
    if (task === undefined) return;
    asked.delete(id);
    if (!isValid) this.#chargeDebtor(task.debtor);
    rememberSignature(task.signed, isValid);
    if (task.isSuspect) this.#pauseSuspects(durationMs);
    this.#finish(task, isValid);
    this.#dispatch();
  }

  #pauseSuspects(durationMs: number): void {
    this.#parts.after(SUSPECT_PAUSE * durationMs, () => {
      this.#isSuspectsTurnOver = false;
      this.#dispatch();
    });
  }

  #lose(place: ThreadPlace): void {
    this.#threads.delete(place);
    for (const task of place.asked.values()) {
      if (task.isSuspect) this.#isSuspectsTurnOver = false;
      this.#finish(task, null);
    }
    if (!this.#isClosed) this.#dispatch();
  }

  #finish(task: Task, isSigned: boolean | null): void {
    task.settle(isSigned);
    this.#passBarriers(task.id);
  }

  #passBarriers(settledId: number): void {
    this.#urgent.delete(settledId);
    const [oldest = Number.POSITIVE_INFINITY] = this.#urgent;
    for (let next = this.#barriers.peek(); next !== undefined; next = this.#barriers.peek()) {
      if (next.lastId >= oldest) return;
      this.#barriers.shift();
      next.pass();
    }
  }
}

/**
 * All unknown signers of one address share a debt. Programs on this machine may share their address
 * with a proxy, so there the signer is charged.
 */
function debtorOf({ transaction }: HashedTransaction, { source }: TransactionOrigin): string {
  return source === '' ? `signer ${transaction.signerId}` : source;
}
