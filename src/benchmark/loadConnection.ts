// A persistent HTTP/1.1 connection of the load generator. It keeps only the beginning of a response
// and counts the rest, because on a machine with few cores every microsecond of the generator is
// taken from the node that it measures.

import type { Socket } from 'node:net';
import { BenchError } from './benchError.ts';
import { openSocket } from './openSocket.ts';

/** A success, or the beginning of a response that reports an error. */
type Outcome = null | string;

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';
/** The status line and headers of a node are shorter. */
const HEAD_BYTES_MAX = 2_048;
/** A JSON-RPC response names its error within these. */
const BODY_START_BYTES = 48;
const SHOWN_BYTES = 300;

export class LoadConnection {
  /** Called with each response, and then the next request may be sent. */
  onAnswer: (outcome: Outcome) => void = () => {};
  onFailure: (error: BenchError) => void = () => {};
  /** When the pending request was sent. */
  sentMs = 0;
  readonly #socket: Socket;
  /** What was received of a response whose beginning is incomplete. */
  #held: Buffer | null = null;
  /** Bytes of the response that are still to come. */
  #missing = 0;
  #outcome: Outcome = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', ({ message }) => this.#fail(message));
    socket.on('close', () => this.#fail('the connection was closed'));
  }

  static async open(url: URL): Promise<LoadConnection> {
    return new LoadConnection(await openSocket(url));
  }

  /** `request` is built by `encodePost`. The previous request must have been answered. */
  send(request: Buffer): void {
    this.sentMs = performance.now();
    this.#socket.write(request);
  }

  close(): void {
    this.onFailure = () => {};
    this.#socket.destroy();
  }

  #fail(message: string): void {
    this.onFailure(new BenchError({ code: 'node_unreachable' }, message));
  }

  #receive(data: Buffer): void {
    if (this.#missing > 0) {
      const isLast = this.#missing === Number.POSITIVE_INFINITY && endsChunks(data);
      this.#missing = isLast ? 0 : this.#missing - data.length;
    } else {
      const received = this.#held === null ? data : Buffer.concat([this.#held, data]);
      const beginning = readBeginning(received);
      this.#held = beginning === null ? received : null;
      if (beginning === null) return;
      this.#missing = beginning.missing;
      this.#outcome = beginning.outcome;
    }
    if (this.#missing <= 0) this.onAnswer(this.#outcome);
  }
}

/** Null while the head or the start of the body is incomplete. */
function readBeginning(received: Buffer): { missing: number; outcome: Outcome } | null {
  const text = received.toString('latin1', 0, HEAD_BYTES_MAX);
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const start = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1];
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + Number(length);
  const isComplete = length === undefined && endsChunks(received);
  if (!isComplete && received.length < Math.min(end, start + BODY_START_BYTES)) return null;
  const isSuccess =
    text.slice(9, 12) === '200' && !text.slice(start, start + BODY_START_BYTES).includes('"error"');
  return {
    missing: isComplete ? 0 : end - received.length,
    outcome: isSuccess ? null : received.toString('utf8', 0, headEnd + SHOWN_BYTES),
  };
}

/** Responses come one at a time, so the last chunk is the last that was received. */
function endsChunks(data: Buffer): boolean {
  return data.toString('latin1', data.length - LAST_CHUNK.length) === LAST_CHUNK;
}
