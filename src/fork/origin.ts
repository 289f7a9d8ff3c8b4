// The state of another network as the threads of a fork read it. Reading is synchronous. A thread
// that runs contracts stands still until a row has come; the front, which must not, leaves with
// `OriginMissing`, has the row fetched, and reads again. Rows that were read are kept in memory
// within a bound; those that blocks have read are kept in the store as well.

import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { bytesKey } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { parseTrieKey } from '../state/parseTrieKey.ts';
import { contractDataTrieKey, TRIE_COLUMN } from '../state/trieKey.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { ASKING_MS_MAX, ORIGIN } from './askOrigin.ts';
import type { OriginPlace } from './askRow.ts';
import type { Origin } from './forkTrie.ts';
import {
  askQuestion,
  keepResponse,
  type OriginAnswer,
  type OriginQuestion,
  readAnswer,
} from './originRows.ts';

/** What a row takes besides its bytes. */
const ROW_BYTES = 150;

/** What is known of a question; a list is one entry, so that no row of it is missing. */
interface Known {
  readonly question: OriginQuestion;
  readonly answer: OriginAnswer;
  /** Of a list: its rows by key. */
  readonly rows: ReadonlyMap<string, Uint8Array>;
  isKept: boolean;
}

/** Rows of memory and store; `miss` is called for one that is in neither. */
abstract class OriginReader implements Origin {
  readonly #store: StoreReader;
  /** Larger than the longest list of rows that is requested (askRow.ts). */
  readonly #cache: BoundedCache<Known>;

  constructor(store: StoreReader, caches: Caches) {
    this.#store = store;
    this.#cache = caches.create('fork_rows');
  }

  get(key: Uint8Array): Uint8Array | null {
    const question: OriginQuestion = { kind: 'row', bytes: key };
    const known = this.#find(question);
    if (known !== undefined) return rowOf(this.#use(known));
    const prefix = dataPrefix(key);
    const list = prefix === null ? undefined : this.#find({ kind: 'rows', bytes: prefix });
    // All rows of a contract that was listed are in the list.
    if (list !== undefined) return this.#use(list).rows.get(bytesKey(key)) ?? null;
    return rowOf(this.#use(this.remember(question, this.miss(question))));
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] {
    const question: OriginQuestion = { kind: 'rows', bytes: prefix };
    const known = this.#find(question) ?? this.remember(question, this.miss(question));
    const { answer } = this.#use(known);
    return answer.kind === 'rows' ? answer.rows.map(({ key }) => key) : [];
  }

  #find(question: OriginQuestion): Known | undefined {
    const known = this.#cache.get(nameOf(question));
    if (known !== undefined) return known;
    const answer = readAnswer(this.#store, question);
    return answer && this.remember(question, answer, true);
  }

  protected remember(question: OriginQuestion, answer: OriginAnswer, isKept = false): Known {
    const rows = answer.kind === 'rows' ? answer.rows : [];
    const byKey = new Map(rows.map(({ key, value }) => [bytesKey(key), value]));
    const known: Known = { question, answer, rows: byKey, isKept };
    this.#cache.set(nameOf(question), known, question.bytes.length + sizeOf(answer));
    return known;
  }

  #use(known: Known): Known {
    if (!known.isKept) this.onUse(known);
    return known;
  }

  /** Is called for whatever is read and not kept in the store. */
  protected onUse(_known: Known): void {}

  protected abstract miss(question: OriginQuestion): OriginAnswer;
}

function rowOf({ answer }: Known): Uint8Array | null {
  return answer.kind === 'row' ? answer.value : null;
}

function nameOf({ kind, bytes }: OriginQuestion): string {
  return `${kind} ${bytesKey(bytes)}`;
}

function sizeOf(answer: OriginAnswer): number {
  if (answer.kind === 'row') return ROW_BYTES + (answer.value?.length ?? 0);
  const sizes = answer.rows.map(({ key, value }) => ROW_BYTES + 2 * key.length + value.length);
  return sizes.reduce((sum, size) => sum + size, ROW_BYTES);
}

/** What all rows of the same contract begin with; null for other rows. */
function dataPrefix(key: Uint8Array): Uint8Array | null {
  if (key[0] !== TRIE_COLUMN.contractData) return null;
  const parsed = parseTrieKey(key);
  return parsed.kind === 'ContractData' ? contractDataTrieKey(parsed.accountId, EMPTY) : null;
}

const EMPTY = new Uint8Array();

/** What the front has to fetch before it can go on reading. */
class OriginMissing {
  readonly question: OriginQuestion;

