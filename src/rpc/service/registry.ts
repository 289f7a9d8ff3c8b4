// All methods by their names on the wire, aliases included. Names are exact and case-sensitive.

import type { Method } from '../core/method.ts';
import { block } from '../methods/block.ts';
import { blockEffects } from '../methods/block_effects.ts';
import { broadcastTxAsync } from '../methods/broadcast_tx_async.ts';
import { broadcastTxCommit } from '../methods/broadcast_tx_commit.ts';
import { changes } from '../methods/changes.ts';
import { chunk } from '../methods/chunk.ts';
import { clientConfig } from '../methods/client_config.ts';
import { callFunctionMethod } from '../methods/EXPERIMENTAL_call_function.ts';
import { congestionLevelMethod } from '../methods/EXPERIMENTAL_congestion_level.ts';
import { indexerBlock } from '../methods/EXPERIMENTAL_indexer_block.ts';
import { lightClientBlockProof } from '../methods/EXPERIMENTAL_light_client_block_proof.ts';
import { lightClientChunkExecutionProof } from '../methods/EXPERIMENTAL_light_client_chunk_execution_proof.ts';
import { lightClientExecutionOutcomeProof } from '../methods/EXPERIMENTAL_light_client_execution_outcome_proof.ts';
import { lightClientStateProof } from '../methods/EXPERIMENTAL_light_client_state_proof.ts';
import { protocolConfig } from '../methods/EXPERIMENTAL_protocol_config.ts';
import { receipt } from '../methods/EXPERIMENTAL_receipt.ts';
import { receiptToTx } from '../methods/EXPERIMENTAL_receipt_to_tx.ts';
import { splitStorageInfo } from '../methods/EXPERIMENTAL_split_storage_info.ts';
import { validatorsOrdered } from '../methods/EXPERIMENTAL_validators_ordered.ts';
import { viewAccessKeyMethod } from '../methods/EXPERIMENTAL_view_access_key.ts';
import { viewAccessKeyListMethod } from '../methods/EXPERIMENTAL_view_access_key_list.ts';
import { viewAccountMethod } from '../methods/EXPERIMENTAL_view_account.ts';
import { viewCodeMethod } from '../methods/EXPERIMENTAL_view_code.ts';
import { viewGasKeyNoncesMethod } from '../methods/EXPERIMENTAL_view_gas_key_nonces.ts';
import { viewStateMethod } from '../methods/EXPERIMENTAL_view_state.ts';
import { gasPrice } from '../methods/gas_price.ts';
import { genesisConfig } from '../methods/genesis_config.ts';
import { health } from '../methods/health.ts';
import { lightClientProof } from '../methods/light_client_proof.ts';
import { maintenanceWindows } from '../methods/maintenance_windows.ts';
import { networkInfo } from '../methods/network_info.ts';
import { nextLightClientBlock } from '../methods/next_light_client_block.ts';
import { accountContracts } from '../methods/perigee_account_contracts.ts';
import { accountHistory } from '../methods/perigee_account_history.ts';
import { accounts } from '../methods/perigee_accounts.ts';
import { advanceTime } from '../methods/perigee_advance_time.ts';
import { call } from '../methods/perigee_call.ts';
import { controls } from '../methods/perigee_controls.ts';
import { coverage } from '../methods/perigee_coverage.ts';
import { deleteAccount } from '../methods/perigee_delete_account.ts';
import { dropSnapshot } from '../methods/perigee_drop_snapshot.ts';
import { dumpState } from '../methods/perigee_dump_state.ts';
import { findHashes } from '../methods/perigee_find_hashes.ts';
import { gasReport } from '../methods/perigee_gas_report.ts';
import { impersonate } from '../methods/perigee_impersonate.ts';
import { keyAccounts } from '../methods/perigee_key_accounts.ts';
import { loadState } from '../methods/perigee_load_state.ts';
import { mine } from '../methods/perigee_mine.ts';
import { profileTransaction } from '../methods/perigee_profile_transaction.ts';
import { refusedTransactions } from '../methods/perigee_refused_transactions.ts';
import { requests } from '../methods/perigee_requests.ts';
import { reset } from '../methods/perigee_reset.ts';
import { revert } from '../methods/perigee_revert.ts';
import { revertTo } from '../methods/perigee_revert_to.ts';
import { rows } from '../methods/perigee_rows.ts';
import { setAccessKey } from '../methods/perigee_set_access_key.ts';
import { setBalance } from '../methods/perigee_set_balance.ts';
import { setCode } from '../methods/perigee_set_code.ts';
import { setMining } from '../methods/perigee_set_mining.ts';
import { setNextBlockTimestamp } from '../methods/perigee_set_next_block_timestamp.ts';
import { setProtocol } from '../methods/perigee_set_protocol.ts';
import { setStorage } from '../methods/perigee_set_storage.ts';
import { setTime } from '../methods/perigee_set_time.ts';
import { simulate } from '../methods/perigee_simulate.ts';
import { snapshot } from '../methods/perigee_snapshot.ts';
import { splitShard } from '../methods/perigee_split_shard.ts';
import { subAccounts } from '../methods/perigee_sub_accounts.ts';
import { traceTransaction } from '../methods/perigee_trace_transaction.ts';
import { transactionGas } from '../methods/perigee_transaction_gas.ts';
import { query } from '../methods/query.ts';
import { fastForward } from '../methods/sandbox_fast_forward.ts';
import { patchState } from '../methods/sandbox_patch_state.ts';
import { sendTx } from '../methods/send_tx.ts';
import { status } from '../methods/status.ts';
import { tx } from '../methods/tx.ts';
import { txStatus } from '../methods/tx_status.ts';
import { validators } from '../methods/validators.ts';

