// All worker processes of a node. They accept connections at the same listener as this process, and
// a busy process accepts fewer. Requests that need the chain are handled here on their behalf. A
// worker that dies is replaced, unless it keeps dying right after its start.

import { PerigeeError } from '../../base/errors.ts';
import type { HttpListener } from '../../http/connections/httpListener.ts';
import { type HttpResponse, textResponse } from '../../http/httpResponse.ts';
import { createInsider } from '../../rpc/core/caller.ts';
import { endpointOf } from '../../rpc/core/endpoint.ts';
import type { RpcService } from '../../rpc/service/rpcService.ts';
import { addMetrics } from '../../telemetry/addMetrics.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { ChainLink } from '../chain/chainLink.ts';
import type { AdmissionRequest, ToChain } from '../chain/chainMessages.ts';
import {
  type FromWorker,
  METRICS_PATH,
  type RpcWorkerData,
  type ToWorker,
} from './workerMessages.ts';
import { WorkerProcess } from './workerProcess.ts';

/** A process that lived for less than this did not fail by chance. */
const EARLY_EXIT_MS = 5_000;
const EARLY_EXITS_MAX = 3;
/** How much longer than its requests a process may take to stop. */
const STOP_GRACE_MS = 2_000;

interface WorkerParts {
  readonly count: number;
  readonly data: RpcWorkerData;
  readonly chain: ChainLink;
  readonly service: RpcService;
  readonly listener: HttpListener;
  readonly logger: Logger;
  readonly drainTimeoutMs: number;
  /** The text of this process's metrics. */
  measureOwn(): Promise<string>;
}

export class WorkerProcesses {
  readonly #parts: WorkerParts;
  readonly #workers: WorkerProcess[] = [];
  /** Ends the finality waits of workers that have some. */
  readonly #endWaits = new Map<WorkerProcess, () => void>();
  #earlyExits = 0;
  #isStopping = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    for (let i = 0; i < parts.count; i++) this.#start();
    const { chain } = parts;
    chain.onBlock((message) => this.#tellAll({ kind: 'chain', message }));
    chain.onMining((mode) => {
      this.#tellAll({ kind: 'chain', message: { kind: 'mining', mode } });
    });
    chain.onHalt((halt) => {
      this.#tellAll({ kind: 'chain', message: { kind: 'halted', halt } });
    });
    chain.onRevert((height) => {
      const { progress } = chain;
      if (progress === null) return;
      this.#tellAll({ kind: 'chain', message: { kind: 'reverted', height, progress } });
    });
  }

  /** Resolves when all accept connections. */
  async started(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.started));
  }

  /** The metrics of this process and all workers, merged. */
  async measure(): Promise<string> {
    const own = await this.#parts.measureOwn();
    return addMetrics(own, await Promise.all(this.#workers.map((worker) => worker.measure())));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const killMs = this.#parts.drainTimeoutMs + STOP_GRACE_MS;
    await Promise.all(this.#workers.map((worker) => worker.stop(killMs)));
  }

  #start(): void {
    const { data, listener } = this.#parts;
    const worker = new WorkerProcess(data, listener.shared, {
      onMessage: (message, from) => this.#hear(message, from),
      onExit: (ended) => this.#replace(ended),
    });
    this.#workers.push(worker);
    const { mining: mode, halted: halt, progress } = this.#parts.chain;
    if (progress !== null) worker.tell({ kind: 'chain', message: { kind: 'ready', progress } });
    if (mode !== null) worker.tell({ kind: 'chain', message: { kind: 'mining', mode } });
    if (halt !== null) worker.tell({ kind: 'chain', message: { kind: 'halted', halt } });
  }

  #replace(ended: WorkerProcess): void {
    this.#workers.splice(this.#workers.indexOf(ended), 1);
    this.#setAwaited(ended, false);
    if (this.#isStopping) return;
    const isEarly = performance.now() - ended.startedMs < EARLY_EXIT_MS;
    this.#earlyExits = isEarly ? this.#earlyExits + 1 : 0;
    const { logger } = this.#parts;
    if (this.#earlyExits > EARLY_EXITS_MAX) {
      logger.error('a worker process keeps failing and is not restarted');
      return;
    }
    logger.warn('a worker process has ended and is replaced');
    this.#start();
  }

  #tellAll(message: ToWorker): void {
    for (const worker of this.#workers) worker.tell(message);
  }

  #hear(message: FromWorker, from: WorkerProcess): void {
    if (message.kind === 'chain') void this.#passOn(message.message, from);
    else if (message.kind === 'request') void this.#answer(message, from);
  }

  async #answer(
    { id, path, body, showsSecrets }: Extract<FromWorker, { kind: 'request' }>,
    from: WorkerProcess,
  ): Promise<void> {
    from.tell({ kind: 'answer', id, answer: await this.#findAnswer(path, body, showsSecrets) });
  }

  /** The worker has already authorized this request. */
  async #findAnswer(path: string, body: Uint8Array, showsSecrets: boolean): Promise<HttpResponse> {
    if (path === METRICS_PATH) return textResponse(200, await this.measure());
    return this.#parts.service.handle(endpointOf(path), body, createInsider(showsSecrets));
  }

  async #passOn(message: ToChain, from: WorkerProcess): Promise<void> {
    const { chain } = this.#parts;
    switch (message.kind) {
      case 'await':
        this.#setAwaited(from, message.isAwaited);
        return;
      case 'admit': {
        const admit = async (request: AdmissionRequest) => {
          return { id: request.id, admission: await chain.pass(request) };
        };
        const answers = await Promise.all(message.requests.map(admit));
        from.tell({ kind: 'chain', message: { kind: 'admitted', answers } });
        return;
      }
      case 'control': {
        const { id } = message;
        const answer = await chain.control(message.action).then(
          (result) => ({ result }),
          (error: unknown) => {
            if (!(error instanceof PerigeeError)) throw error;
            return { error: { code: error.code, message: error.message } };
          },
        );
        from.tell({ kind: 'chain', message: { kind: 'controlled', id, answer } });
      }
    }
  }

  #setAwaited(worker: WorkerProcess, isAwaited: boolean): void {
    this.#endWaits.get(worker)?.();
    this.#endWaits.delete(worker);
    if (isAwaited) this.#endWaits.set(worker, this.#parts.chain.awaitFinality());
  }
}
