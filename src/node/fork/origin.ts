// The state of another network as the threads of a fork read it. Reading is synchronous. A thread
// that runs contracts stands still until a row has come; the front, which must not, leaves with
// `OriginMissing`, has the row fetched, and reads again.

import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { BoundedCache } from '../../base/boundedCache.ts';
import { bytesKey } from '../../base/bytes.ts';
import { type RowSource, RowUnavailable } from '../../trie/nodeReader.ts';
import { ASKING_MS_MAX } from './askOrigin.ts';
import type { OriginPlace } from './askRow.ts';
import { type OriginQuestion, OriginRows } from './originRows.ts';

/** What a thread needs to read beneath its chain. */
export interface OriginData extends OriginPlace {
  readonly folder: string;
}

const CACHE_BYTES = 16 * 1024 * 1024;
/** What an entry takes besides its bytes. */
const ENTRY_BYTES = 100;

/** Rows of files and memory; `miss` is called for one that is in neither. */
abstract class OriginReader implements RowSource {
  protected readonly rows: OriginRows;
  readonly #cache = new BoundedCache<{ readonly value: Uint8Array | null }>(CACHE_BYTES);

  constructor({ folder }: OriginData) {
    this.rows = new OriginRows(folder);
  }

  get(key: Uint8Array): Uint8Array | null {
    const name = bytesKey(key);
    const kept = this.#cache.get(name);
    if (kept !== undefined) return kept.value;
    const value = this.#find(key);
    this.#cache.set(name, { value }, name.length + (value?.length ?? 0) + ENTRY_BYTES);
    return value;
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] {
    const known = this.rows.keys(prefix);
    if (known !== undefined) return known;
    this.miss({ kind: 'keys', bytes: prefix });
    return this.rows.keys(prefix) ?? [];
  }

  #find(key: Uint8Array): Uint8Array | null {
    const known = this.rows.row(key);
    if (known !== undefined) return known;
    this.miss({ kind: 'row', bytes: key });
    return this.rows.row(key) ?? null;
  }

  /** When it returns, the answer is among the files. */
  protected abstract miss(question: OriginQuestion): void;
}

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

  constructor(data: OriginData) {
    super(data);
    this.#place = data;
  }

  /** Runs a reader, again after each row that had to be fetched. */
  async load<T>(read: () => T | Promise<T>): Promise<T> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof OriginMissing) || attempts >= ATTEMPTS_MAX) throw error;
        await this.#fetch(error.question);
      }
    }
  }

  protected miss(question: OriginQuestion): void {
    throw new OriginMissing(question);
  }

  #fetch(question: OriginQuestion): Promise<void> {
    const name = `${question.kind} ${bytesKey(question.bytes)}`;
    const running = this.#fetching.get(name);
    if (running !== undefined) return running;
    const fetching = this.rows
      .fetch(this.#place, question)
      .finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }
}

/**
 * Longer than the worker tries for one answer. A listing of many pages may take longer: the worker
 * goes on with it, and at a later attempt its rows are there.
 */
const WAIT_MS = ASKING_MS_MAX + 10_000;

/** What the worker that asks gets, and says when it is done. */
export interface OriginWorkerData {
  readonly data: OriginData;
  readonly port: MessagePort;
  /** Becomes one, and is notified, when an answer is on the port. */
  readonly signal: Int32Array;
}

/** An empty text for success, else why there is no answer. */
export type OriginWorkerAnswer = string;

/** A worker as the thread that waits for it sees it. */
interface Asker {
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

export class BlockingOrigin extends OriginReader {
  readonly #data: OriginData;
  #asker: Asker | null = null;

  constructor(data: OriginData) {
    super(data);
    this.#data = data;
  }

  protected miss(question: OriginQuestion): void {
    this.#asker ??= this.#startWorker();
    const { port, signal } = this.#asker;
    Atomics.store(signal, 0, 0);
    port.postMessage(question);
    if (Atomics.wait(signal, 0, 0, WAIT_MS) === 'timed-out') {
      // An answer that still comes must not be taken for the next one, nor wake who waits for it.
      this.#asker = null;
      port.close();
      throw new RowUnavailable(`${this.#data.url} does not answer`);
    }
    const failure = receiveMessageOnPort(port)?.message as OriginWorkerAnswer;
    if (failure !== '') throw new RowUnavailable(failure);
  }

  /** The worker ends when its port is closed and nothing is asked, or with this thread. */
  #startWorker(): Asker {
    const { port1, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const workerData: OriginWorkerData = { data: this.#data, port: port2, signal };
    const url = new URL('./originWorker.js', import.meta.url);
    const worker = new Worker(url, { workerData, transferList: [port2], execArgv: [] });
    worker.unref();
    port1.unref();
    return { port: port1, signal };
  }
}
