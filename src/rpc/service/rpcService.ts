// The service behind every transport: the bytes of a request in, the bytes of its response out. An
// endpoint is either the root, where a request names its method and HTTP statuses are the
// reference's, or a method's own path, where every response has status 200.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { Budget } from '../../base/collections/budget.ts';
import type { JsonValue } from '../../base/json/exactJson.ts';
import { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import { whenReady } from '../../base/scheduling/whenReady.ts';
import { isJsonObject } from '../../codec/codec.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../../http/httpResponse.ts';
import { LARGE_BODY_BYTES } from '../../http/readRequestBody.ts';
import {
  ALLOWED,
  type ControlAccess,
  controlAccessOf,
  formatDenial,
  HIDDEN,
} from '../controls/controlAccess.ts';
import { type Caller, STRANGER } from '../core/caller.ts';
import type { MethodContext, RpcContext, Upstream } from '../core/context.ts';
import type { Endpoint } from '../core/endpoint.ts';
import { FinalReads } from '../core/finalReads.ts';
import { PendingWaits } from '../core/pendingWaits.ts';
import { KEPT_REQUEST_BYTES_MAX } from '../core/responseCache.ts';
import { checkResponseLength } from '../core/responseLength.ts';
import { markResponse, type UnverifiedKind } from '../core/unverifiedKind.ts';
import {
  formatError,
  formatResult,
  isEndpointFault,
  isPositionalRequest,
  NO_ID,
  type ReadBody,
  type RpcRequest,
  readBody,
  readEndpointRequest,
  readRootRequest,
} from '../messages/envelope.ts';
import { httpStatusOf, methodNotFound, RpcError } from '../messages/errors.ts';
import { formatRequest, readPassedEntry } from '../messages/passedEntry.ts';
import { UnverifiedMarks } from '../verification/watchedContext.ts';
import { answerBatch } from './batch.ts';
import { BodiesBusyError, LargeBodies } from './largeBodies.ts';
import { explainFailure, MethodCalls, type Outcome } from './methodCalls.ts';
import { isControl, type NamedMethod, REGISTRY } from './registry.ts';

/** A request as it came. */
interface ReceivedBody {
  readonly endpoint: Endpoint;
  readonly body: Uint8Array;
  readonly caller: Caller;
}

type GrantedAccess = Exclude<ControlAccess, { kind: 'denied' }>;

/** The response to an entry of a batch. */
interface MarkedEntry {
  readonly text: string;
  readonly unverified: readonly UnverifiedKind[];
}

/** Only the number of connections bounds these bodies. */
const SMALL_BODY_BYTES = 4 * 1024;
/** Total size of pending bodies between small and large; `--max-bodies` bounds large ones. */
const UNDER_WAY_LIMITS = { countMax: Number.POSITIVE_INFINITY, bytesMax: 128 * 1024 * 1024 };

export class RpcService {
  /** All waits of the process over all transports, which share one limit. */
  readonly pendingWaits: PendingWaits;
  readonly #context: MethodContext;
  readonly #calls: MethodCalls;
  readonly #finalReads: FinalReads;
  readonly #largeBodies: LargeBodies;
  readonly #underWay = new Budget(UNDER_WAY_LIMITS);
  readonly #closing = new AbortController();

  constructor(context: RpcContext) {
    this.#largeBodies = new LargeBodies(context);
    this.pendingWaits = new PendingWaits(context);
    this.#finalReads = new FinalReads(context, this.pendingWaits);
    this.#context = {
      ...context,
      pendingWaits: this.pendingWaits,
      indexerPlaces: new Budget({ countMax: context.limits.indexerRequestsMax, bytesMax: 0 }),
      turns: new EventLoopTurns(),
      showsSecrets: false,
      source: '',
      onGone: undefined,
    };
    this.#calls = new MethodCalls({
      context: this.#context,
      finalReads: this.#finalReads,
      closing: this.#closing.signal,
    });
  }

  /** Ends waits for the chain, as if they had timed out, and suspended reads. */
  close(): void {
    this.#closing.abort();
    this.pendingWaits.close();
  }

  /** The response, at once if there is nothing to wait for. */
  handle(
    endpoint: Endpoint,
    body: Uint8Array,
    caller: Caller = STRANGER,
  ): HttpResponse | Promise<HttpResponse> {
    const known = this.recall(endpoint, body);
    if (known !== null) return known;
    const isCounted = body.length > SMALL_BODY_BYTES && body.length <= LARGE_BODY_BYTES;
    const request = { endpoint, body, caller };
    if (!isCounted || caller.isInsider === true) return this.#handleNow(request);
    return this.#handleCounted(request);
  }

  /** The cached response to the same bytes, if it is still valid. */
  recall(endpoint: Endpoint, body: Uint8Array): HttpResponse | null {
    const { answers, metrics } = this.#context;
    if (answers?.hasResponses !== true || body.length > KEPT_REQUEST_BYTES_MAX) return null;
    const kept = answers.answer(requestKey(endpoint, body));
    if (!kept?.isCurrent()) return null;
    if (kept.isAtFinal && this.#finalReads.isPending) return null;
    kept.count();
    metrics.startRequest()(kept.label, null);
    return kept.answer;
  }

  /** A pending request takes a multiple of its body in memory. */
  async #handleCounted(request: ReceivedBody): Promise<HttpResponse> {
    const { length } = request.body;
    if (!this.#underWay.reserve(length)) return this.#refuseBody(new BodiesBusyError());
    try {
      return await this.#handleNow(request);
    } finally {
      this.#underWay.release(length);
    }
  }

  #refuseBody({ message }: BodiesBusyError): HttpResponse {
    this.#context.metrics.countRefusal('bodies');
    return textResponse(503, message);
  }

  #handleNow(request: ReceivedBody): HttpResponse | Promise<HttpResponse> {
    const { endpoint, body } = request;
    const isLarge = body.length > LARGE_BODY_BYTES;
    return whenReady(isLarge ? this.#readLarge(request) : readBody(body), (read) => {
      if ('status' in read) return read;
      if (endpoint.kind === 'root') return this.#handleRoot(request, read);
      return this.#handleMethod(endpoint.name, request, read);
    });
  }

  /** Or the response if it cannot be parsed now. */
  async #readLarge({ endpoint, body, caller }: ReceivedBody): Promise<ReadBody | HttpResponse> {
    const name = endpoint.kind === 'root' ? null : endpoint.name;
    try {
      const { kind } = await this.#controlAccess(caller);
      return await this.#largeBodies.read(body, name, kind === 'allowed');
    } catch (error) {
      if (error instanceof BodiesBusyError) return this.#refuseBody(error);
      throw error;
    }
  }

  #handleRoot(received: ReceivedBody, read: ReadBody): HttpResponse | Promise<HttpResponse> {
    if (read.fault !== null) {
      return textResponse(400, `Failed to parse the request body as JSON: ${read.fault}`);
    }
    if (Array.isArray(read.value) && !isPositionalRequest(read.value)) {
      return this.#handleBatch(read.value, read.hasTrailing, received.caller);
    }
    let request: RpcRequest;
    try {
      request = readRootRequest(read);
    } catch (error) {
      if (error instanceof RpcError) return jsonResponse(400, formatError(error, NO_ID));
      throw error;
    }
    return whenReady(this.#accessTo(request.method, received.caller), (access) => {
      if (access.kind === 'denied') return this.#deny(access, request.id);
      return this.#answerRoot(received, request, access);
    });
  }

  #answerRoot(
    received: ReceivedBody,
    request: RpcRequest,
    access: GrantedAccess,
  ): HttpResponse | Promise<HttpResponse> {
    const { upstream } = this.#context;
    const { body, caller } = received;
    const isAllowed = access.kind === 'allowed';
    const showsSecrets = isAllowed && access.showsSecrets;
    if (isAllowed && upstream?.takes(request.method, request.params))
      return upstream.ask('/', body, showsSecrets);
    const named = isAllowed ? this.#find(request.method) : undefined;
    const outcome = this.#calls.call(named, request, { at: 'root', showsSecrets, caller });
    return whenReady(outcome, (outcome) => {
      const status =
        'error' in outcome
          ? httpStatusOf(outcome.error, () => this.#isBelowHead(request.params))
          : 200;
      return this.#respond(received, status, request, outcome);
    });
  }

  /** The response to an outcome, which is cached if its result is. */
  #respond(
    { endpoint, body }: ReceivedBody,
    status: number,
    { id }: RpcRequest,
    outcome: Outcome,
  ): HttpResponse {
    const response = jsonResponse(status, formatOutcome(outcome, id));
    const answer = markResponse(response, outcome.unverified);
    const { answers } = this.#context;
    const kept = 'result' in outcome ? outcome.kept : null;
    if (answers === undefined || kept === null || body.length > KEPT_REQUEST_BYTES_MAX)
      return answer;
    const key = requestKey(endpoint, body);
    if (answers.noteRequest(key)) answers.keepResponse(key, kept, answer);
    return answer;
  }

  async #handleBatch(
    entries: readonly JsonValue[],
    hasTrailing: boolean,
    caller: Caller,
  ): Promise<HttpResponse> {
    const { limits, metrics } = this.#context;
    caller.spend?.(Math.min(entries.length, limits.batchEntriesMax) - 1);
    const marks = new UnverifiedMarks();
    const answer = await answerBatch({ entries, hasTrailing }, this.#context, async (request) => {
      const { text, unverified } = await this.#answerEntry(request, caller);
      marks.add(...unverified);
      return text;
    });
    if (answer.isRefused) metrics.countRefusal('batch');
    return markResponse(answer, marks.list());
  }

  #find(name: string): NamedMethod | undefined {
    const named = REGISTRY.get(name);
    const isServed = named?.method.isServed?.(this.#context) ?? true;
    return isServed ? named : undefined;
  }

  #accessTo(method: string, caller: Caller): ControlAccess | Promise<ControlAccess> {
    return isControl(method) ? this.#controlAccess(caller) : ALLOWED;
  }

  async #controlAccess(caller: Caller): Promise<ControlAccess> {
    if (this.#context.controls === undefined) return HIDDEN;
    return controlAccessOf(await caller.findTrust());
  }

  #deny(denied: Extract<ControlAccess, { kind: 'denied' }>, id: string): HttpResponse {
    this.#context.metrics.countRefusal('control');
    return formatDenial(denied, id);
  }

  /** Batches are read-only: methods that send transactions or control the chain are not found. */
  async #answerEntry(request: RpcRequest, caller: Caller): Promise<MarkedEntry> {
    const named = isControl(request.method) ? undefined : this.#find(request.method);
    const isRead = named !== undefined && named.method.isSubmission !== true;
    const { upstream } = this.#context;
    if (isRead && upstream?.takes(request.method, request.params)) {
      return { text: await this.#passEntryOn(upstream, named, request), unverified: [] };
    }
    const read = isRead ? named : undefined;
    const outcome = await this.#calls.call(read, request, { at: 'root', caller });
    return { text: formatOutcome(outcome, request.id), unverified: outcome.unverified };
  }

  /** Bounded like other entries, because a batch holds all responses in memory. */
  async #passEntryOn(upstream: Upstream, named: NamedMethod, request: RpcRequest): Promise<string> {
    try {
      const answer = await upstream.ask('/', formatRequest(request));
      checkResponseLength(this.#context, answer.body.length);
      return readPassedEntry(answer, request.id);
    } catch (thrown) {
      return formatError(explainFailure(thrown, named, request, this.#context), request.id);
    }
  }

  #handleMethod(
    name: string,
    received: ReceivedBody,
    read: ReadBody,
  ): HttpResponse | Promise<HttpResponse> {
    const request = readEndpointRequest(name, read);
    return whenReady(this.#accessTo(name, received.caller), (access) => {
      if (access.kind === 'denied') return this.#deny(access, request.id);
      const named = access.kind === 'allowed' ? this.#find(name) : undefined;
      if (named === undefined || access.kind === 'hidden')
        return jsonResponse(200, formatError(methodNotFound(name), request.id));
      if (isEndpointFault(request))
        return jsonResponse(200, formatError(request.error, request.id));
      const { upstream } = this.#context;
      const { body, caller } = received;
      const { showsSecrets } = access;
      if (upstream?.takes(name, request.params))
        return upstream.ask(`/${name}`, body, showsSecrets);
      const outcome = this.#calls.call(named, request, { at: 'method', showsSecrets, caller });
      return whenReady(outcome, (outcome) => this.#respond(received, 200, request, outcome));
    });
  }

  /** Whether the params name a height below the head. */
  #isBelowHead(params: unknown): boolean {
    if (!isJsonObject(params)) return false;
    const { block_id: height } = params;
    const isHeight = typeof height === 'bigint' || typeof height === 'number';
    return isHeight && height >= 0 && height < this.#context.chain.head().height;
  }
}

function requestKey(endpoint: Endpoint, body: Uint8Array): string {
  return `${endpoint.kind === 'root' ? '' : endpoint.name} ${bytesKey(body)}`;
}

function formatOutcome(outcome: Outcome, id: string): string {
  return 'error' in outcome ? formatError(outcome.error, id) : formatResult(outcome.result, id);
}
