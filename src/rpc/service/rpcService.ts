// The service behind every transport: the bytes of a request in, the bytes of its response out. An
// endpoint is either the root, where a request names its method and HTTP statuses are the
// reference's, or a method's own path, where every response has status 200.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { Budget } from '../../base/collections/budget.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import { isJsonObject } from '../../codec/codec.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../../http/httpResponse.ts';
import { LARGE_BODY_BYTES } from '../../http/readRequestBody.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import {
  ALLOWED,
  type ControlAccess,
  controlAccessOf,
  formatDenial,
  HIDDEN,
} from '../controls/controlAccess.ts';
import { type Caller, STRANGER } from '../core/caller.ts';
import type { MethodContext, RpcContext, Upstream } from '../core/context.ts';
import { withEffectsOnce } from '../core/effects.ts';
import { type Endpoint, type EndpointKind, ROOT } from '../core/endpoint.ts';
import { FinalReads } from '../core/finalReads.ts';
import { isFault } from '../core/isFault.ts';
import type { Method, PreparedCall } from '../core/method.ts';
import { PendingWaits } from '../core/pendingWaits.ts';
import { KEPT_REQUEST_BYTES_MAX, type KeptResult, questionKey } from '../core/responseCache.ts';
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
import { httpStatusOf, methodNotFound, parseError, RpcError } from '../messages/errors.ts';
import { formatRequest, readPassedEntry } from '../messages/passedEntry.ts';
import { requireVerified } from '../verification/requireVerified.ts';
import { UnverifiedMarks, watchContext } from '../verification/watchedContext.ts';
import { answerBatch } from './batch.ts';
import { BodiesBusyError, LargeBodies } from './largeBodies.ts';
import { isControl, type NamedMethod, REGISTRY } from './registry.ts';

const UNKNOWN_METHOD_LABEL = 'UNSUPPORTED_METHOD';

/** How a request arrived, and what methods can see of its caller. */
interface Arrival {
  readonly at: EndpointKind;
  readonly showsSecrets?: boolean;
  readonly caller: Pick<Caller, 'source' | 'onGone'>;
}

