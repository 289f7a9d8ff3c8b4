// Calls methods with the client that `@hey-api/openapi-ts` generated next to this file. Compiled by
// test/schemaTools.

import { createClient } from './generated/client/index.js';
import * as sdk from './generated/index.js';

const OPERATIONS = {
  block: sdk.block,
  block_effects: sdk.blockEffects,
  broadcast_tx_async: sdk.broadcastTxAsync,
  changes: sdk.changes,
  chunk: sdk.chunk,
  client_config: sdk.clientConfig,
  EXPERIMENTAL_call_function: sdk.experimentalCallFunction,
  EXPERIMENTAL_changes: sdk.experimentalChanges,
  EXPERIMENTAL_congestion_level: sdk.experimentalCongestionLevel,
  EXPERIMENTAL_light_client_block_proof: sdk.experimentalLightClientBlockProof,
  EXPERIMENTAL_protocol_config: sdk.experimentalProtocolConfig,
  EXPERIMENTAL_receipt: sdk.experimentalReceipt,
  EXPERIMENTAL_receipt_to_tx: sdk.experimentalReceiptToTx,
  EXPERIMENTAL_validators_ordered: sdk.experimentalValidatorsOrdered,
  EXPERIMENTAL_view_account: sdk.experimentalViewAccount,
  gas_price: sdk.gasPrice,
  genesis_config: sdk.genesisConfig,
  health: sdk.health,
  light_client_proof: sdk.lightClientProof,
  maintenance_windows: sdk.maintenanceWindows,
  network_info: sdk.networkInfo,
  next_light_client_block: sdk.nextLightClientBlock,
  query: sdk.query,
  send_tx: sdk.sendTx,
  status: sdk.status,
  tx: sdk.tx,
  tx_status: sdk.txStatus,
  validators: sdk.validators,
};

type Response<M extends Method> = Awaited<ReturnType<(typeof OPERATIONS)[M]>>['data'];
type ResultOf<R> = R extends { result: infer Result } ? Result : never;
type ErrorOf<R> = R extends { error: infer Failure } ? Failure : never;

export type Method = keyof typeof OPERATIONS;
export type Params<M extends Method> = Parameters<(typeof OPERATIONS)[M]>[0]['body']['params'];
export type Result<M extends Method> = ResultOf<Response<M>>;
export type Failure<M extends Method> = ErrorOf<Response<M>>;
export type Outcome = sdk.FinalExecutionOutcomeWithReceiptView;

export type Call = <M extends Method>(
  method: M,
  params: Params<M>,
) => Promise<{ result?: Result<M>; error?: Failure<M> }>;

export function createCall(baseUrl: string): Call {
  const client = createClient({ baseUrl });
  return async (method, params) => {
    const body = { jsonrpc: '2.0', id: 'scenario', method, params };
    const { data } = await OPERATIONS[method]({ client, body } as never);
    return data as never;
  };
}
