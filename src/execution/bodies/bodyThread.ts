// The caller's side of the thread that scans large bodies. It starts with the first large body.
// Pending bodies are bounded in bytes and in number. If the thread dies, for example out of memory,
// its pending bodies fail and the next one starts a new thread.

import { Worker } from 'node:worker_threads';
import { reportFault } from '../../base/threadFailure.ts';
import type { Releases } from '../../process/releases.ts';
import type { BodyScan, ScanBody } from '../../rpc/messages/scanBody.ts';
import { BodiesBusyError } from '../../rpc/service/largeBodies.ts';
import type { FromBodyThread, ToBodyThread } from './bodyMessages.ts';

const WAITING_BYTES_MAX = 128 * 1024 * 1024;
const WAITING_MAX = 256;
/** Enough for one body with as many values as a control may have. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024 };

interface WaitingBody {
  readonly bytes: number;
  resolve(scan: BodyScan): void;
  reject(error: Error): void;
}

export class BodyThread {
  readonly #startWorker: () => Worker;
  readonly #waitingBytesMax: number;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, WaitingBody>();
  #waitingBytes = 0;
  #lastId = 0;

  constructor(waitingBytesMax = WAITING_BYTES_MAX, startWorker: () => Worker = startBodyWorker) {
    this.#waitingBytesMax = waitingBytesMax;
    this.#startWorker = startWorker;
  }

  /** Rejects with a BodiesBusyError if there is no room. */
  async scan(body: Uint8Array, valuesMax: number): Promise<BodyScan> {
    const bytes = body.length;
    // The first body is accepted regardless of its length.
    const isFull = this.#waitingBytes > 0 && this.#waitingBytes + bytes > this.#waitingBytesMax;
    if (isFull || this.#waiting.size >= WAITING_MAX) throw new BodiesBusyError();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#worker ??= this.#start();
      this.#worker.ref();
      // A copy, because the body may share its buffer with other received data.
      const message: ToBodyThread = { id, body: new Uint8Array(body), valuesMax };
      this.#worker.postMessage(message, [message.body.buffer as ArrayBuffer]);
    });
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = this.#startWorker();
    worker.on('message', ({ id, scan }: FromBodyThread) => {
      this.#take(id)?.resolve(scan);
      // An idle thread must not keep a program that embeds a node alive.
      if (this.#waiting.size === 0) worker.unref();
    });
    // The `exit` event that follows rejects all pending bodies.
    worker.on('error', (error) => reportFault('the thread for large requests has failed', error));
    worker.on('exit', () => {
      this.#worker = null;
      for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(new BodiesBusyError());
    });
    return worker;
  }

  #take(id: number): WaitingBody | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    this.#waitingBytes -= waiting.bytes;
    return waiting;
  }
}

/** A thread that ends with the node. */
export function openBodyThread(releases: Releases): ScanBody {
  const thread = new BodyThread();
  releases.push(() => thread.stop());
  return (body, valuesMax) => thread.scan(body, valuesMax);
}

function startBodyWorker(): Worker {
  return new Worker(new URL('./bodyWorker.js', import.meta.url), {
    execArgv: [],
    resourceLimits: RESOURCE_LIMITS,
  });
}
