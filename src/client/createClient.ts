// A client of a node: calls, batches, waits and events, typed by the names of the methods. Runs in
// Node and in browsers.

import { ArgumentError } from './argumentError.ts';
import { type BatchAnswer, callBatch } from './batch.ts';
import { type ClientClock, realClock } from './clientClock.ts';
import { streamEvents } from './eventStream.ts';
import type { ChainEvent, EventKind, EventQuery } from './eventTypes.ts';
import type { MethodName, TxExecutionStatus } from './generated/wire.ts';
import type { CallOptions } from './httpExchange.ts';
import type { ResponseCheck } from './responseCheck.ts';
import type { Rpc, RpcCall, TransactionStatus } from './rpc.ts';
import { type ClientSettings, callOverHttp } from './rpcCaller.ts';
import { type WaitOptions, waitForTransaction } from './waitForTransaction.ts';

export interface ClientOptions {
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long one attempt may take; 60 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is repeated if that is safe; 4 times by default. */
  readonly retries?: number | undefined;
  /** The longest response that is read; 256 MiB by default. */
  readonly responseBytesMax?: number | undefined;
  /** By default the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly clock?: ClientClock | undefined;
  /** Refuses responses that are not what their methods declare; by default they are trusted. */
  readonly check?: ResponseCheck | undefined;
}

export interface Client {
  readonly url: string;
  /**
   * Rejects with an RpcCallError if the method fails, with a TransportError if the request does.
   */
  readonly rpc: Rpc<[options?: CallOptions]>;
  /** Reads in one request, split as the node's limits require. The answers are in order. */
  batch<const C extends readonly RpcCall[]>(
    calls: C,
    options?: CallOptions,
  ): Promise<{ -readonly [I in keyof C]: BatchAnswer<C[I]> }>;
  /** Waits until a transaction has reached a milestone; polls until the deadline. */
  waitForTransaction<U extends TxExecutionStatus = 'EXECUTED_OPTIMISTIC'>(
    hash: string,
    senderId: string,
    options?: WaitOptions<U>,
  ): Promise<TransactionStatus<U>>;
  /** Events as they happen, or from a height on. Ends with `to`, `break` or the signal. */
  events<K extends EventKind = EventKind>(
    query?: EventQuery<K>,
  ): AsyncGenerator<ChainEvent<K>, void, void>;
}

const WEB_PROTOCOLS = ['http:', 'https:'];
const TIMEOUT_MS = 60_000;
const RETRIES = 4;
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;

export function createClient(url: string | URL, options: ClientOptions = {}): Client {
  const settings = readSettings(url, options);
  const { clock } = settings;
  const rpc = ((method: MethodName, params: unknown = null, callOptions: CallOptions = {}) =>
    callOverHttp(settings, method, params, callOptions)) as Client['rpc'];
  const headHeight = async () => (await rpc('status')).sync_info.latest_block_height;
  return {
    url: settings.url.href,
    rpc,
    batch: (calls, callOptions = {}) => callBatch(settings, calls, callOptions) as Promise<never>,
    waitForTransaction: (hash, senderId, waitOptions = {}) =>
      waitForTransaction({ rpc, clock }, hash, senderId, waitOptions) as Promise<never>,
    events: <K extends EventKind>(query: EventQuery<K> = {}) =>
      streamEvents(settings, query, headHeight) as AsyncGenerator<ChainEvent<K>, void, void>,
  };
}

function readSettings(url: string | URL, options: ClientOptions): ClientSettings {
  if (!URL.canParse(`${url}`) || !WEB_PROTOCOLS.includes(new URL(url).protocol)) {
    throw new ArgumentError('url', 'expected an address that begins with http:// or https://');
  }
  const { token, headers = {}, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  return {
    url: new URL(url),
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    timeoutMs,
    retries,
    responseBytesMax: options.responseBytesMax ?? RESPONSE_BYTES_MAX,
    // Browsers insist on being called on the global object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: options.clock ?? realClock,
    check: options.check,
  };
}
