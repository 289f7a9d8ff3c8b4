// Pipelined requests. Node emits them all as they arrive; here each starts when the previous
// response was sent and read, so that a connection holds one response at a time. The number of
// waiting requests is bounded.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpMetrics } from '../httpContext.ts';

/** More than fit into one chunk of the socket. */
const WAITING_MAX = 8_192;
/** Over all connections. */
const ALL_WAITING_MAX = 32_768;

interface Queue {
  readonly waiting: { readonly response: ServerResponse; begin(): void }[];
  /** The first request that has not started. */
  next: number;
  /** Whether a request is in progress. */
  isBusy: boolean;
}

export class RequestOrder {
  readonly #metrics: Pick<HttpMetrics, 'countRefusal'>;
  readonly #queues = new Map<Socket, Queue>();
  #allWaiting = 0;

  constructor(metrics: Pick<HttpMetrics, 'countRefusal'>) {
    this.#metrics = metrics;
  }

  /** Starts now, or when the earlier responses on the connection are closed, or never. */
  add(socket: Socket, response: ServerResponse, begin: () => void): void {
    const queue = this.#queues.get(socket) ?? this.#create(socket);
    if (!queue.isBusy) {
      this.#begin(queue, response, begin);
      return;
    }
    const isFull = queue.waiting.length - queue.next >= WAITING_MAX;
    if (isFull || this.#allWaiting >= ALL_WAITING_MAX) {
      this.#metrics.countRefusal('pipelined');
      socket.destroy();
      return;
    }
    this.#allWaiting++;
    queue.waiting.push({ response, begin });
  }

  #create(socket: Socket): Queue {
    const queue = { waiting: [], next: 0, isBusy: false };
    this.#queues.set(socket, queue);
    socket.once('close', () => {
      this.#queues.delete(socket);
      this.#drop(queue);
    });
    return queue;
  }

  #begin(queue: Queue, response: ServerResponse, begin: () => void): void {
    queue.isBusy = true;
    response.once('close', () => this.#beginNext(queue));
    begin();
  }

  #beginNext(queue: Queue): void {
    queue.isBusy = false;
    const next = queue.waiting[queue.next];
    if (next === undefined) {
      this.#drop(queue);
      return;
    }
    queue.next++;
    this.#allWaiting--;
    this.#begin(queue, next.response, next.begin);
  }

  #drop(queue: Queue): void {
    this.#allWaiting -= queue.waiting.length - queue.next;
    queue.waiting.length = 0;
    queue.next = 0;
  }
}
