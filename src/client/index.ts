// The entry point `perigee/client`: the client alone, which also runs in browsers.

export { PerigeeError } from '../base/errors.ts';
export { ArgumentError } from './argumentError.ts';
export type { BatchAnswer } from './batch.ts';
export type { ClientClock } from './clientClock.ts';
export { type Client, type ClientOptions, createClient } from './createClient.ts';
export type { ChainEvent, EventKind, EventQuery } from './eventTypes.ts';
export type { MethodName, RpcMethods, TxExecutionStatus as TxLevel } from './generated/wire.ts';
export type { CallOptions } from './httpExchange.ts';
export type { ParamsOf, ResultOf, Rpc, RpcCall, RpcErrorJson, TransactionStatus } from './rpc.ts';
export { isRpcCallError, RpcCallError } from './rpcCallError.ts';
export { TransportError, type TransportFailure } from './transportError.ts';
export type { WaitOptions } from './waitForTransaction.ts';
