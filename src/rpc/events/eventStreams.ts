// All listeners of a node, over both transports. Their number is bounded; each is woken by blocks.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { RpcContext } from '../context.ts';
import type { Headers } from '../cors.ts';
import { textAnswer } from '../envelope.ts';
import { sendAnswer, sendRawAnswer, targetOf } from '../httpAnswer.ts';
import type { StreamRoute } from '../streamRoute.ts';
import { type EventQuery, EventQueryError, parseEventQuery } from './eventQuery.ts';
import { EventReader } from './eventReader.ts';
import type { EventSink } from './eventSink.ts';
import { type EventSource, EventStream } from './eventStream.ts';
import { createSseSink } from './sseSink.ts';
import { createWebSocketSink } from './webSocketSink.ts';

const STREAMS_MAX = 1_000;
/** Nobody has anything to say here. */
const MESSAGE_BYTES_MAX = 1_024;

type Source = EventSource & Pick<RpcContext, 'onBlock' | 'onRevert' | 'reportFailure'>;

interface Refusal {
  readonly status: number;
  readonly text: string;
}

export class EventStreams implements StreamRoute {
  readonly #source: Source;
  readonly #streamsMax: number;
  readonly #reader: EventReader;
  readonly #streams = new Set<EventStream>();
  /** Loaded when somebody asks for one. */
  #webSockets: WebSocketServer | null = null;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(source: Source, streamsMax: number = STREAMS_MAX) {
    this.#source = source;
    this.#streamsMax = streamsMax;
    this.#reader = new EventReader(source.chain);
    this.#unsubscribe = [
      source.onBlock(() => this.#tellAll((stream) => stream.onBlock())),
      source.onRevert?.((height) => this.#tellAll((stream) => stream.onRevert(height))) ?? nothing,
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  answer(request: IncomingMessage, response: ServerResponse, headers: Headers): void {
    const query = this.#readQuery(request);
    if ('text' in query) sendAnswer(response, textAnswer(query.status, query.text), headers);
    else this.#start(query, createSseSink(response, headers));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = this.#readQuery(request);
    if ('text' in query) {
      sendRawAnswer(socket, textAnswer(query.status, query.text));
      return;
    }
    socket.once('error', () => socket.destroy());
    void this.#openWebSockets().then((server) => {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        this.#start(query, createWebSocketSink(webSocket));
      });
    });
  }

  async #openWebSockets(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws');
    this.#webSockets ??= new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
    return this.#webSockets;
  }

  beat(): void {
    this.#tellAll((stream) => stream.beat());
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#tellAll((stream) => stream.close());
  }

  drop(): void {
    for (const client of this.#webSockets?.clients ?? []) client.terminate();
  }

  #readQuery(request: IncomingMessage): EventQuery | Refusal {
    if (this.#streams.size >= this.#streamsMax) {
      return { status: 503, text: `${this.#streamsMax} streams are open already` };
    }
    const lastEventId = request.headers['last-event-id']?.toString() ?? null;
    try {
      const { searchParams } = new URL(targetOf(request), 'http://node');
      return parseEventQuery(searchParams, lastEventId);
    } catch (error) {
      if (error instanceof EventQueryError) return { status: 400, text: error.message };
      throw error;
    }
  }

  #start(query: EventQuery, sink: EventSink): void {
    const stream = new EventStream(this.#source, this.#reader, query, sink);
    this.#streams.add(stream);
    stream
      .run()
      .catch((error: unknown) => {
        this.#source.reportFailure(error, 'GET /events');
        sink.drop();
      })
      .finally(() => this.#streams.delete(stream));
  }

  #tellAll(tell: (stream: EventStream) => void): void {
    for (const stream of this.#streams) tell(stream);
  }
}

function nothing(): void {}
