// The package as a library: a node inside another program, and a client.

export type { ErrorDefinition } from './base/errorDefinition.ts';
export { ERROR_TABLE, type ErrorCode } from './base/errorTable.ts';
export * from './client/index.ts';
export { createNode } from './embed/createNode.ts';
export type { CreateNodeOptions } from './embed/createNodeOptions.ts';
export type {
  ChainTime,
  ConnectedNode,
  NodeAccount,
  PerigeeNode,
  ProtocolStep,
  ShardSplit,
  SignedTransactionInput,
  StateSource,
} from './embed/perigeeNode.ts';
export type { Abi, NoAbi } from './kit/abiTypes.ts';
export { CallFailedError } from './kit/callFailedError.ts';
export type { CallResult, ContractEvent } from './kit/callResult.ts';
export type {
  Account,
  AccountRef,
  CallOptions,
  Contract,
  DeployOptions,
  KeyedAccount,
  NewAccountOptions,
  TestKit,
} from './kit/kit.ts';
export type { GivenMining as MiningMode } from './project/givenMining.ts';
export { defineConfig, type ProjectConfig } from './project/projectConfig.ts';
export type { GasParts, GasReportRow, GasReportView } from './rpc/core/gasReportView.ts';
export type { LogLevel } from './telemetry/logLevel.ts';
export { connectTestNode } from './testing/connectTestNode.ts';
export { startTestNodes } from './testing/testNodes.ts';
export { SnapshotStack, type TestHooks, useSnapshots } from './testing/useSnapshots.ts';
