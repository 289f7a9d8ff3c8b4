// Responses that were written to connections but not read by their clients, over all connections.
// They take memory until then, so their total is bounded: above it the connections that have held
// theirs for longest are destroyed. The time for reading a response is limited too.

import type { Socket } from 'node:net';
import { MS_PER_SECOND } from '../../base/units.ts';
import type { HttpLimits, HttpMetrics } from '../httpContext.ts';

/** Clients that read less per second are disconnected eventually. */
const BYTES_PER_SECOND_MIN = 16 * 1024;

interface Parts {
  readonly limits: Pick<HttpLimits, 'unsentBytesMax' | 'requestTimeoutMs'>;
  readonly metrics: Pick<HttpMetrics, 'countRefusal'>;
  nowMs(): number;
}

interface Held {
  readonly bytes: number;
  readonly deadlineMs: number;
}

type WatchedSocket = Pick<
  Socket,
  'writableLength' | 'writableNeedDrain' | 'destroyed' | 'destroy' | 'once' | 'off'
>;

export class UnsentBytes {
  readonly #parts: Parts;
  /** Oldest first. */
  readonly #held = new Map<WatchedSocket, Held>();
  #total = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get total(): number {
    return this.#total;
  }

  /** Call after a write; does nothing if the connection has sent everything. */
  watch(socket: WatchedSocket | null): void {
    if (socket === null || !socket.writableNeedDrain || socket.destroyed) return;
    const bytes = socket.writableLength;
    const before = this.#held.get(socket);
    if (before === undefined) this.#listen(socket);
    const { limits, nowMs } = this.#parts;
    const timeMs = limits.requestTimeoutMs + (bytes / BYTES_PER_SECOND_MIN) * MS_PER_SECOND;
    this.#held.set(socket, { bytes, deadlineMs: before?.deadlineMs ?? nowMs() + timeMs });
    this.#total += bytes - (before?.bytes ?? 0);
    this.#makeRoom();
  }

  /** Destroys connections whose time is up; call periodically. */
  sweep(): void {
    const nowMs = this.#parts.nowMs();
    for (const [socket, { deadlineMs }] of this.#held) if (deadlineMs <= nowMs) this.#cut(socket);
  }

  #listen(socket: WatchedSocket): void {
    const release = () => {
      socket.off('drain', release);
      socket.off('close', release);
      this.#release(socket);
    };
    socket.once('drain', release);
    socket.once('close', release);
  }

  #release(socket: WatchedSocket): void {
    this.#total -= this.#held.get(socket)?.bytes ?? 0;
    this.#held.delete(socket);
  }

  /** A single response may exceed the bound. */
  #makeRoom(): void {
    for (const socket of this.#held.keys()) {
      if (this.#total <= this.#parts.limits.unsentBytesMax || this.#held.size === 1) return;
      this.#cut(socket);
    }
  }

  #cut(socket: WatchedSocket): void {
    this.#release(socket);
    this.#parts.metrics.countRefusal('unread');
    socket.destroy();
  }
}
