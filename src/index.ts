// The package as a library: a node inside another program, and a client.

export { ERROR_TABLE, type ErrorCode, type ErrorDefinition } from './base/errorTable.ts';
export * from './client/index.ts';
export { createNode } from './embed/createNode.ts';
export type { CreateNodeOptions } from './embed/createNodeOptions.ts';
export type { GivenMining as MiningMode } from './embed/givenMining.ts';
export type {
  ChainTime,
  NodeAccount,
  PerigeeNode,
  ProtocolStep,
  ShardSplit,
  SignedTransactionInput,
  StateSource,
} from './embed/perigeeNode.ts';
export type { GasParts, GasReportRow, GasReportView } from './rpc/controls/gasReportView.ts';
export type { LogLevel } from './telemetry/logLevel.ts';
