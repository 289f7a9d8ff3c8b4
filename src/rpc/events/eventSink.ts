// Where a stream of events goes: the end of a connection that a transport understands.

import type { EventKind } from './chainEvent.ts';

export interface SentEvent {
  readonly id: string;
  readonly kind: EventKind | 'revert';
  readonly json: string;
}

export interface EventSink {
  /** False when the connection holds as much as it should: the next waits until it has drained. */
  send(event: SentEvent): boolean;
  /** Shows that the stream lives, and how far it is: everything up to a height was sent. */
  beat(height: number): void;
  /** Resolves when more can be sent, or never will. */
  drained(): Promise<void>;
  /** Calls back once, when the connection is gone. */
  onClose(listener: () => void): void;
  /** Ends the stream in order. */
  end(): void;
  /** Drops the connection at once. */
  drop(): void;
}