/** Methods about one topic, which have a page of the reference. */
export interface MethodTopic {
  readonly title: string;
  /** The name of the page. */
  readonly page: string;
  readonly methods: readonly Method[];
}

/** In the order of the reference. */
export const TOPICS: readonly MethodTopic[] = [
  {
    title: 'Transactions and receipts',
    page: 'transactions',
    methods: [
      txStatus,
      tx,
      sendTx,
      broadcastTxAsync,
      broadcastTxCommit,
      receipt,
      receiptToTx,
      traceTransaction,
      simulate,
      profileTransaction,
    ],
  },
  {
    title: 'Blocks and what they did',
    page: 'blocks',
    methods: [
      block,
      chunk,
      changes,
      blockEffects,
      findHashes,
      indexerBlock,
      gasPrice,
      congestionLevelMethod,
      coverage,
    ],
  },
  {
    title: 'State',
    page: 'state',
    methods: [
      query,
      viewAccountMethod,
      viewAccessKeyMethod,
      viewAccessKeyListMethod,
      viewGasKeyNoncesMethod,
      viewCodeMethod,
      viewStateMethod,
      callFunctionMethod,
      call,
      accountHistory,
      subAccounts,
      keyAccounts,
      accountContracts,
    ],
  },
  {
    title: 'Validators and epochs',
    page: 'validators',
    methods: [validators, validatorsOrdered, maintenanceWindows],
  },
  {
    title: 'Light clients',
    page: 'light-clients',
    methods: [
      nextLightClientBlock,
      lightClientProof,
      lightClientBlockProof,
      lightClientChunkExecutionProof,
      lightClientExecutionOutcomeProof,
      lightClientStateProof,
    ],
  },
  {
    title: 'The node and its chain',
    page: 'node',
    methods: [
      status,
      health,
      networkInfo,
      clientConfig,
      genesisConfig,
      protocolConfig,
      splitStorageInfo,
    ],
  },
  {
    title: 'Controls of a local chain',
    page: 'controls',
    methods: [
      accounts,
      controls,
      mine,
      setMining,
      setProtocol,
      splitShard,
      advanceTime,
      setTime,
      setNextBlockTimestamp,
      fastForward,
      snapshot,
      revert,
      revertTo,
      dropSnapshot,
      reset,
      dumpState,
      loadState,
      patchState,
      setBalance,
      setCode,
      setStorage,
      setAccessKey,
      deleteAccount,
      impersonate,
      gasReport,
      transactionGas,
      rows,
      requests,
      refusedTransactions,
    ],
  },
];

export const METHODS: readonly Method[] = TOPICS.flatMap(({ methods }) => methods);

/** A method under one of its names. */
export interface NamedMethod {
  readonly name: string;
  readonly method: Method;
  readonly isDeprecated: boolean;
  /** The name to use instead of a deprecated one. */
  readonly successor: string | null;
}

export const REGISTRY: ReadonlyMap<string, NamedMethod> = new Map(
  METHODS.flatMap(listNames).map((named) => [named.name, named]),
);

function listNames(method: Method): NamedMethod[] {
  const { name, successor = null } = method;
  const aliases = (method.aliases ?? []).map((alias) => ({
    name: alias.name,
    method,
    isDeprecated: alias.isDeprecated,
    successor: alias.isDeprecated ? name : null,
  }));
  return [{ name, method, isDeprecated: successor !== null, successor }, ...aliases];
}

export function isControl(name: string): boolean {
  return REGISTRY.get(name)?.method.isControl === true;
}
