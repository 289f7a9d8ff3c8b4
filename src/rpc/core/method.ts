// What a method is: its names, how its params are read, how its result is written, how it fails,
// and what it does. Nothing here or in a method knows of HTTP.

import type { Codec } from '../../codec/codec.ts';
import { type Parser, parseParams, type Schema } from '../params/params.ts';
import type { MethodContext, RpcContext } from './context.ts';
import type { ErrorSet } from './errors.ts';

interface MethodAlias {
  readonly name: string;
  /** Whether the main name should be used instead. */
  readonly isDeprecated: boolean;
}

interface MethodDocs {
  readonly name: string;
  readonly aliases?: readonly MethodAlias[];
  /** The method that replaces this one. */
  readonly successor?: string;
  /** One sentence or two on what it is for. */
  readonly summary: string;
  /** What the result holds. */
  readonly returns: string;
  readonly errors: ErrorSet;
  /** Whether it sends a transaction; batches only read. */
  readonly isSubmission?: boolean;
  /** Whether it controls the chain: only callers with access to controls may (controlAccess.ts). */
  readonly isControl?: boolean;
  /**
   * Whether a result holds until the next block: that is so if it follows from the params, the
   * chain, the configuration and `varies` alone. Absent where no result does.
   */
  readonly holds?: (result: string) => boolean;
  /** What changes between two blocks and shows in results. */
  readonly varies?: (context: RpcContext) => string;
  /** Other names of keys in the params, understood at the method's own path only. */
  readonly synonyms?: Readonly<Record<string, string>>;
}

interface MethodDefinition<P, R> extends MethodDocs {
  readonly params: Parser<P>;
  readonly result: Pick<Codec<R>, 'json'>;
  /** The name in metrics, where it says more than the method's. */
  readonly metricsLabel?: (params: P) => string;
  /** Counts a request, besides what is counted of every one. */
  readonly count?: (context: MethodContext, params: P) => void;
  handle(context: MethodContext, params: P): R | Promise<R>;
}

/** For methods of which every result holds until the next block. */
export const untilNextBlock = (): boolean => true;

/** A call with its params read. */
export interface PreparedCall {
  /** The name in metrics; null for the name by which the method was called. */
  readonly label: string | null;
  /** To be called once for each request. */
  count(context: MethodContext): void;
  /** Gives the JSON text of the result, or throws an RpcError. */
  run(context: MethodContext): Promise<string>;
}

/** A method without the types of its params and result, as the registry keeps it. */
export interface Method extends MethodDocs {
  readonly paramsSchema: Schema;
  /** Reads the params; throws an RpcError when they are not the method's. */
  prepare(params: unknown): PreparedCall;
}

export function defineMethod<P, R>(definition: MethodDefinition<P, R>): Method {
  const { params: parser, result, metricsLabel, count, handle, ...docs } = definition;
  return {
    ...docs,
    paramsSchema: parser.schema,
    prepare: (json) => {
      const params = parseParams(parser, json);
      return {
        label: metricsLabel?.(params) ?? null,
        count: (context) => count?.(context, params),
        run: async (context) => result.json(await handle(context, params)),
      };
    },
  };
}
