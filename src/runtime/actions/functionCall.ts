// FunctionCall: runs a method of the account's contract. What it does to the state is in the
// journal; the receipts it creates get the gas that it left over, by weight.

import { saturatingSub } from '../../base/bytes/bigints.ts';
import { concatBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { encode } from '../../codec/codec.ts';
import { pushYieldTimeout } from '../../state/promiseYields.ts';
import { promiseYieldIndicesTrieKey } from '../../state/trieKey.ts';
import { copyAccount } from '../../types/account.ts';
import type { ActionOf } from '../../types/action.ts';
import { publicKey } from '../../types/primitives.ts';
import type { ContractCall } from '../../vm/runContract.ts';
import { failureToError } from '../../vm/vmErrors.ts';
import type { VmContext, VmOutcome } from '../../vm/vmTypes.ts';
import { resolveContract } from '../contracts/contractCode.ts';
import { nameStack } from '../contracts/describeStack.ts';
import { createFunctionCallReport } from '../contracts/functionCallReport.ts';
import { RuntimeExternal } from '../contracts/runtimeExternal.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';
import { createActionHash } from '../results/createIds.ts';
import type { PromiseReceipts } from '../results/promiseReceipts.ts';
import { refundReceiver } from '../results/refunds.ts';

export function applyFunctionCall(
  context: ActionContext,
  action: ActionOf<'FunctionCall'>,
): ActionResult {
  const { accountId, chunk, envelope, receipt, state } = context;
  const account = existingAccount(context);
  const actionHash = createActionHash(receipt.receiptId, chunk.block.height, context.index);
  const { protocol, chainId, contracts } = chunk;
  const code = resolveContract(state, { chainId, accountId, contract: account.contract });
  const external = new RuntimeExternal(context, actionHash);
  const call: ContractCall = {
    code,
    method: action.methodName,
    context: createVmContext(context, action, actionHash),
    external,
  };
  const outcome = contracts.run(protocol, call);
  const { receiptId } = receipt;
  const { describeStack = nameStack, onFunctionCall } = contracts;
  onFunctionCall?.(createFunctionCallReport({ receiptId, protocol, describeStack }, call, outcome));
  const spent = spentGas(outcome, external.receipts, action.gas);
  if (outcome.aborted !== null) {
    const error = failureToError(outcome.aborted);
    return fail(context, { kind: 'FunctionCallError', value: error }, spent);
  }
  enqueueTimeouts(context, external.receipts);
  const { gasBurnt, gasUsed, compute, profile, logs } = spent;
  return succeed(context, {
    gasBurnt,
    gasUsed,
    compute,
    profile,
    logs,
    account: copyAccount(account, outcome.balance, outcome.storageUsage),
    returnData: outcome.returnData,
    newReceipts: external.receipts.finish(envelope),
    subsidizedAmount: outcome.subsidizedAmount,
  });
}

function createVmContext(
  context: ActionContext,
  action: ActionOf<'FunctionCall'>,
  actionHash: Hash,
): VmContext {
  const { accountId, chunk, envelope, receipt } = context;
  const { block, chainId } = chunk;
  const account = existingAccount(context);
  const isLastAction = context.index === envelope.actions.length - 1;
  const receivers = isLastAction ? envelope.outputDataReceivers : [];
  return {
    chainId,
    currentAccountId: accountId,
    signerAccountId: envelope.signerId,
    signerPublicKey: encode(publicKey, envelope.signerPublicKey),
    predecessorAccountId: receipt.predecessorId,
    refundToAccountId: refundReceiver(context),
    input: action.args,
    promiseResults: context.promiseResults,
    blockHeight: block.height,
    blockTimestamp: block.timestamp,
    epochHeight: block.epochHeight,
    accountBalance: account.amount,
    accountLockedBalance: account.locked,
    storageUsage: account.storageUsage,
    accountContract: account.contract,
    attachedDeposit: action.deposit,
    prepaidGas: action.gas,
    randomSeed: () => sha256(concatBytes(actionHash, block.randomValue)),
    view: null,
    outputDataReceivers: receivers.map(({ receiverId }) => receiverId),
  };
}

type Spent = Pick<ActionResult, 'gasBurnt' | 'gasUsed' | 'compute' | 'profile' | 'logs'>;

/** What a call costs, successful or not. Gas that new receipts take along is used as well. */
function spentGas(outcome: VmOutcome, receipts: PromiseReceipts, prepaidGas: bigint): Spent {
  const { burntGas, computeUsage, logs, profile, usedGas } = outcome;
  return {
    gasBurnt: burntGas,
    gasUsed: usedGas + receipts.distributeGas(saturatingSub(prepaidGas, usedGas)),
    compute: computeUsage,
    profile,
    logs,
  };
}

/** Each new yield is resumed without data if it is not resumed in time. */
function enqueueTimeouts({ accountId, chunk, state }: ActionContext, made: PromiseReceipts): void {
  // The reference looks at the queue after every call, which adds to the state proof.
  state.get(promiseYieldIndicesTrieKey());
  const expiresAt = chunk.block.height + chunk.protocol.limits.yieldTimeoutLengthInBlocks;
  for (const dataId of made.yieldDataIds()) {
    pushYieldTimeout(state, { accountId, dataId, expiresAt });
  }
}
