// The type of a call: params, result and errors follow from the name of the method.

import type {
  MethodName,
  RpcMethods,
  RpcQueryRequest,
  RpcQueryResults,
  RpcRequestValidationErrorKind,
  RpcTransactionResponse,
  TxExecutionStatus,
} from './generated/wire.ts';

export type ParamsOf<M extends MethodName> = RpcMethods[M]['params'];
export type ResultOf<M extends MethodName> = RpcMethods[M]['result'];

/** The params may be left out where they may be null. */
type ParamsArgument<M extends MethodName> =
  null extends ParamsOf<M> ? [params?: ParamsOf<M>] : [params: ParamsOf<M>];

/** Calls a method; `More` are further arguments. Rejects with an RpcCallError. */
export interface Rpc<More extends readonly unknown[] = []> {
  /** The result of `query` follows from its `request_type`. */
  <K extends keyof RpcQueryResults>(
    method: 'query',
    params: RpcQueryRequest & { readonly request_type: K },
    ...more: More
  ): Promise<RpcQueryResults[K]>;
  <M extends MethodName>(method: M, ...args: [...ParamsArgument<M>, ...More]): Promise<ResultOf<M>>;
}

/**
 * What is known of a transaction at a milestone. Before `EXECUTED_OPTIMISTIC` and `INCLUDED_FINAL`
 * there may be nothing but the milestone itself.
 */
export type TransactionStatus<U extends TxExecutionStatus> = U extends 'NONE' | 'INCLUDED'
  ? RpcTransactionResponse
  : Extract<RpcTransactionResponse, { readonly transaction: unknown }>;

/** One call of a batch. */
export type RpcCall<M extends MethodName = MethodName> = {
  [N in M]: null extends ParamsOf<N>
    ? { readonly method: N; readonly params?: ParamsOf<N> }
    : { readonly method: N; readonly params: ParamsOf<N> };
}[M];

/** The result of a call, as `Rpc` has it. */
export type ResultOfCall<C> = C extends {
  readonly method: 'query';
  readonly params: { readonly request_type: infer K extends keyof RpcQueryResults };
}
  ? RpcQueryResults[K]
  : C extends { readonly method: infer M extends MethodName }
    ? ResultOf<M>
    : never;

/** The error object of a response. `name` says where it comes from, `cause` what it is. */
export type RpcErrorJson<M extends MethodName = MethodName> = {
  /** These three are for older clients; `data` is often the text to show. */
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
} & (
  | { readonly name: 'HANDLER_ERROR'; readonly cause: RpcMethods[M]['error'] }
  | { readonly name: 'REQUEST_VALIDATION_ERROR'; readonly cause: RpcRequestValidationErrorKind }
  | {
      readonly name: 'INTERNAL_ERROR';
      readonly cause: {
        readonly name: 'INTERNAL_ERROR';
        readonly info: { readonly error_message: string };
      };
    }
);
