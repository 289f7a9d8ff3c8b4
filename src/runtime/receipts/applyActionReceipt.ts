// Executes a receipt whose inputs are all available. Its state changes are committed or reverted as
// a whole; gas, refunds and the outcome remain in either case.

import { assert } from '../../base/assert.ts';
import { joinLists } from '../../base/collections/joinLists.ts';
import { readAccount, writeAccount } from '../../state/accounts.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { missingStorageStake } from '../../state/storageStake.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import { createReceiptMetadata, type OutcomeWithId } from '../../types/outcome.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { totalDeposit } from '../fees/fees.ts';
import type { ReceiptOfActions } from '../results/actionResult.ts';
import { computeRefunds, NO_REFUNDS, type Refunds } from '../results/refunds.ts';
import { gasBurnPrice, payGasReward } from './gasReward.ts';
import { executionStatus, listedReceiptIds, padContracts } from './receiptOutcome.ts';
import { assignReceiptIds, deliverResult } from './resultData.ts';
import { type Execution, failExecution, runActions, startExecution } from './runActions.ts';
import { takeInputs } from './takeInputs.ts';

/** Tokens that leave the supply, by their reason. */
interface BurntTokens {
  /** For gas, and by actions; the outcome shows it. */
  readonly executing: bigint;
  /** Refunds without a recipient. */
  readonly lost: bigint;
  /** Deposits of one yoctoNEAR that are created from nothing; they enter the supply. */
  readonly subsidized: bigint;
  /** The part of the price of gas that goes to the contract that burnt it. */
  readonly rewarded: bigint;
}

export interface ExecutedReceipt {
  readonly outcome: OutcomeWithId;
  readonly compute: bigint;
  /** In the order of their ids. */
  readonly newReceipts: readonly Receipt[];
  readonly proposals: readonly ValidatorStake[];
  readonly burnt: BurntTokens;
}

export function applyActionReceipt(
  chunk: ChunkContext,
  state: StateUpdate,
  receipt: Receipt,
): ExecutedReceipt {
  const envelope = actionReceipt(receipt);
  assert(envelope !== null, 'only receipts with actions are executed');
  const { receiptId: receiptHash, receiverId } = receipt;
  const inputs = takeInputs(chunk.protocol, state, { receipt, envelope });
  // The inputs are used up even if the receipt fails.
  state.commit({ kind: 'ActionReceiptProcessingStarted', value: { receiptHash } });
  const account = readAccount(state, receiverId);
  chunk.observer?.beginReceipt(receipt);
  const start = startExecution(chunk, account, receipt.predecessorId);
  let execution: Execution;
  if (inputs.kind === 'refused') {
    execution = failExecution(start, inputs.error, null);
  } else {
    const promiseResults = inputs.results;
    const actions = runActions({ chunk, state, receipt, envelope, promiseResults }, start);
    execution = storeAccount(chunk, state, receipt, actions);
  }
  if (execution.error === null) state.commit({ kind: 'ReceiptProcessing', value: { receiptHash } });
  else state.rollback();
  const both = { receipt, envelope };
  const rewarded = payGasReward(chunk, state, both, execution.contractGasBurnt);
  chunk.observer?.endReceipt();
  return settleReceipt(chunk, both, execution, { rewarded, wasAbsent: account === null });
}

/** Writes the account, if it exists and can pay for its storage. */
function storeAccount(
  { protocol }: ChunkContext,
  state: StateUpdate,
  { receiverId: accountId }: Receipt,
  execution: Execution,
): Execution {
  const { account, error } = execution;
  if (error !== null || account === null) return execution;
  const amount = missingStorageStake(protocol.storage, account);
  if (amount > 0n) {
    // The account's state as a whole is to blame, and no single action.
    const kind = { kind: 'LackBalanceForState', value: { accountId, amount } } as const;
    return failExecution(execution, kind, null);
  }
  writeAccount(state, accountId, account);
  return execution;
}

/** Refunds, results for waiting receipts, burnt tokens, and the outcome. */
function settleReceipt(
  chunk: ChunkContext,
  both: ReceiptOfActions,
  execution: Execution,
  { rewarded, wasAbsent }: { rewarded: bigint; wasAbsent: boolean },
): ExecutedReceipt {
  const { block } = chunk;
  const { envelope, receipt } = both;
  const { compute, error, gasBurnt, proposals, subsidizedAmount: subsidized } = execution;
  const burnPrice = gasBurnPrice(chunk, both);
  const isRefund = receipt.predecessorId === SYSTEM_ACCOUNT;
  const refunds = isRefund ? NO_REFUNDS : refund(chunk, both, execution, { burnPrice, wasAbsent });
  const lost = isRefund && error !== null ? totalDeposit(envelope.actions) : 0n;
  // A refund shows the gas that it uses, but is free.
  const gasPaid = isRefund ? 0n : gasBurnt;
  const executing = burnPrice * gasPaid + refunds.charge + execution.tokensBurnt;

  const made = joinLists(execution.newReceipts, refunds.receipts);
  const returned = error === null ? execution.returnData : null;
  const delivered = deliverResult(both, made, returned);
  const newReceipts = assignReceiptIds(delivered, receipt.receiptId, block.height);
  const outcome = createOutcome(chunk, both, execution, { newReceipts, tokensBurnt: executing });
  const burnt = { executing, lost, subsidized, rewarded };
  return { outcome, compute, newReceipts, proposals, burnt };
}

function refund(
  { protocol }: ChunkContext,
  { envelope, receipt }: ReceiptOfActions,
  { account, error, gasBurnt, gasUsed }: Execution,
  { burnPrice, wasAbsent }: { burnPrice: bigint; wasAbsent: boolean },
): Refunds {
  const hasFailed = error !== null;
  const hasCreatedAccount = !hasFailed && wasAbsent && account !== null;
  return computeRefunds({
    envelope,
    receipt,
    protocol,
    burnPrice,
    gasBurnt,
    gasUsed,
    hasFailed,
    hasCreatedAccount,
  });
}

function createOutcome(
  chunk: ChunkContext,
  { envelope, receipt }: ReceiptOfActions,
  execution: Execution,
  { newReceipts, tokensBurnt }: { newReceipts: readonly Receipt[]; tokensBurnt: bigint },
): OutcomeWithId {
  const { contracts, error, gasBurnt, logs, profile, returnData } = execution;
  return {
    id: receipt.receiptId,
    outcome: {
      logs,
      receiptIds: listedReceiptIds(newReceipts),
      gasBurnt,
      tokensBurnt,
      executorId: receipt.receiverId,
      status: executionStatus(error, returnData, newReceipts),
      metadata: createReceiptMetadata(chunk.protocol.formats.outcomeMetadata, {
        profile,
        contracts: padContracts(contracts, envelope.actions.length),
      }),
    },
  };
}
