// The state of another network as the threads of a fork read it. Reading is synchronous. A thread
// that runs contracts blocks until a row has arrived; the main thread, which must not block,
// suspends the read. Rows are cached in memory within a bound; those that blocks have read are also
// kept in the store.

import { MessageChannel, Worker } from 'node:worker_threads';
import { bytesKey } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { SharedTasks } from '../base/collections/sharedTasks.ts';
import { parseTrieKey } from '../state/parseTrieKey.ts';
import { contractDataTrieKey, TRIE_COLUMN } from '../state/trieKey.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { type FetchLimits, type RowFetcher, SuspendedRead } from '../store/suspendedRead.ts';
import { ASKING_MS_MAX, ORIGIN } from './askOrigin.ts';
import type { OriginPlace } from './askRow.ts';
import { askBlocking, createSignal, type QuestionLine } from './blockingQuestions.ts';
import type { Origin } from './forkTrie.ts';
import {
  askQuestion,
  keepResponse,
  type OriginAnswer,
  type OriginQuestion,
  readAnswer,
} from './originRows.ts';

/** The size of a row in addition to its bytes. */
const ROW_BYTES = 150;

/** A cached result; a list is one entry, so that it is always complete. */
interface Known {
  readonly question: OriginQuestion;
  readonly answer: OriginAnswer;
  /** The rows of a list by key. */
  readonly rows: ReadonlyMap<string, Uint8Array>;
  isKept: boolean;
}

/** Reads rows from memory and the store; calls `miss` for one that is in neither. */
abstract class OriginReader implements Origin {
  readonly #store: StoreReader;
  /** Larger than the longest list of rows that is requested (askRow.ts). */
  readonly #cache: BoundedCache<Known>;

  constructor(store: StoreReader, caches: Caches) {
    this.#store = store;
    this.#cache = caches.create('fork_rows');
  }

  protected get cacheBytesMax(): number {
    return this.#cache.figures.bytesMax;
  }

  get(key: Uint8Array): Uint8Array | null {
    const question: OriginQuestion = { kind: 'row', bytes: key };
    const known = this.#find(question);
    if (known !== undefined) return rowOf(this.#use(known));
    const prefix = dataPrefix(key);
    const list = prefix === null ? undefined : this.#find({ kind: 'rows', bytes: prefix });
    // If the contract was listed, the list has all of its rows.
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

  /** Called for everything that is read and not kept in the store. */
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

/** The common prefix of all rows of a contract; null for other rows. */
function dataPrefix(key: Uint8Array): Uint8Array | null {
  if (key[0] !== TRIE_COLUMN.contractData) return null;
  const parsed = parseTrieKey(key);
  return parsed.kind === 'ContractData' ? contractDataTrieKey(parsed.accountId, EMPTY) : null;
}

const EMPTY = new Uint8Array();

/** A view reads few new rows; a listing is one request. */
const ROUNDS_MAX = 1_000;
/** Times the size of the cache, which must hold all rows of a read at once; others use it too. */
const FETCHED_CACHES_MAX = 4;
const FETCHING_MS_MAX = 600_000;

/** Suspends a read (src/store/suspendedRead.ts) whose row has to be fetched. */
export class SuspendingOrigin extends OriginReader implements RowFetcher<OriginQuestion> {
  readonly #place: OriginPlace;
  readonly #fetching = new SharedTasks();

  constructor(place: OriginPlace, store: StoreReader, caches = new Caches()) {
    super(store, caches);
    this.#place = place;
  }

  get limits(): FetchLimits {
    const bytesMax = FETCHED_CACHES_MAX * this.cacheBytesMax;
    return { roundsMax: ROUNDS_MAX, bytesMax, msMax: FETCHING_MS_MAX };
  }

  now(): number {
    return performance.now();
  }

  createLimitError(): RowUnavailable {
    return new RowUnavailable('too many rows have to be asked for');
  }

  async fetch(questions: readonly OriginQuestion[]): Promise<number> {
    const sizes = await Promise.all(questions.map((question) => this.#fetchAnswer(question)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  protected miss(question: OriginQuestion): OriginAnswer {
    throw new SuspendedRead(this, [question]);
  }

  #fetchAnswer(question: OriginQuestion): Promise<number> {
    return this.#fetching.share(nameOf(question), async () => {
      const answer = await askQuestion(this.#place, question);
      this.remember(question, answer);
      return sizeOf(answer);
    });
  }
}

/** Longer than the worker's timeout for one request; a listing of many pages may take longer. */
const WAIT_MS = ASKING_MS_MAX + 10_000;

/** What the worker receives. */
export interface OriginWorkerData extends QuestionLine {
  readonly place: OriginPlace;
}

/** Or why there is no response. */
export type OriginWorkerAnswer = OriginAnswer | { readonly kind: 'failed'; readonly why: string };

export class BlockingOrigin extends OriginReader {
  readonly #place: OriginPlace;
  #line: QuestionLine | null = null;

  constructor(place: OriginPlace, store: StoreReader, caches = new Caches()) {
    super(store, caches);
    this.#place = place;
  }

  protected miss(question: OriginQuestion): OriginAnswer {
    this.#line ??= this.#startWorker();
    const answer = askBlocking<OriginQuestion, OriginWorkerAnswer>(this.#line, question, WAIT_MS);
    if (answer === undefined) {
      this.#line = null;
      throw new RowUnavailable(`${ORIGIN} does not answer`);
    }
    if (answer.kind === 'failed') throw new RowUnavailable(answer.why);
    return answer;
  }

  /** The worker ends when its port is closed and no request is pending, or with this thread. */
  #startWorker(): QuestionLine {
    const { port1, port2 } = new MessageChannel();
    const signal = createSignal();
    const workerData: OriginWorkerData = { place: this.#place, port: port2, signal };
    const url = new URL('./originWorker.js', import.meta.url);
    const worker = new Worker(url, { workerData, transferList: [port2], execArgv: [] });
    worker.unref();
    port1.unref();
    return { port: port1, signal };
  }
}

/** The origin for the chain itself, whose blocks must always read the same rows again. */
export class KeepingOrigin extends BlockingOrigin {
  readonly #store: Store;
  #isKeeping = true;

  constructor(place: OriginPlace, store: Store, caches = new Caches()) {
    super(place, store, caches);
    this.#store = store;
  }

  /** Runs a reader outside of block execution: its rows are not kept in the store. */
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
