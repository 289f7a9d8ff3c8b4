// The declaration of a method: its names, params, result, errors and implementation. Methods do not
// depend on HTTP.

import { whenReady } from '../../base/scheduling/whenReady.ts';
import type { Codec, JsonWriter } from '../../codec/codec.ts';
import { type Describe, NULL } from '../../codec/schema.ts';
import type { ErrorSet } from '../messages/errors.ts';
import { type BlockReference, isFinalReference } from '../params/blockReference.ts';
import { parseParams } from '../params/params.ts';
import type { MethodContext, RpcContext } from './context.ts';
import type { EndpointKind } from './endpoint.ts';

interface MethodAlias {
  readonly name: string;
  /** Whether the alias is deprecated in favour of the main name. */
  readonly isDeprecated: boolean;
}

interface MethodDocs {
  readonly name: string;
  readonly aliases?: readonly MethodAlias[];
  /** The method that replaces this one. */
  readonly successor?: string;
  /** One or two sentences on its purpose. */
  readonly summary: string;
  /** What the result holds. */
  readonly returns: string;
  readonly errors: ErrorSet;
  /** Whether it sends a transaction, which batches do not allow. */
  readonly isSubmission?: boolean;
  /** Whether it lists keys of the store, which a cluster cannot: it finds rows by their keys. */
  readonly isListing?: boolean;
  /** Whether it may wait for a transaction, as long as its client is there. */
  readonly mayWait?: boolean;
  /** Whether this node has the method; absent if every node does. */
  readonly isServed?: (context: RpcContext) => boolean;
  /**
   * Occupies a place while the method runs, or throws. A suspended read repeats `handle`, but not
   * this. The returned function frees the place.
   */
  readonly enter?: (context: MethodContext) => () => void;
  /** Whether it controls the chain, which requires access to controls (controlAccess.ts). */
  readonly isControl?: boolean;
  /**
   * Whether a result is valid until the next block: true if it depends on the params, the chain,
   * the configuration and `varies` alone. Absent if no result is.
   */
  readonly holds?: (result: string) => boolean;
  /** State that results depend on and that changes between blocks. */
  readonly varies?: (context: RpcContext) => string;
}

interface Forms<P, R> {
  readonly params: Codec<P>;
  readonly result: JsonWriter<R>;
}

interface MethodDefinition<P, R> extends MethodDocs, Forms<P, R> {
  /**
   * What differs at `POST /<method>`, where the interface description takes precedence. The schema
   * of a method covers both.
   */
  readonly ownPath?: Partial<Forms<P, R>>;
  /** The name in metrics, if it is more specific than the method's. */
  readonly metricsLabel?: (params: P) => string;
  /** The block that the result is about, if params may name it by its finality. */
  readonly blockOf?: (params: P) => BlockReference;
  /** Counts a request by the name it used, in addition to the metrics of every request. */
  readonly count?: (context: MethodContext, params: P, name: string) => void;
  handle(context: MethodContext, params: P): R | Promise<R>;
}

/** For methods whose results are always valid until the next block. */
export const untilNextBlock = (): boolean => true;

/** The result null. */
export const nothing: JsonWriter<unknown> = {
  json: () => 'null',
  schema: () => NULL,
};

/** A call with parsed params. */
export interface PreparedCall {
  /** The name in metrics; null for the name that the request used. */
  readonly label: string | null;
  /** Whether it reads the newest final block. */
  readonly isAtFinal: boolean;
  /** Call once for each request, with the name that it used. */
  count(context: MethodContext, name: string): void;
  /** Returns the JSON text of the result, at once if nothing waits, or throws an RpcError. */
  run(context: MethodContext): string | Promise<string>;
}

/** A method without the types of its params and result, as the registry keeps it. */
export interface Method extends MethodDocs {
  readonly paramsSchema: Describe;
  readonly resultSchema: Describe;
  /** Whether its params can name the newest final block. */
  readonly mayReadFinal: boolean;
  /** Whether the same params may give another response at the method's own path. */
  readonly differsAtOwnPath: boolean;
  /** Parses the params; throws an RpcError if they are invalid. */
  prepare(params: unknown, at: EndpointKind): PreparedCall;
}

export function defineMethod<P, R>(definition: MethodDefinition<P, R>): Method {
  const { params: rootParams, result: rootResult, ownPath, ...rest } = definition;
  const { metricsLabel, blockOf, count, handle, ...docs } = rest;
  const root = { params: rootParams, result: rootResult };
  const forms = { root, method: { ...root, ...ownPath } };
  return {
    ...docs,
    paramsSchema: forms.method.params.schema,
    resultSchema: forms.method.result.schema,
    mayReadFinal: blockOf !== undefined,
    differsAtOwnPath: ownPath !== undefined,
    prepare: (json, at) => {
      const { params: codec, result } = forms[at];
      const params = parseParams(codec, json);
      return {
        label: metricsLabel?.(params) ?? null,
        isAtFinal: isFinalReference(blockOf?.(params)),
        count: (context, name) => count?.(context, params, name),
        run: (context) => whenReady(handle(context, params), (value) => result.json(value)),
      };
    },
  };
}
