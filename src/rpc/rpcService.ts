// The service behind every transport: the bytes of a request in, the bytes of its answer out. A
// door is where a request came in: the root, where it names its method and HTTP statuses are the
// reference's, or a method's own path, where every answer has status 200.

import { PerigeeError } from '../base/errors.ts';
import { answerBatch } from './batch.ts';
import type { MethodContext, RpcContext } from './context.ts';
import {
  formatError,
  formatResult,
  isDoorFault,
  jsonAnswer,
  NO_ID,
  type RpcAnswer,
  type RpcRequest,
  readBody,
  readDoorRequest,
  readRootRequest,
  textAnswer,
} from './envelope.ts';
import { httpStatusOf, methodNotFound, parseError, RpcError } from './errors.ts';
import type { Method } from './method.ts';
import { isRecord } from './params.ts';
import { Parking } from './parking.ts';
import { type NamedMethod, REGISTRY } from './registry.ts';

/** The path of a method without its slash, or the root. */
export type Door = { readonly kind: 'root' } | { readonly kind: 'method'; readonly name: string };

/** Who asks. */
export interface Caller {
  /** Whether it is a program on this machine, and no page of another one in a browser. */
  readonly isLocal: boolean;
}

const STRANGER: Caller = { isLocal: false };

const UNKNOWN_METHOD_LABEL = 'UNSUPPORTED_METHOD';

type Outcome = { readonly result: string } | { readonly error: RpcError };

export class RpcService {
  readonly #context: MethodContext;

  constructor(context: RpcContext) {
    this.#context = { ...context, parking: new Parking(context) };
  }

  /** Ends the requests that wait for the chain, as if their time were over. */
  close(): void {
    this.#context.parking.close();
  }

  async handle(door: Door, body: Uint8Array, caller: Caller = STRANGER): Promise<RpcAnswer> {
    if (door.kind === 'root') return this.#handleRoot(body, caller);
    return this.#handleMethod(door.name, body, caller);
  }

  async #handleRoot(body: Uint8Array, caller: Caller): Promise<RpcAnswer> {
    const read = readBody(body);
    if (read.fault !== null) {
      return textAnswer(400, `Failed to parse the request body as JSON: ${read.fault}`);
    }
    const { limits } = this.#context;
    if (Array.isArray(read.value)) {
      return answerBatch(read.value, limits, (request) => this.#answerEntry(request));
    }
    let request: RpcRequest;
    try {
      request = readRootRequest(read.value, read.hasDuplicateKeys);
    } catch (error) {
      if (error instanceof RpcError) return jsonAnswer(400, formatError(error, NO_ID));
      throw error;
    }
    const outcome = await this.#call(this.#find(request.method, caller), request);
    const status =
      'error' in outcome
        ? httpStatusOf(outcome.error, () => this.#isBelowHead(request.params))
        : 200;
    return jsonAnswer(status, formatOutcome(outcome, request.id));
  }

  /** Controls exist for clients on the same machine only. */
  #find(name: string, { isLocal }: Caller): NamedMethod | undefined {
    const named = REGISTRY.get(name);
    const isAllowed = isLocal && this.#context.controls !== undefined;
    return named?.method.isControl === true && !isAllowed ? undefined : named;
  }

  /** Batches only read: what sends a transaction or controls the chain is not found there. */
  async #answerEntry(request: RpcRequest): Promise<string> {
    const named = this.#find(request.method, STRANGER);
    const isRead = named !== undefined && named.method.isSubmission !== true;
    return formatOutcome(await this.#call(isRead ? named : undefined, request), request.id);
  }

  async #handleMethod(name: string, body: Uint8Array, caller: Caller): Promise<RpcAnswer> {
    const named = this.#find(name, caller);
    const request = readDoorRequest(name, readBody(body));
    if (named === undefined) return jsonAnswer(200, formatError(methodNotFound(name), request.id));
    if (isDoorFault(request)) return jsonAnswer(200, formatError(request.error, request.id));
    const params = renameKeys(named.method, request.params);
    const outcome = await this.#call(named, { ...request, params });
    return jsonAnswer(200, formatOutcome(outcome, request.id));
  }

  async #call(named: NamedMethod | undefined, request: RpcRequest): Promise<Outcome> {
    const finish = this.#context.metrics.startRequest();
    let label = named === undefined ? UNKNOWN_METHOD_LABEL : request.method;
    try {
      if (named === undefined) throw methodNotFound(request.method);
      const call = named.method.prepare(request.params);
      label = call.label ?? label;
      const result = await call.run(this.#context);
      finish(label, null);
      return { result };
    } catch (thrown) {
      const error = thrown instanceof RpcError ? thrown : this.#explain(thrown, named, request);
      finish(label, error.fields.code);
      return { error };
    }
  }

  /** A fault of ours is told as it is, and the node goes on. */
  #explain(thrown: unknown, named: NamedMethod | undefined, request: RpcRequest): RpcError {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    if (!(thrown instanceof PerigeeError)) this.#context.reportFailure(thrown, request.method);
    return named?.method.errors.INTERNAL_ERROR(text) ?? parseError(text);
  }

  /** Whether the params name a height that the chain has passed. */
  #isBelowHead(params: unknown): boolean {
    if (!isRecord(params)) return false;
    const { block_id: height } = params;
    const isHeight = typeof height === 'bigint' || typeof height === 'number';
    return isHeight && height >= 0 && height < this.#context.chain.head().height;
  }
}

function formatOutcome(outcome: Outcome, id: string): string {
  return 'error' in outcome ? formatError(outcome.error, id) : formatResult(outcome.result, id);
}

/** Gives keys the names that the method knows, unless they are there already. */
function renameKeys({ synonyms }: Method, params: unknown): unknown {
  if (synonyms === undefined || !isRecord(params)) return params;
  const renamed = Object.entries(params).map(([key, value]) => {
    const known = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
    return [known !== undefined && !Object.hasOwn(params, known) ? known : key, value];
  });
  return Object.fromEntries(renamed);
}