  constructor(question: OriginQuestion) {
    this.question = question;
  }
}

/** One view reads few rows that nobody has read before; a listing is one question. */
const ATTEMPTS_MAX = 1_000;

export class WaitingOrigin extends OriginReader {
  readonly #place: OriginPlace;
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(place: OriginPlace, store: StoreReader, caches = new Caches()) {
    super(store, caches);
    this.#place = place;
  }

  /** Runs a reader, again after each row that had to be fetched. */
  async load<T>(read: () => T | Promise<T>): Promise<T> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof OriginMissing)) throw error;
        if (attempts >= ATTEMPTS_MAX)
          throw new RowUnavailable('too many rows have to be asked for');
        await this.#fetch(error.question);
      }
    }
  }

  protected miss(question: OriginQuestion): OriginAnswer {
    throw new OriginMissing(question);
  }

  #fetch(question: OriginQuestion): Promise<void> {
    const name = nameOf(question);
    const running = this.#fetching.get(name);
    if (running !== undefined) return running;
    const fetching = askQuestion(this.#place, question)
      .then((answer) => void this.remember(question, answer))
      .finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }
}

/** Longer than the worker tries for one answer; a listing of many pages may take longer. */
const WAIT_MS = ASKING_MS_MAX + 10_000;

/** What the worker that asks gets, and says when it is done. */
export interface OriginWorkerData {
  readonly place: OriginPlace;
  readonly port: MessagePort;
  /** Becomes one, and is notified, when an answer is on the port. */
  readonly signal: Int32Array;
}

/** Or why there is no answer. */
export type OriginWorkerAnswer = OriginAnswer | { readonly kind: 'failed'; readonly why: string };

/** A worker as the thread that waits for it sees it. */
interface Asker {
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

export class BlockingOrigin extends OriginReader {
  readonly #place: OriginPlace;
  #asker: Asker | null = null;

  constructor(place: OriginPlace, store: StoreReader, caches = new Caches()) {
    super(store, caches);
    this.#place = place;
  }

  protected miss(question: OriginQuestion): OriginAnswer {
    this.#asker ??= this.#startWorker();
    const { port, signal } = this.#asker;
    Atomics.store(signal, 0, 0);
    port.postMessage(question);
    if (Atomics.wait(signal, 0, 0, WAIT_MS) === 'timed-out') {
      // An answer that still comes must not be taken for the next one, nor wake who waits for it.
      this.#asker = null;
      port.close();
      throw new RowUnavailable(`${ORIGIN} does not answer`);
    }
    const answer = receiveMessageOnPort(port)?.message as OriginWorkerAnswer;
    if (answer.kind === 'failed') throw new RowUnavailable(answer.why);
    return answer;
  }

  /** The worker ends when its port is closed and nothing is asked, or with this thread. */
  #startWorker(): Asker {
    const { port1, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const workerData: OriginWorkerData = { place: this.#place, port: port2, signal };
    const url = new URL('./originWorker.js', import.meta.url);
    const worker = new Worker(url, { workerData, transferList: [port2], execArgv: [] });
    worker.unref();
    port1.unref();
    return { port: port1, signal };
  }
}

/** The origin beneath the chain itself, whose blocks must always find what they have found. */
export class KeepingOrigin extends BlockingOrigin {
  readonly #store: Store;
  #isKeeping = true;

  constructor(place: OriginPlace, store: Store, caches = new Caches()) {
    super(place, store, caches);
    this.#store = store;
  }

  /** Runs a reader that is no block's: what it reads is not kept. */
  readWithoutKeeping<T>(read: () => T): T {
    this.#isKeeping = false;
    try {
      return read();
    } finally {
      this.#isKeeping = true;
    }
  }

  protected override onUse(known: Known): void {
    if (!this.#isKeeping) return;
    keepResponse(this.#store, known.question, known.answer);
    known.isKept = true;
  }
}
