// Calls of methods, whichever endpoint they came to: metrics, cached results, reads at final, marks
// of unverified data, and errors. A call that has nothing to wait for is over when it returns.

import { publicMessage } from '../../base/publicMessage.ts';
import { whenReady } from '../../base/scheduling/whenReady.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import type { Caller } from '../core/caller.ts';
import type { MethodContext } from '../core/context.ts';
import { withEffectsOnce } from '../core/effects.ts';
import type { EndpointKind } from '../core/endpoint.ts';
import type { FinalReads } from '../core/finalReads.ts';
import { isFault } from '../core/isFault.ts';
import type { Method, PreparedCall } from '../core/method.ts';
import { type KeptResult, questionKey } from '../core/responseCache.ts';
import { checkResponseLength } from '../core/responseLength.ts';
import type { UnverifiedKind } from '../core/unverifiedKind.ts';
import type { RpcRequest } from '../messages/envelope.ts';
import { methodNotFound, parseError, RpcError } from '../messages/errors.ts';
import { requireVerified } from '../verification/requireVerified.ts';
import { UnverifiedMarks, watchContext } from '../verification/watchedContext.ts';
import type { NamedMethod } from './registry.ts';

const UNKNOWN_METHOD_LABEL = 'UNSUPPORTED_METHOD';
const ALWAYS = () => true;

/** How a request arrived, and what methods can see of its caller. */
interface Arrival {
  readonly at: EndpointKind;
  readonly showsSecrets?: boolean;
  readonly caller: Pick<Caller, 'source' | 'onGone'>;
}

/** A result that can be cached. */
export type Outcome = { readonly unverified: readonly UnverifiedKind[] } & (
  | { readonly result: string; readonly kept: KeptResult | null }
  | { readonly error: RpcError }
);

interface CallParts {
  readonly context: MethodContext;
  readonly finalReads: FinalReads;
  /** Ends suspended reads. */
  readonly closing: AbortSignal;
}

export class MethodCalls {
  readonly #parts: CallParts;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** Never throws or rejects for what a request can contain. */
  call(
    named: NamedMethod | undefined,
    request: RpcRequest,
    arrival: Arrival,
  ): Outcome | Promise<Outcome> {
    return new MethodCall(this.#parts, named, request, arrival).run();
  }
}

/** One call, from its request to its outcome. */
class MethodCall {
  readonly #parts: CallParts;
  readonly #context: MethodContext;
  readonly #named: NamedMethod | undefined;
  readonly #request: RpcRequest;
  readonly #arrival: Arrival;
  readonly #marks = new UnverifiedMarks();
  readonly #finish: (label: string, errorCode: number | null) => void;
  /** The name in metrics. */
  #label: string;
  #question: string | null = null;
  #age: number | undefined;
  #isCurrent = ALWAYS;
  #prepared: PreparedCall | null = null;
  #leave: (() => void) | undefined;

  constructor(
    parts: CallParts,
    named: NamedMethod | undefined,
    request: RpcRequest,
    arrival: Arrival,
  ) {
    this.#parts = parts;
    this.#context = parts.context;
    this.#named = named;
    this.#request = request;
    this.#arrival = arrival;
    this.#label = named === undefined ? UNKNOWN_METHOD_LABEL : request.method;
    this.#finish = parts.context.metrics.startRequest();
  }

