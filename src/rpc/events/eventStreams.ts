// All listeners of a node, over both transports. Their number is bounded; blocks wake them.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocketServer } from 'ws';
import { CountByKey } from '../../base/collections/countByKey.ts';
import { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import type { UnsentBytes } from '../../http/backPressure/unsentBytes.ts';
import { sendRawResponse } from '../../http/connections/httpUpgrade.ts';
import { type Headers, textResponse } from '../../http/httpResponse.ts';
import type { StreamRoute } from '../../http/httpRoutes.ts';
import { targetOf } from '../../http/requestTarget.ts';
import { sendResponse } from '../../http/sendResponse.ts';
import type { RpcContext } from '../core/context.ts';
import { explainUnverified } from '../core/unverifiedKind.ts';
import { type EventQuery, EventQueryError, parseEventQuery } from './eventQuery.ts';
import { EventReader } from './eventReader.ts';
import type { EventSink } from './eventSink.ts';
import { type EventSource, EventStream } from './eventStream.ts';
import { createSseSink } from './sseSink.ts';
import { createWebSocketSink } from './webSocketSink.ts';

const STREAMS_MAX = 1_000;
/** One address cannot use all streams. */
const ADDRESS_SHARE = 1 / 2;
/** Clients have no reason to send messages. */
const MESSAGE_BYTES_MAX = 1_024;
/** The name in failure reports. */
const NAME = 'GET /events';

type Source = EventSource &
  Pick<RpcContext, 'caches' | 'onBlock' | 'onRevert' | 'reportFailure' | 'timer' | 'verification'>;

interface Refusal {
  readonly status: number;
  readonly text: string;
}

export class EventStreams implements StreamRoute {
  readonly #source: Source;
  readonly #unsent: UnsentBytes | null;
  readonly #streamsMax: number;
  readonly #reader: EventReader;
  readonly #turns: EventLoopTurns;
  readonly #streams = new Set<EventStream>();
  readonly #ofAddress = new CountByKey();
  /** Loaded on first use. */
  #webSockets: WebSocketServer | null = null;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(source: Source, unsent: UnsentBytes | null = null, streamsMax: number = STREAMS_MAX) {
    this.#source = source;
    this.#unsent = unsent;
    this.#streamsMax = streamsMax;
    this.#reader = new EventReader(source);
    this.#turns = new EventLoopTurns();
    this.#unsubscribe = [
      source.onBlock(() => this.#tellAll((stream) => stream.onBlock())),
      source.onRevert?.((height) => this.#tellAll((stream) => stream.onRevert(height))) ?? nothing,
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  answer(request: IncomingMessage, response: ServerResponse, headers: Headers): void {
    const stream = this.#open(request);
    if ('text' in stream) sendResponse(response, textResponse(stream.status, stream.text), headers);
    else this.#start(stream, createSseSink(response, headers, this.#unsent), addressOf(request));
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.once('error', () => socket.destroy());
    this.#openWebSockets()
      .then((server) => {
        const stream = this.#open(request);
        if ('text' in stream) {
          sendRawResponse(socket, textResponse(stream.status, stream.text), this.#source);
          return;
        }
        server.handleUpgrade(request, socket, head, (webSocket) => {
          this.#start(
            stream,
            createWebSocketSink(webSocket, socket, this.#unsent),
            addressOf(request),
          );
        });
      })
      .catch((error: unknown) => {
        this.#source.reportFailure(error, NAME);
        socket.destroy();
      });
  }

  async #openWebSockets(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws');
    this.#webSockets ??= new WebSocketServer({
      noServer: true,
      maxPayload: MESSAGE_BYTES_MAX,
      autoPong: false,
    });
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

  /** Runs before anything is sent: a stream that cannot start gets an error response. */
  #open(request: IncomingMessage): EventStream | Refusal {
    if (this.#streams.size >= this.#streamsMax) {
      return { status: 503, text: `${this.#streamsMax} streams are open already` };
    }
    const ofAddressMax = this.#streamsMax * ADDRESS_SHARE;
    if (this.#ofAddress.of(addressOf(request)) >= ofAddressMax) {
      return { status: 503, text: `${ofAddressMax} streams are open to this address already` };
    }
    const lastEventId = request.headers['last-event-id']?.toString() ?? null;
    try {
      const { searchParams } = new URL(targetOf(request), 'http://node');
      const query = parseEventQuery(searchParams, lastEventId);
      const parts = { reader: this.#reader, turns: this.#turns };
      return this.#refuseUnverified(query) ?? new EventStream(this.#source, parts, query);
    } catch (error) {
      if (error instanceof EventQueryError) return { status: 400, text: error.message };
      this.#source.reportFailure(error, NAME);
      return { status: 503, text: `the stream cannot begin: ${(error as Error).message}` };
    }
  }

  /** Blocks and logs are fully verified; transactions and receipts contain unverified parts. */
  #refuseUnverified({ filter }: EventQuery): Refusal | null {
    const isRefused = filter.kinds.has('transaction') || filter.kinds.has('receipt');
    if (!this.#source.verification?.isRequired || !isRefused) return null;
    const text = explainUnverified(['failure-reasons', 'gas-profiles']);
    return { status: 403, text: `${text}, or ask for kinds=block,log` };
  }

  #start(stream: EventStream, sink: EventSink, address: string): void {
    this.#streams.add(stream);
    this.#ofAddress.add(address);
    stream
      .run(sink)
      .catch((error: unknown) => {
        this.#source.reportFailure(error, NAME);
        sink.drop();
      })
      .finally(() => {
        this.#streams.delete(stream);
        this.#ofAddress.remove(address);
      });
  }

  /** A stream that cannot continue, for example because of a damaged row, ends alone. */
  #tellAll(tell: (stream: EventStream) => void): void {
    for (const stream of this.#streams) {
      try {
        tell(stream);
      } catch (error) {
        this.#source.reportFailure(error, NAME);
        stream.close();
      }
    }
  }
}

function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

function nothing(): void {}
