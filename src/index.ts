// The package as a library: a node inside another program.

export type { MiningMode } from './chain/mining.ts';
export { RpcCallError, type RpcErrorJson } from './node/callRpc.ts';
export {
  type AccessKeyJson,
  type ActionJson,
  type CreateNodeOptions,
  createNode,
  type NodeAccount,
  type PerigeeNode,
  type SignedTransactionInput,
} from './node/createNode.ts';
export type { LogLevel } from './node/options.ts';
export type { GasParts, GasReportRow, GasReportView } from './rpc/gasReportView.ts';
export type { TxLevel } from './rpc/txStatus.ts';