/** A result that can be cached. */
type Outcome = { readonly unverified: readonly UnverifiedKind[] } & (
  | { readonly result: string; readonly kept: KeptResult | null }
  | { readonly error: RpcError }
);

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
    };
  }

  /** Ends waits for the chain, as if they had timed out, and suspended reads. */
  close(): void {
    this.#closing.abort();
    this.pendingWaits.close();
  }

  /** The cached response to the same bytes, if it is still valid. */
  recall(endpoint: Endpoint, body: Uint8Array): HttpResponse | null {
    const { answers, metrics } = this.#context;
    if (answers === undefined || body.length > KEPT_REQUEST_BYTES_MAX) return null;
    const kept = answers.answer(requestKey(endpoint, body));
    if (!kept?.isCurrent()) return null;
    if (kept.isAtFinal && this.#finalReads.isPending) return null;
    kept.count();
    metrics.startRequest()(kept.label, null);
    return kept.answer;
  }

  /** A pending request takes a multiple of its body in memory. */
  async handle(
    endpoint: Endpoint,
    body: Uint8Array,
    caller: Caller = STRANGER,
  ): Promise<HttpResponse> {
    const isCounted = body.length > SMALL_BODY_BYTES && body.length <= LARGE_BODY_BYTES;
    if (!isCounted || caller.isInsider === true) return this.#handleNow(endpoint, body, caller);
    if (!this.#underWay.reserve(body.length)) return this.#refuseBody(new BodiesBusyError());
    try {
      return await this.#handleNow(endpoint, body, caller);
    } finally {
      this.#underWay.release(body.length);
    }
  }

  #refuseBody({ message }: BodiesBusyError): HttpResponse {
    this.#context.metrics.countRefusal('bodies');
    return textResponse(503, message);
  }

  async #handleNow(endpoint: Endpoint, body: Uint8Array, caller: Caller): Promise<HttpResponse> {
    const isLarge = body.length > LARGE_BODY_BYTES;
    const read = isLarge ? await this.#readLarge(endpoint, body, caller) : readBody(body);
    if ('status' in read) return read;
    if (endpoint.kind === 'root') return this.#handleRoot(body, read, caller);
    return this.#handleMethod(endpoint.name, body, read, caller);
  }

  /** Or the response if it cannot be parsed now. */
  async #readLarge(
    endpoint: Endpoint,
    body: Uint8Array,
    caller: Caller,
  ): Promise<ReadBody | HttpResponse> {
    const name = endpoint.kind === 'root' ? null : endpoint.name;
    try {
      const { kind } = await this.#controlAccess(caller);
      return await this.#largeBodies.read(body, name, kind === 'allowed');
    } catch (error) {
      if (error instanceof BodiesBusyError) return this.#refuseBody(error);
      throw error;
    }
  }

  async #handleRoot(body: Uint8Array, read: ReadBody, caller: Caller): Promise<HttpResponse> {
    if (read.fault !== null) {
      return textResponse(400, `Failed to parse the request body as JSON: ${read.fault}`);
    }
    const { limits } = this.#context;
    if (Array.isArray(read.value) && !isPositionalRequest(read.value)) {
      caller.spend?.(Math.min(read.value.length, limits.batchEntriesMax) - 1);
      const marks = new UnverifiedMarks();
      const batch = { entries: read.value, hasTrailing: read.hasTrailing };
      const answer = await answerBatch(batch, this.#context, async (request) => {
        const { text, unverified } = await this.#answerEntry(request, caller);
        marks.add(...unverified);
        return text;
      });
      if (answer.isRefused) this.#context.metrics.countRefusal('batch');
      return markResponse(answer, marks.list());
    }
    let request: RpcRequest;
    try {
      request = readRootRequest(read.value, read.hasDuplicateKeys);
    } catch (error) {
      if (error instanceof RpcError) return jsonResponse(400, formatError(error, NO_ID));
      throw error;
    }
    const { upstream } = this.#context;
    const access = isControl(request.method) ? await this.#controlAccess(caller) : ALLOWED;
    if (access.kind === 'denied') return this.#deny(access, request.id);
    const showsSecrets = access.kind === 'allowed' && access.showsSecrets;
    if (access.kind === 'allowed' && upstream?.takes(request.method, request.params))
      return upstream.ask('/', body, showsSecrets);
    const named = access.kind === 'allowed' ? this.#find(request.method) : undefined;
    const arrival = { at: 'root', showsSecrets, caller } as const;
    const outcome = await this.#call(named, request, arrival);
    const status =
      'error' in outcome
        ? httpStatusOf(outcome.error, () => this.#isBelowHead(request.params))
        : 200;
    const answer = jsonResponse(status, formatOutcome(outcome, request.id));
    return this.#keep(ROOT, body, outcome, markResponse(answer, outcome.unverified));
  }

  /** Caches the response if its result is cached. */
  #keep(
    endpoint: Endpoint,
    body: Uint8Array,
    outcome: Outcome,
    answer: HttpResponse,
  ): HttpResponse {
    const { answers } = this.#context;
    if (answers === undefined || body.length > KEPT_REQUEST_BYTES_MAX) return answer;
    const key = requestKey(endpoint, body);
    const isRepeated = answers.isRepeated(key);
    const kept = 'result' in outcome ? outcome.kept : null;
    if (isRepeated && kept !== null) answers.keepResponse(key, { ...kept, answer });
    return answer;
  }

  #find(name: string): NamedMethod | undefined {
    const named = REGISTRY.get(name);
    const isServed = named?.method.isServed?.(this.#context) ?? true;
    return isServed ? named : undefined;
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
    const outcome = await this.#call(isRead ? named : undefined, request, {
      at: 'root',
      caller,
    });
    return { text: formatOutcome(outcome, request.id), unverified: outcome.unverified };
  }

  /** Bounded like other entries, because a batch holds all responses in memory. */
  async #passEntryOn(upstream: Upstream, named: NamedMethod, request: RpcRequest): Promise<string> {
    try {
      const answer = await upstream.ask('/', formatRequest(request));
      checkResponseLength(this.#context, answer.body.length);
      return readPassedEntry(answer, request.id);
    } catch (thrown) {
      return formatError(this.#explain(thrown, named, request), request.id);
    }
  }

  async #handleMethod(
    name: string,
    body: Uint8Array,
    read: ReadBody,
    caller: Caller,
  ): Promise<HttpResponse> {
    const request = readEndpointRequest(name, read);
    const access = isControl(name) ? await this.#controlAccess(caller) : ALLOWED;
    if (access.kind === 'denied') return this.#deny(access, request.id);
    const named = access.kind === 'allowed' ? this.#find(name) : undefined;
    if (named === undefined || access.kind === 'hidden')
      return jsonResponse(200, formatError(methodNotFound(name), request.id));
    if (isEndpointFault(request)) return jsonResponse(200, formatError(request.error, request.id));
    const { upstream } = this.#context;
    const { showsSecrets } = access;
    if (upstream?.takes(name, request.params)) return upstream.ask(`/${name}`, body, showsSecrets);
    const arrival = { at: 'method', showsSecrets, caller } as const;
    const outcome = await this.#call(named, request, arrival);
    const answer = jsonResponse(200, formatOutcome(outcome, request.id));
    const marked = markResponse(answer, outcome.unverified);
    return this.#keep({ kind: 'method', name }, body, outcome, marked);
  }

  async #call(
    named: NamedMethod | undefined,
    request: RpcRequest,
    { at, showsSecrets = false, caller: { source = '', onGone } }: Arrival,
  ): Promise<Outcome> {
    const finish = this.#context.metrics.startRequest();
    let label = named === undefined ? UNKNOWN_METHOD_LABEL : request.method;
    const marks = new UnverifiedMarks();
    let leave: (() => void) | undefined;
    let hasParams = false;
    try {
      if (named === undefined) throw methodNotFound(request.method);
      if (named.method.mayReadFinal && this.#finalReads.isPending) {
        const { isAtFinal } = named.method.prepare(request.params, at);
        if (isAtFinal) await this.#finalReads.wait(onGone);
      }
      const question = this.#questionOf(named.method, request, at);
      const known = question === null ? undefined : this.#context.answers?.result(question);
      if (known?.isCurrent()) {
        known.count();
        finish(known.label, null);
        return { result: known.result, kept: known, unverified: known.unverified };
      }
      const age = this.#context.answers?.age;
      const isCurrent = this.#watchVariance(named.method);
      const call = named.method.prepare(request.params, at);
      hasParams = true;
      label = call.label ?? label;
      call.count(this.#context, request.method);
      const waiting = named.method.mayWait === true && onGone !== undefined ? { onGone } : null;
      const isNobody = !showsSecrets && source === '' && waiting === null;
      const caller = { showsSecrets, source, ...waiting };
      const context = isNobody ? this.#context : { ...this.#context, ...caller };
      leave = named.method.enter?.(this.#context);
      const hasEffects = named.method.isSubmission === true || named.method.isControl === true;
      const result = await this.#run(call, hasEffects ? withEffectsOnce(context) : context, marks);
      if (named.method.isControl !== true) checkResponseLength(this.#context, result.length);
      finish(label, null);
      const count = () => call.count(this.#context, request.method);
      const unverified = marks.list();
      const { isAtFinal } = call;
      const kept = { label, result, count, isAtFinal, isCurrent, unverified };
      return { result, kept: this.#keepResult(named.method, question, age, kept), unverified };
    } catch (thrown) {
      const error = thrown instanceof RpcError ? thrown : this.#explain(thrown, named, request);
      if (!hasParams && named?.method.isSubmission === true) this.#noteUndecodable(error);
      finish(label, error.fields.code);
      return { error, unverified: marks.list() };
    } finally {
      leave?.();
    }
  }

  #noteUndecodable({ fields: { data } }: RpcError): void {
    this.#context.refused?.addUndecodable(`${JSON.parse(data)}`);
  }

  #run(call: PreparedCall, context: MethodContext, marks: UnverifiedMarks): Promise<string> {
    const { verification } = context;
    const watched = watchContext(context, marks);
    const running = runSuspended(() => call.run(watched), this.#closing.signal);
    return verification?.isRequired === true ? requireVerified(running, marks) : running;
  }

  /** The cache key of a result; null if the method's results are not cached. */
  #questionOf(
    { holds, differsAtOwnPath }: Method,
    request: RpcRequest,
    at: EndpointKind,
  ): string | null {
    if (holds === undefined || this.#context.answers === undefined) return null;
    return questionKey(request, differsAtOwnPath ? at : 'root');
  }

  /** Returns a check for whether the state that the method varies with has changed since. */
  #watchVariance({ varies }: Method): () => boolean {
    if (varies === undefined) return () => true;
    const now = varies(this.#context);
    return () => varies(this.#context) === now;
  }

  /** Null if it is not cached, for example because a block has arrived since. */
  #keepResult(
    { holds }: Method,
    question: string | null,
    age: number | undefined,
    kept: KeptResult,
  ): KeptResult | null {
    const { answers } = this.#context;
    if (question === null || answers?.age !== age || !holds?.(kept.result)) return null;
    return answers?.keepResult(question, kept) ? kept : null;
  }

  /** Unexpected errors are reported, and the node keeps running. */
  #explain(thrown: unknown, named: NamedMethod | undefined, request: RpcRequest): RpcError {
    const text = publicMessage(thrown);
    if (isFault(thrown)) this.#context.reportFailure(thrown, request.method);
    return named?.method.errors.INTERNAL_ERROR(text) ?? parseError(text);
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
