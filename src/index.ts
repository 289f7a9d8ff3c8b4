// The package as a library: a node inside another program.

export { ArgumentError } from './node/argumentError.ts';
export { RpcCallError, type RpcErrorJson } from './node/callRpc.ts';
export { createNode } from './node/createNode.ts';
export type { CreateNodeOptions } from './node/createNodeOptions.ts';
export type { GivenMining as MiningMode } from './node/givenMining.ts';
export type { LogLevel } from './node/options.ts';
export type {
  AccessKeyJson,
  ActionJson,
  ChainTime,
  NodeAccount,
  PerigeeNode,
  SignedTransactionInput,
  StateSource,
} from './node/perigeeNode.ts';
export type { GasParts, GasReportRow, GasReportView } from './rpc/gasReportView.ts';
export type { TxLevel } from './rpc/txStatus.ts';
