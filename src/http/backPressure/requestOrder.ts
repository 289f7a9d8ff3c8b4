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
  /** The response in progress. */
  current: ServerResponse | null;
}

export class RequestOrder {
  readonly #metrics: Pick<HttpMetrics, 'countRefusal'>;
  readonly #queues = new Map<Socket, Queue>();
  #allWaiting = 0;

  constructor(metrics: Pick<HttpMetrics, 'countRefusal'>) {
    this.#metrics = metrics;
  }

  /** Those that are in progress or waiting. */
  *responses(): Generator<ServerResponse> {
    for (const { current, waiting, next } of this.#queues.values()) {
      if (current !== null) yield current;
      for (const { response } of waiting.slice(next)) yield response;
    }
  }

  /** Starts now, or when the earlier responses on the connection are closed, or never. */
  add(socket: Socket, response: ServerResponse, begin: () => void): void {
    const queue = this.#queues.get(socket) ?? this.#create(socket);
    if (queue.current === null) {
      this.#begin(socket, queue, response, begin);
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
    const queue: Queue = { waiting: [], next: 0, current: null };
    this.#queues.set(socket, queue);
    socket.once('close', () => {
      this.#queues.delete(socket);
      this.#drop(queue);
    });
    return queue;
  }

  #begin(socket: Socket, queue: Queue, response: ServerResponse, begin: () => void): void {
    queue.current = response;
    response.once('close', () => this.#beginNext(socket, queue));
    begin();
  }

  /** Nobody waits for what a closed connection has asked, and its responses never close. */
  #beginNext(socket: Socket, queue: Queue): void {
    queue.current = null;
    const next = socket.destroyed ? undefined : queue.waiting[queue.next];
    if (next === undefined) {
      this.#drop(queue);
      return;
    }
    queue.next++;
    this.#allWaiting--;
    this.#begin(socket, queue, next.response, next.begin);
  }

  #drop(queue: Queue): void {
    this.#allWaiting -= queue.waiting.length - queue.next;
    queue.waiting.length = 0;
    queue.next = 0;
  }
}
