// The cost of sending and executing actions. Sums are not checked here: the fees of actions within
// their size limits stay far below 2^64, and callers that add user-supplied gas or tokens check the
// sum.

import { unreachable } from '../../base/assert.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ActionCostName, Fee } from '../../params/tables/actionFees.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type { Receipt } from '../../types/receipt.ts';
import { delegatedPart } from './delegated.ts';
import { execParts, type FeePart, sendParts } from './feeParts.ts';

export interface Cost {
  readonly gas: bigint;
  readonly compute: bigint;
}

export const NO_COST: Cost = { gas: 0n, compute: 0n };

export function addCosts(a: Cost, b: Cost): Cost {
  return { gas: a.gas + b.gas, compute: a.compute + b.compute };
}

/** What must be burnt to send actions; `isSir`: the sender is the receiver. */
export function sendFees(
  protocol: Protocol,
  actions: readonly Action[],
  receiverId: AccountId,
  isSir: boolean,
): Cost {
  return sum(actions, (action) => {
    const own = sumParts(sendParts(protocol, action, receiverId), (name) => {
      return sendFee(protocol.actionFees[name], isSir);
    });
    const inner = delegatedPart(action);
    if (inner === null) return own;
    return addCosts(own, sendFees(protocol, inner.actions, inner.receiverId, isSir));
  });
}

/** What must be burnt to execute an action; of a delegate action, without what it carries. */
export function execFee(protocol: Protocol, action: Action, receiverId: AccountId): Cost {
  return sumParts(execParts(protocol, action, receiverId), (name) =>
    executionFee(protocol.actionFees[name]),
  );
}

/** The envelope of a receipt with actions. */
export function receiptSendFee(protocol: Protocol, isSir: boolean): Cost {
  return sendFee(protocol.actionFees.new_action_receipt, isSir);
}

export function receiptExecFee(protocol: Protocol): Cost {
  return executionFee(protocol.actionFees.new_action_receipt);
}

/** Bought in advance for sending what delegate actions carry; burnt where they are executed. */
export function prepaidSendFees(protocol: Protocol, actions: readonly Action[]): Cost {
  return sum(actions, (action) => {
    const inner = delegatedPart(action);
    if (inner === null) return NO_COST;
    const isSir = inner.senderId === inner.receiverId;
    return sendFees(protocol, inner.actions, inner.receiverId, isSir);
  });
}

/** Bought in advance for executing actions, with all that delegate actions lead to. */
export function prepaidExecFees(
  protocol: Protocol,
  actions: readonly Action[],
  receiverId: AccountId,
): Cost {
  return sum(actions, (action) => {
    const own = execFee(protocol, action, receiverId);
    const inner = delegatedPart(action);
    if (inner === null) return own;
    const carried = prepaidExecFees(protocol, inner.actions, inner.receiverId);
    return addCosts(addCosts(own, carried), receiptExecFee(protocol));
  });
}

/** The gas attached to function calls. Only validation bounds it. */
export function totalPrepaidGas(actions: readonly Action[]): bigint {
  let total = 0n;
  for (const action of actions) {
    if (action.kind === 'FunctionCall') total += action.value.gas;
    else total += totalPrepaidGas(delegatedPart(action)?.actions ?? []);
  }
  return total;
}

/** The tokens that actions carry. */
export function totalDeposit(actions: readonly Action[]): bigint {
  let total = 0n;
  for (const action of actions) {
    switch (action.kind) {
      case 'FunctionCall':
      case 'Transfer':
      case 'DeterministicStateInit':
      case 'UniversalStateInit':
      case 'TransferToGasKey':
        total += action.value.deposit;
        break;
      case 'Delegate':
      case 'DelegateV2':
        total += totalDeposit(delegatedPart(action)?.actions ?? []);
        break;
      case 'CreateAccount':
      case 'DeployContract':
      case 'Stake':
      case 'AddKey':
      case 'DeleteKey':
      case 'DeleteAccount':
      case 'DeployGlobalContract':
      case 'UseGlobalContract':
      case 'WithdrawFromGasKey':
        break;
      default:
        unreachable(action);
    }
  }
  return total;
}

/** The gas that a receipt may still burn, as congestion control counts it. */
export function receiptCongestionGas(protocol: Protocol, receipt: Receipt): bigint {
  if (receipt.body.kind !== 'Action' && receipt.body.kind !== 'ActionV2') return 0n;
  return boughtGas(protocol, receipt.body.value.actions, receipt.receiverId);
}

interface BoughtGas {
  readonly protocol: Protocol;
  readonly receiverId: AccountId;
  readonly gas: bigint;
}

/**
 * A transaction passes its actions on to its receipt, which is counted when it is sent and settled
 * when it has been executed. A WeakMap, because a sum must end with its actions.
 */
const boughtGasOf = new WeakMap<readonly Action[], BoughtGas>();

/** All gas that is bought in advance for a receipt with these actions. */
export function boughtGas(
  protocol: Protocol,
  actions: readonly Action[],
  receiverId: AccountId,
): bigint {
  const known = boughtGasOf.get(actions);
  if (known?.protocol === protocol && known.receiverId === receiverId) return known.gas;
  const gas =
    receiptExecFee(protocol).gas +
    prepaidExecFees(protocol, actions, receiverId).gas +
    prepaidSendFees(protocol, actions).gas +
    totalPrepaidGas(actions);
  boughtGasOf.set(actions, { protocol, receiverId, gas });
  return gas;
}

/** Sending has no compute cost of its own. */
function sendFee(fee: Fee, isSir: boolean): Cost {
  const gas = isSir ? fee.sendSir : fee.sendNotSir;
  return { gas, compute: gas };
}

function executionFee(fee: Fee): Cost {
  return { gas: fee.execution, compute: fee.executionCompute };
}

function sum(actions: readonly Action[], cost: (action: Action) => Cost): Cost {
  let total: Cost | null = null;
  for (const action of actions) {
    total = total === null ? cost(action) : addCosts(total, cost(action));
  }
  return total ?? NO_COST;
}

function sumParts(parts: readonly FeePart[], cost: (name: ActionCostName) => Cost): Cost {
  let total: Cost | null = null;
  for (const [name, count] of parts) {
    const part = multiplyCost(cost(name), count);
    total = total === null ? part : addCosts(total, part);
  }
  return total ?? NO_COST;
}

/** Most parts are due once, and then nothing has to be computed. */
function multiplyCost(cost: Cost, count: number): Cost {
  if (count === 1) return cost;
  const times = BigInt(count);
  return { gas: cost.gas * times, compute: cost.compute * times };
}
