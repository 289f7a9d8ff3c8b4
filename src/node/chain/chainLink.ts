// The chain as seen by the threads and processes that serve requests: transactions go in,
// admissions and blocks come out. Subclasses define how messages are transported.

import { Budget } from '../../base/collections/budget.ts';
import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { MIB } from '../../base/units.ts';
import type { ControlAction, ControlResult } from '../../chain/controls/controlActions.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { MiningMode } from '../../chain/production/mining.ts';
import {
  type Admission,
  type ChainProgress,
  dropTransaction,
} from '../../chain/production/producer.ts';
import {
  isExpensive,
  SIGNATURES_FULL,
  SignatureChecks,
  type TransactionOrigin,
} from '../../execution/signatures/signatureChecks.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { AdmissionQueue, type VerifiedRequest } from './admissionQueue.ts';
import type { AdmissionRequest, ControlAnswer, FromChain, ToChain } from './chainMessages.ts';

/** Transactions that wait for the chain thread, and signatures that wait to be verified. */
export interface ChainBacklog {
  readonly transactions: number;
  readonly bytes: number;
  readonly signatures: number;
}

export type BlockNotice = Extract<FromChain, { kind: 'block' }>;

/** Transactions that may wait for an admission result at once. */
const WAITING_LIMITS = { countMax: 65_536, bytesMax: 64 * MIB };
/** Controls that may wait; one of them may contain a whole state. */
const CONTROL_LIMITS = { countMax: 1_024, bytesMax: 64 * MIB };

const QUEUE_FULL = 'too many transactions are waiting for admission; try again later';

class ControlsBusy extends PerigeeError<{ readonly code: 'controls_busy' }> {
  constructor() {
    super(
      { code: 'controls_busy' },
      'too many controls are waiting for the chain; try again later',
    );
  }
}

/** The origin of transactions that the program itself submits. */
const OWN: TransactionOrigin = { source: '', hasUsableSigner: () => true };

