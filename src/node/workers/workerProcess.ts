// The main process's side of a worker process.

import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromWorker, RpcWorkerData, ToWorker } from './workerMessages.ts';

interface WorkerHandlers {
  /** Called for every message except metrics, which are requested. */
  onMessage(message: FromWorker, worker: WorkerProcess): void;
  /** Called once when the process has ended. */
  onExit(worker: WorkerProcess): void;
}

/** Beyond this, the main process serves connections itself. */
const PASSING_MAX = 32;

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #measuring = new Map<number, (text: string) => void>();
  readonly #exited: Promise<void>;
  readonly startedMs = performance.now();
  /** Resolves when it can be given connections, or has ended. */
  readonly started: Promise<void>;
  #onStarted: () => void = () => {};
  #lastId = 0;
  #isReady = false;
  /** Connections that are being passed to it; each is still open here. */
  #passing = 0;

  constructor(data: RpcWorkerData, { onMessage, onExit }: WorkerHandlers) {
    this.#child = fork(fileURLToPath(new URL('./rpcWorker.js', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [],
    });
    this.started = new Promise((resolve) => {
      this.#onStarted = resolve;
    });
    this.#child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.#setReady();
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

  /** Whether it can be given connections. */
  get isReady(): boolean {
    return this.#isReady && this.#passing < PASSING_MAX;
  }

  tell(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message as unknown as Serializable, () => {});
  }

  take(socket: Socket): void {
    const message: ToWorker = { kind: 'connection' };
    // Otherwise the server would request the connection back when it closes, and would wait for a
    // process that has died as well.
    Object.assign(socket, { server: undefined });
    this.#passing++;
    this.#child.send(message, socket, () => {
      this.#passing--;
      socket.destroy();
    });
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

  #setReady(): void {
    this.#isReady = true;
    this.#onStarted();
  }

  #finishMeasure(id: number, text: string): void {
    this.#measuring.get(id)?.(text);
    this.#measuring.delete(id);
  }
}