  run(): Outcome | Promise<Outcome> {
    try {
      const outcome = whenReady(this.#awaitFinal(), () => this.#answer());
      return outcome instanceof Promise ? outcome.catch((thrown) => this.#fail(thrown)) : outcome;
    } catch (thrown) {
      return this.#fail(thrown);
    }
  }

  get #method(): Method {
    if (this.#named === undefined) throw methodNotFound(this.#request.method);
    return this.#named.method;
  }

  #awaitFinal(): void | Promise<void> {
    const { finalReads } = this.#parts;
    const method = this.#method;
    if (!method.mayReadFinal || !finalReads.isPending) return;
    const { at, caller } = this.#arrival;
    if (method.prepare(this.#request.params, at).isAtFinal) return finalReads.wait(caller.onGone);
  }

  #answer(): Outcome | Promise<Outcome> {
    const method = this.#method;
    this.#question = this.#questionOf(method);
    const known = this.#recall();
    if (known !== null) return known;
    this.#age = this.#context.answers?.age;
    this.#isCurrent = this.#watchVariance(method);
    const prepared = method.prepare(this.#request.params, this.#arrival.at);
    this.#prepared = prepared;
    this.#label = prepared.label ?? this.#label;
    prepared.count(this.#context, this.#request.method);
    const context = this.#contextOf(method);
    this.#leave = method.enter?.(this.#context);
    return whenReady(this.#run(prepared, context), (result) => this.#succeed(result));
  }

  #recall(): Outcome | null {
    if (this.#question === null) return null;
    const known = this.#context.answers?.result(this.#question);
    if (!known?.isCurrent()) return null;
    known.count();
    this.#finish(known.label, null);
    return { result: known.result, kept: known, unverified: known.unverified };
  }

  /** What the method sees of its caller, and effects that happen once. */
  #contextOf(method: Method): MethodContext {
    const { showsSecrets = false, caller } = this.#arrival;
    const { source = '', onGone } = caller;
    const waiter = method.mayWait === true ? onGone : undefined;
    const isNobody = !showsSecrets && source === '' && waiter === undefined;
    const own = this.#context;
    // These are fields of the copied object already: new ones would take thirty times as long.
    const context = isNobody ? own : { ...own, showsSecrets, source, onGone: waiter };
    const hasEffects = method.isSubmission === true || method.isControl === true;
    return hasEffects ? withEffectsOnce(context) : context;
  }

  #run(call: PreparedCall, context: MethodContext): string | Promise<string> {
    const { verification } = context;
    const watched = watchContext(context, this.#marks);
    const run = () => runSuspended(() => call.run(watched), this.#parts.closing);
    if (verification?.isRequired !== true) return run();
    return requireVerified(run, this.#marks);
  }

  #succeed(result: string): Outcome {
    const method = this.#method;
    if (method.isControl !== true) checkResponseLength(this.#context, result.length);
    this.#finish(this.#label, null);
    this.#freePlace();
    const unverified = this.#marks.list();
    return { result, kept: this.#keep(method, result, unverified), unverified };
  }

  #fail(thrown: unknown): Outcome {
    this.#freePlace();
    const error = thrown instanceof RpcError ? thrown : this.#explain(thrown);
    const isUndecodable = this.#prepared === null && this.#named?.method.isSubmission === true;
    if (isUndecodable) this.#context.refused?.addUndecodable(`${JSON.parse(error.fields.data)}`);
    this.#finish(this.#label, error.fields.code);
    return { error, unverified: this.#marks.list() };
  }

  #freePlace(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Unexpected errors are reported, and the node keeps running. */
  #explain(thrown: unknown): RpcError {
    return explainFailure(thrown, this.#named, this.#request, this.#context);
  }

  /** The cache key of the result; null if the method's results are not cached. */
  #questionOf({ holds, differsAtOwnPath }: Method): string | null {
    if (holds === undefined || this.#context.answers === undefined) return null;
    return questionKey(this.#request, differsAtOwnPath ? this.#arrival.at : 'root');
  }

  /** Returns a check for whether the state that the method varies with has changed since. */
  #watchVariance({ varies }: Method): () => boolean {
    if (varies === undefined) return ALWAYS;
    const context = this.#context;
    const now = varies(context);
    return () => varies(context) === now;
  }

  /** Null if it is not cached, for example because a block has arrived since. */
  #keep(
    { holds }: Method,
    result: string,
    unverified: readonly UnverifiedKind[],
  ): KeptResult | null {
    const { answers } = this.#context;
    const prepared = this.#prepared;
    if (this.#question === null || answers === undefined || prepared === null) return null;
    if (!answers.isOfAge(this.#age) || !holds?.(result)) return null;
    if (!answers.noteQuestion(this.#question)) return null;
    const context = this.#context;
    const { method } = this.#request;
    const kept = {
      label: this.#label,
      result,
      count: () => prepared.count(context, method),
      isAtFinal: prepared.isAtFinal,
      isCurrent: this.#isCurrent,
      unverified,
    };
    answers.keepResult(this.#question, kept);
    return kept;
  }
}

/** The response to a failure; one that a request cannot cause is reported. */
export function explainFailure(
  thrown: unknown,
  named: NamedMethod | undefined,
  { method }: RpcRequest,
  context: Pick<MethodContext, 'reportFailure'>,
): RpcError {
  const text = publicMessage(thrown);
  if (isFault(thrown)) context.reportFailure(thrown, method);
  return named?.method.errors.INTERNAL_ERROR(text) ?? parseError(text);
}
