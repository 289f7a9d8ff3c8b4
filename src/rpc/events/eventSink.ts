// The destination of an event stream: a connection of some transport.

import type { EVENT_TYPES } from './chainEvent.ts';

export interface SentEvent {
  readonly id: string;
  readonly kind: keyof typeof EVENT_TYPES;
  readonly json: string;
}

export interface EventSink {
  /** False if the connection's buffer is full: wait for `drained` before the next event. */
  send(event: SentEvent): boolean;
  /** A keep-alive that also shows the progress: everything up to a height was sent. */
  beat(height: number): void;
  /** Resolves when more can be sent, or when the connection is closed. */
  drained(): Promise<void>;
  /** Calls back once, when the connection is closed. */
  onClose(listener: () => void): void;
  /** Ends the stream gracefully. The height is its last block if everything up to it was sent. */
  end(height: number | null): void;
  /** Drops the connection at once. */
  drop(): void;
}
