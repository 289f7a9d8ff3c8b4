// Server-Sent Events: the lines of a stream become messages. Bounded: a message that is longer than
// any event of a node is refused.

import { TransportError } from './transportError.ts';

export interface SseMessage {
  readonly id: string | null;
  readonly event: string | null;
  /** Null for a heartbeat, which has only an id. */
  readonly data: string | null;
}

/** The largest event is a transaction with a contract of 4 MiB, in base64. */
const MESSAGE_LENGTH_MAX = 64 * 1024 * 1024;
/** Others are ignored, as the format demands. */
const FIELDS: ReadonlySet<string> = new Set(['id', 'event', 'data']);
const LINE_END = /\r?\n/;

/** Takes the text of a stream in pieces of any size. */
export class SseReader {
  #rest = '';
  #fields = new Map<string, string>();

  /** The messages that this piece completes. */
  push(piece: string): SseMessage[] {
    // Only the new piece is split: a long line that comes in many pieces costs no more than once.
    if (!piece.includes('\n')) {
      this.#rest += piece;
      this.#verifyLength();
      return [];
    }
    const lines = (this.#rest + piece).split(LINE_END);
    this.#rest = lines.pop() ?? '';
    this.#verifyLength();
    return lines.flatMap((line) => this.#takeLine(line));
  }

  #takeLine(line: string): SseMessage[] {
    if (line !== '') {
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(colon, 0));
      if (FIELDS.has(name)) this.#fields.set(name, line.slice(colon + 1).replace(/^ /, ''));
      return [];
    }
    const fields = this.#fields;
    this.#fields = new Map();
    const read = (name: string) => fields.get(name) ?? null;
    const message = { id: read('id'), event: read('event'), data: read('data') };
    return message.id === null && message.data === null ? [] : [message];
  }

  #verifyLength(): void {
    if (this.#rest.length <= MESSAGE_LENGTH_MAX) return;
    const message = `an event is longer than ${MESSAGE_LENGTH_MAX} characters`;
    throw new TransportError({ code: 'invalid_response', status: 200 }, message);
  }
}
