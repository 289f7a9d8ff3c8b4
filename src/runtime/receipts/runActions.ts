// The actions of a receipt, one after another until one fails. The sums of what they did are one
// value; a failure keeps gas, logs and profile and drops all else.

import { joinLists } from '../../base/collections/joinLists.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { Account, AccountContract } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type { ActionError, ActionErrorKind } from '../../types/actionErrors.ts';
import type { GasProfile } from '../../types/outcome.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { PromiseResult, ReturnData } from '../../vm/vmTypes.ts';
import { applyAction } from '../actions/applyAction.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { type Cost, execFee, receiptExecFee } from '../fees/fees.ts';
import type { ActionContext, ActionResult, ReceiptOfActions } from '../results/actionResult.ts';
import { addProfiles, EMPTY_PROFILE } from './receiptOutcome.ts';
import { validateReceipt } from './validateReceipt.ts';

/** What the actions of a receipt have done so far. */
export interface Execution {
  readonly error: ActionError | null;
  readonly account: Account | null;
  readonly actorId: AccountId;
  readonly gasBurnt: bigint;
  readonly gasUsed: bigint;
  /** The part of the burnt gas that contracts have burnt. */
  readonly contractGasBurnt: bigint;
  readonly compute: bigint;
  readonly profile: GasProfile;
  readonly logs: readonly string[];
  /** The contract of the account before each action that was tried. */
  readonly contracts: readonly AccountContract[];
  /** The result of the last action; the others' results are discarded. */
  readonly returnData: ReturnData;
  readonly newReceipts: readonly Receipt[];
  readonly proposals: readonly ValidatorStake[];
  readonly tokensBurnt: bigint;
  readonly subsidizedAmount: bigint;
}

/** The start of an execution: only the receipt itself has cost something. */
export function startExecution(
  { protocol }: ChunkContext,
  account: Account | null,
  actorId: AccountId,
): Execution {
  const { gas, compute } = receiptExecFee(protocol);
  return {
    error: null,
    account,
    actorId,
    gasBurnt: gas,
    gasUsed: gas,
    contractGasBurnt: 0n,
    compute,
    profile: EMPTY_PROFILE,
    logs: [],
    contracts: [],
    // Named one by one, because spreading them here is slow.
    returnData: NO_EFFECTS.returnData,
    newReceipts: NO_EFFECTS.newReceipts,
    proposals: NO_EFFECTS.proposals,
    tokensBurnt: NO_EFFECTS.tokensBurnt,
    subsidizedAmount: NO_EFFECTS.subsidizedAmount,
  };
}

const NO_EFFECTS = {
  returnData: { kind: 'none' },
  newReceipts: [],
  proposals: [],
  tokensBurnt: 0n,
  subsidizedAmount: 0n,
} as const;

export function failExecution(
  execution: Execution,
  kind: ActionErrorKind,
  index: number | null,
): Execution {
  return { ...execution, ...NO_EFFECTS, error: { index, kind } };
}

interface ActionsInput extends ReceiptOfActions {
  readonly chunk: ChunkContext;
  readonly state: StateUpdate;
  readonly promiseResults: readonly PromiseResult[];
}

export function runActions(input: ActionsInput, start: Execution): Execution {
  const { chunk, envelope, promiseResults, receipt, state } = input;
  const accountId = receipt.receiverId;
  const proofSizeBefore = state.trie.proofSize;
  let execution = start;
  for (const [index, action] of envelope.actions.entries()) {
    const { account, actorId } = execution;
    const context: ActionContext = {
      chunk,
      envelope,
      promiseResults,
      receipt,
      state,
      accountId,
      account,
      actorId,
      index,
      proofSizeBefore,
    };
    const fee = execFee(chunk.protocol, action, accountId);
    const result = tryAction(context, action);
    chunk.observer?.endAction({
      ...result,
      index,
      gasBurnt: fee.gas + result.gasBurnt,
      gasUsed: fee.gas + result.gasUsed,
    });
    execution = addResult(execution, context, fee, result);
    if (execution.error !== null) return execution;
  }
  return execution;
}

/** An action also fails if a receipt it creates is not valid, or if it has read too much. */
function tryAction(context: ActionContext, action: Action): ActionResult {
  const result = applyAction(context, action);
  if (result.error !== null) return result;
  const error = findInvalidReceipt(context, result.newReceipts) ?? findProofFault(context);
  return error === null ? result : { ...result, error };
}

function findInvalidReceipt(
  { chunk }: ActionContext,
  newReceipts: readonly Receipt[],
): ActionErrorKind | null {
  for (const receipt of newReceipts) {
    const fault = validateReceipt(chunk.protocol, receipt, 'new');
    if (fault !== null) return { kind: 'NewReceiptValidationError', value: fault };
  }
  return null;
}

function findProofFault({ chunk, proofSizeBefore, state }: ActionContext): ActionErrorKind | null {
  const { features, limits } = chunk.protocol;
  const limit = limits.perReceiptStorageProofSizeLimit;
  // Before that feature only contracts are limited, while they run.
  if (!features.enforceStorageProofLimitForAllActions) return null;
  if (state.trie.proofSize - proofSizeBefore <= limit) return null;
  return { kind: 'ReceiptStorageProofSizeExceeded', value: { limit } };
}

function addResult(
  execution: Execution,
  context: ActionContext,
  fee: Cost,
  result: ActionResult,
): Execution {
  const isCall = context.envelope.actions[context.index]?.kind === 'FunctionCall';
  const { error } = result;
  const { account, actorId } = error === null ? result : execution;
  const spent: Execution = {
    error: null,
    account,
    actorId,
    gasBurnt: execution.gasBurnt + fee.gas + result.gasBurnt,
    gasUsed: execution.gasUsed + fee.gas + result.gasUsed,
    contractGasBurnt: execution.contractGasBurnt + (isCall ? result.gasBurnt : 0n),
    compute: execution.compute + fee.compute + result.compute,
    profile:
      result.profile === null ? execution.profile : addProfiles(execution.profile, result.profile),
    logs: joinLists(execution.logs, result.logs),
    contracts: [...execution.contracts, context.account?.contract ?? { kind: 'None' }],
    returnData: shiftReceiptIndex(result.returnData, execution.newReceipts.length),
    newReceipts: joinLists(execution.newReceipts, result.newReceipts),
    proposals: joinLists(execution.proposals, result.proposals),
    tokensBurnt: execution.tokensBurnt + result.tokensBurnt,
    subsidizedAmount: execution.subsidizedAmount + result.subsidizedAmount,
  };
  return error === null ? spent : failExecution(spent, error, context.index);
}

/** An action counts its own receipts; a receipt counts those of all its actions. */
function shiftReceiptIndex(returned: ReturnData, by: number): ReturnData {
  if (returned.kind !== 'receiptIndex') return returned;
  return { kind: 'receiptIndex', receiptIndex: returned.receiptIndex + by };
}