export abstract class ChainLink {
  readonly #waiting = new Map<number, (admission: Admission) => void>();
  readonly #waitingBudget = new Budget(WAITING_LIMITS);
  readonly #controlled = new Map<number, (answer: ControlAnswer) => void>();
  readonly #controlBudget = new Budget(CONTROL_LIMITS);
  readonly #signatures = new SignatureChecks();
  readonly #listeners = new Set<(notice: BlockNotice) => void>();
  readonly #callListeners = new Set<(report: FunctionCallReport) => void>();
  readonly #revertListeners = new Set<(height: number) => void>();
  readonly #admissions = new AdmissionQueue({
    signatures: this.#signatures,
    say: (message) => this.say(message),
    onRefused: (id) => this.#answer(id, dropTransaction('signatures', SIGNATURES_FULL)),
  });
  readonly #miningListeners = new Set<(mode: MiningMode) => void>();
  readonly #haltListeners = new Set<(halt: Halt | null) => void>();
  readonly #failureListeners = new Set<(error: unknown) => void>();
  #mining: MiningMode | null = null;
  #halted: Halt | null = null;
  #progress: ChainProgress | null = null;
  /** The number of callers that wait for finality, which needs further blocks. */
  #finalityWaits = 0;
  #lastId = 0;

  protected abstract say(message: ToChain): void;

  submit(transaction: HashedTransaction, origin = OWN): Promise<Admission> {
    return this.#ask('submit', transaction, origin);
  }

  check(transaction: HashedTransaction, origin = OWN): Promise<Admission> {
    return this.#ask('check', transaction, origin);
  }

  /** Whether a transaction waits for a block; false if too many requests are pending. */
  async isWaiting(transaction: Hash): Promise<boolean> {
    const found = await this.#expect(transaction.length, (id) => {
      this.#admissions.add({ id, kind: 'find', transaction, isSigned: null });
    });
    return found.kind === 'admitted';
  }

  /** Passes on a request of another process, which has already verified the signature. */
  pass({ kind, transaction, isSigned }: AdmissionRequest): Promise<Admission> {
    return this.#expect(transaction.length, (id) => {
      this.#admissions.add({ id, kind, transaction, isSigned });
    });
  }

  /** What is waiting for the chain thread. */
  get backlog(): ChainBacklog {
    const { count, bytes } = this.#waitingBudget;
    return { transactions: count, bytes, signatures: this.#signatures.waiting };
  }

  /** Rejects with a PerigeeError if the action fails. */
  async control<A extends ControlAction>(action: A): Promise<ControlResult<A>> {
    const bytes = estimateBytes(action);
    if (!this.#controlBudget.reserve(bytes)) throw new ControlsBusy();
    const id = ++this.#lastId;
    const answer = await new Promise<ControlAnswer>((resolve) => {
      this.#controlled.set(id, resolve);
      this.#admissions.addControl({ kind: 'control', id, action });
    });
    this.#controlBudget.release(bytes);
    if ('result' in answer) return answer.result as ControlResult<A>;
    const { code, message } = answer.error;
    throw new PerigeeError({ code }, message);
  }

  /** Requests blocks that only finalize earlier ones, until the returned function is called. */
  awaitFinality(): () => void {
    this.#finalityWaits += 1;
    if (this.#finalityWaits === 1) this.say({ kind: 'await', isAwaited: true });
    return () => {
      this.#finalityWaits -= 1;
      if (this.#finalityWaits === 0) this.say({ kind: 'await', isAwaited: false });
    };
  }

  /** Calls the listener for each block once it can be read; the returned function unsubscribes. */
  onBlock(listener: (notice: BlockNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls the listener after blocks above a height were reverted; the returned function
   * unsubscribes.
   */
  onRevert(listener: (height: number) => void): () => void {
    this.#revertListeners.add(listener);
    return () => this.#revertListeners.delete(listener);
  }

  /** The mining mode, if it was changed since the start; null otherwise. */
  get mining(): MiningMode | null {
    return this.#mining;
  }

  /** Calls the listener whenever the mining mode changes; the returned function unsubscribes. */
  onMining(listener: (mode: MiningMode) => void): () => void {
    this.#miningListeners.add(listener);
    return () => this.#miningListeners.delete(listener);
  }

  /** As of the last message; null before the chain is open. */
  get progress(): ChainProgress | null {
    return this.#progress;
  }

  /** Why the chain produces no blocks; null while it produces them. */
  get halted(): Halt | null {
    return this.#halted;
  }

  /**
   * Calls the listener when the chain halts, and with null when it resumes; the returned function
   * unsubscribes.
   */
  onHalt(listener: (halt: Halt | null) => void): () => void {
    this.#haltListeners.add(listener);
    return () => this.#haltListeners.delete(listener);
  }

  /** Calls the listener for each contract call, before the block that contains it. */
  onCall(listener: (report: FunctionCallReport) => void): void {
    this.#callListeners.add(listener);
  }

  /** Calls the listener when another listener has failed for an expected reason. */
  onFailure(listener: (error: unknown) => void): void {
    this.#failureListeners.add(listener);
  }

  /** Removes all listeners. */
  silence(): void {
    this.#failureListeners.clear();
    this.#callListeners.clear();
    this.#listeners.clear();
    this.#revertListeners.clear();
    this.#miningListeners.clear();
    this.#haltListeners.clear();
  }

  async #ask(
    kind: VerifiedRequest['kind'],
    signed: HashedTransaction,
    origin: TransactionOrigin,
  ): Promise<Admission> {
    const isCostly = isExpensive(signed);
    const admission = await this.#expect(signed.bytes.length, (id) => {
      // With no other request pending, verifying here is faster than waking up another thread.
      const isAlone = this.#waiting.size === 1 && !isCostly;
      if (isAlone)
        this.#admissions.addAlone({ id, kind, transaction: signed.bytes, isSigned: null });
      else this.#admissions.verifyAndAdd({ id, kind, signed, origin });
    });
    if (isCostly && admission.kind === 'invalid') this.#signatures.charge(signed, origin);
    return admission;
  }

  #expect(bytes: number, ask: (id: number) => void): Promise<Admission> {
    if (!this.#waitingBudget.reserve(bytes)) {
      return Promise.resolve(dropTransaction('queue', QUEUE_FULL));
    }
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, (admission) => {
        this.#waitingBudget.release(bytes);
        resolve(admission);
      });
      ask(id);
    });
  }

  #answer(id: number, admission: Admission): void {
    this.#waiting.get(id)?.(admission);
    this.#waiting.delete(id);
  }

  /** Resolves all pending requests of a chain that will not respond any more. */
  protected abandon(): void {
    const reason = 'the chain has stopped';
    for (const admit of this.#waiting.values()) admit(dropTransaction('unavailable', reason));
    const answer: ControlAnswer = { error: { code: 'chain_failed', message: reason } };
    for (const finish of this.#controlled.values()) finish(answer);
    this.#signatures.close();
    this.#admissions.clear();
    this.#waiting.clear();
    this.#controlled.clear();
  }

  protected hear(message: FromChain): void {
    switch (message.kind) {
      case 'admitted':
        for (const { id, admission } of message.answers) this.#answer(id, admission);
        return;
      case 'controlled':
        this.#controlled.get(message.id)?.(message.answer);
        this.#controlled.delete(message.id);
        return;
      case 'called':
        for (const report of message.reports) this.#tell(this.#callListeners, report);
        return;
      case 'mining':
        this.#mining = message.mode;
        this.#tell(this.#miningListeners, message.mode);
        return;
      case 'halted':
        this.#halted = message.halt;
        this.#tell(this.#haltListeners, message.halt);
        return;
      case 'ready':
        this.#progress = message.progress;
        return;
      case 'reverted':
        this.#progress = message.progress;
        this.#tell(this.#revertListeners, message.height);
        return;
      case 'block':
        this.#progress = message.progress;
        this.#tell(this.#listeners, message);
    }
  }

  /**
   * A listener that reads a damaged row must not end the node or keep other listeners from being
   * called.
   */
  #tell<T>(listeners: Iterable<(value: T) => void>, value: T): void {
    for (const listener of listeners) {
      try {
        listener(value);
      } catch (error) {
        if (!(error instanceof PerigeeError) || this.#failureListeners.size === 0) throw error;
        for (const report of this.#failureListeners) report(error);
      }
    }
  }
}
