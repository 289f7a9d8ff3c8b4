// The main process's side of a worker process.

import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromWorker, RpcWorkerData, ToWorker } from './workerMessages.ts';

interface WorkerHandlers {
  /** Called for every message except metrics, which are requested. */
  onMessage(message: FromWorker, worker: WorkerProcess): void;
  /** Called once when the process has ended. */
  onExit(worker: WorkerProcess): void;
}

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #measuring = new Map<number, (text: string) => void>();
  readonly #exited: Promise<void>;
  readonly startedMs = performance.now();
  /** Resolves when it accepts connections, or has ended. */
  readonly started: Promise<void>;
  #onStarted: () => void = () => {};
  #lastId = 0;
  #isReady = false;

  constructor(data: RpcWorkerData, listener: Server, { onMessage, onExit }: WorkerHandlers) {
    this.#child = fork(fileURLToPath(new URL('./rpcWorker.js', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [],
    });
    this.started = new Promise((resolve) => {
      this.#onStarted = resolve;
    });
    this.#child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.#setReady(listener);
      else if (message.kind === 'measured') this.#finishMeasure(message.id, message.text);
      else onMessage(message, this);
    });
    // A process that cannot receive messages is about to close.
    this.#child.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      // A process that could not be started emits `close` as well, but never `exit`.
      this.#child.once('close', () => {
        this.#isReady = false;
        this.#onStarted();
        for (const id of this.#measuring.keys()) this.#finishMeasure(id, '');
        resolve();
        onExit(this);
      });
    });
    this.tell({ kind: 'open', data });
  }

  tell(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message as unknown as Serializable, () => {});
  }

  /** The text of its metrics; empty if it has ended. */
  measure(): Promise<string> {
    if (!this.#isReady) return Promise.resolve('');
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#measuring.set(id, resolve);
      this.tell({ kind: 'measure', id });
    });
  }

  /** Lets it finish pending requests; those that take longer than the given time are aborted. */
  async stop(killMs: number): Promise<void> {
    this.tell({ kind: 'stop' });
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), killMs);
    await this.#exited;
    clearTimeout(killing);
  }

  #setReady(listener: Server): void {
    this.#isReady = true;
    const message: ToWorker = { kind: 'listen' };
    this.#child.send(message, listener, () => {});
    this.#onStarted();
  }

  #finishMeasure(id: number, text: string): void {
    this.#measuring.get(id)?.(text);
    this.#measuring.delete(id);
  }
}
