// A read-only contract call on the state after a block. The contract is its own caller, nothing is
// attached, and the node's limit bounds the gas. Follows the reference's
// runtime/runtime/src/state_viewer/mod.rs.

import { assert } from '../../base/assert.ts';
import { minBigint } from '../../base/bytes/bigints.ts';
import { concatBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../base/crypto/hash.ts';
import { explainContractCall } from '../../explain/explainContractCall.ts';
import type { Explanation } from '../../explain/explanation.ts';
import type { Protocol } from '../../params/protocol.ts';
import { readAccount } from '../../state/accounts.ts';
import type { StateView } from '../../state/stateView.ts';
import { RowUnavailable } from '../../store/rowUnavailable.ts';
import type { StackFrame } from '../../symbols/stackFrame.ts';
import type { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { FunctionCallError } from '../../types/actionErrors.ts';
import { failureToError, formatFailureDebug, isOutOfGas } from '../../vm/vmErrors.ts';
import type { VmContext, VmOutcome } from '../../vm/vmTypes.ts';
import type { BlockContext, ContractRunner, EpochView } from '../chunkContext.ts';
import { resolveContract } from './contractCode.ts';
import { nameStack } from './describeStack.ts';
import { ViewExternal } from './viewExternal.ts';

/** The meter of contracts counts regular operations up to here; a node may be given any limit. */
const OPERATIONS_MAX = 2n ** 31n - 1n;

/** Borsh of a placeholder for the signer's key; no view can read it. */
const NO_PUBLIC_KEY = new Uint8Array(33);

/** The state after a block on one shard, with what a contract may learn of that block. */
export interface ViewState {
  readonly protocol: Protocol;
  readonly chainId: string;
  readonly state: StateView;
  readonly stateRoot: Hash;
  readonly block: Pick<BlockContext, 'height' | 'timestamp' | 'epochHeight'>;
  readonly epoch: Pick<EpochView, 'validatorStake' | 'totalStake'>;
}

interface ViewedMethod {
  /** An account that exists. */
  readonly accountId: AccountId;
  /** The account in this state, if it was read before. */
  readonly account?: Account | undefined;
  readonly methodName: string;
  readonly args: Uint8Array;
  /** Null for the limit of the protocol. */
  readonly gasLimit: bigint | null;
}

export type ViewCallResult =
  | { readonly kind: 'returned'; readonly value: Uint8Array; readonly logs: readonly string[] }
  | {
      readonly kind: 'failed';
      readonly error: FunctionCallError;
      /** Whether the gas did not suffice. */
      readonly isOutOfGas: boolean;
      /** Rust's Debug form of the failure inside the VM. */
      readonly debug: string;
      /** What the text of the failure does not say, if anything is known. */
      readonly explanation: Explanation | null;
      /** The functions that were active when the call trapped or panicked, innermost first. */
      readonly stack: readonly StackFrame[];
    }
  /** The contract read a row that this node does not have. */
  | { readonly kind: 'unavailable'; readonly message: string };

export function callView(
  view: ViewState,
  contracts: ContractRunner,
  method: ViewedMethod,
): ViewCallResult {
  try {
    return describeOutcome(runView(view, contracts, method));
  } catch (error) {
    if (error instanceof RowUnavailable) {
      return { kind: 'unavailable', message: error.message };
    }
    throw error;
  }
}

interface RanView {
  readonly outcome: VmOutcome;
  /** What the author should know about a failure, if its text does not say it. */
  explanation(): Explanation | null;
  /** Names the functions on the stack of a failure. */
  describeStack(): readonly StackFrame[];
}

export function runView(view: ViewState, contracts: ContractRunner, method: ViewedMethod): RanView {
  const { accountId } = method;
  const { state } = view;
  const account = method.account ?? readAccount(state, accountId);
  assert(account !== null, 'a view is called on an account that exists');
  const { protocol, chainId, epoch } = view;
  const code = resolveContract(state, { chainId, accountId, contract: account.contract });
  const call = {
    code,
    method: method.methodName,
    context: createViewContext(view, account, method),
    external: new ViewExternal(state, accountId, epoch),
  };
  const outcome = contracts.run(protocol, call);
  const { describeStack = nameStack } = contracts;
  return {
    outcome,
    explanation: () => explainContractCall({ protocol, call, outcome }),
    describeStack: () => describeStack({ protocol, code, stack: outcome.wasmStack }),
  };
}

function describeOutcome({ outcome, explanation, describeStack }: RanView): ViewCallResult {
  const { aborted, logs } = outcome;
  if (aborted === null) return { kind: 'returned', value: returnedValue(outcome), logs };
  return {
    kind: 'failed',
    error: failureToError(aborted),
    isOutOfGas: isOutOfGas(aborted),
    debug: formatFailureDebug(aborted),
    explanation: explanation(),
    stack: describeStack(),
  };
}

/** How much gas a view call may burn; `configured` is null for the limit of the protocol. */
export function viewGasLimit({ limits, wasmCosts }: Protocol, configured: bigint | null): bigint {
  const wanted = configured ?? limits.maxGasBurnt;
  return minBigint(wanted, OPERATIONS_MAX * wasmCosts.regularOpCost);
}

function createViewContext(view: ViewState, account: Account, method: ViewedMethod): VmContext {
  const { block, chainId, protocol, stateRoot } = view;
  const { accountId, args } = method;
  const maxGasBurnt = viewGasLimit(protocol, method.gasLimit);
  return {
    chainId,
    currentAccountId: accountId,
    signerAccountId: accountId,
    signerPublicKey: NO_PUBLIC_KEY,
    predecessorAccountId: accountId,
    refundToAccountId: accountId,
    input: args,
    promiseResults: [],
    blockHeight: block.height,
    blockTimestamp: block.timestamp,
    epochHeight: block.epochHeight,
    accountBalance: account.amount,
    accountLockedBalance: account.locked,
    storageUsage: account.storageUsage,
    accountContract: account.contract,
    attachedDeposit: 0n,
    prepaidGas: maxGasBurnt,
    // A view has no action whose hash could be mixed in.
    randomSeed: () => sha256(concatBytes(HASH_ZERO, stateRoot)),
    view: { maxGasBurnt },
    outputDataReceivers: [],
  };
}

export function returnedValue({ returnData }: VmOutcome): Uint8Array {
  return returnData.kind === 'value' ? returnData.value : new Uint8Array();
}
