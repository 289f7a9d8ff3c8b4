// What a receipt must satisfy: when an action has just created it, or when it comes from the state
// or from another shard. A new receipt is measured before its id and late output receivers are set,
// so a stored one may be larger than the limit.

import type { Protocol } from '../../params/protocol.ts';
import { isAccountId } from '../../types/accountId.ts';
import { type ActionReceipt, type Receipt, receiptSize } from '../../types/receipt.ts';
import type { ReceiptValidationError } from '../../types/transactionErrors.ts';
import { type ValidationMode, validateActions } from '../validation/validateActions.ts';

type Fault = ReceiptValidationError | null;

/** The first thing that is wrong with the receipt, or null. */
export function validateReceipt(
  protocol: Protocol,
  receipt: Receipt,
  mode: ValidationMode,
): ReceiptValidationError | null {
  if (mode === 'new') {
    const size = receiptSize(receipt);
    const limit = protocol.limits.maxReceiptSize;
    if (size > limit) return { kind: 'ReceiptSizeExceeded', value: { size, limit } };
  }
  const { predecessorId, receiverId } = receipt;
  if (!isAccountId(predecessorId)) {
    return { kind: 'InvalidPredecessorId', value: { accountId: predecessorId } };
  }
  if (!isAccountId(receiverId)) {
    return { kind: 'InvalidReceiverId', value: { accountId: receiverId } };
  }
  return checkBody(protocol, receipt, mode);
}

function checkBody(protocol: Protocol, { body, receiverId }: Receipt, mode: ValidationMode): Fault {
  switch (body.kind) {
    case 'Action':
    case 'ActionV2':
    case 'PromiseYield':
    case 'PromiseYieldV2':
      return (
        checkEnvelope(protocol, body.value) ?? checkActions(protocol, body.value, receiverId, mode)
      );
    case 'Data':
    case 'PromiseResume':
      return checkData(protocol, body.value.data);
    case 'GlobalContractDistribution':
      return null;
  }
}

function checkEnvelope(protocol: Protocol, { inputDataIds, refundTo }: ActionReceipt): Fault {
  const limit = protocol.limits.maxNumberInputDataDependencies;
  if (inputDataIds.length > limit) {
    const value = { numberOfInputDataDependencies: inputDataIds.length, limit };
    return { kind: 'NumberInputDataDependenciesExceeded', value };
  }
  if (refundTo === null || isAccountId(refundTo)) return null;
  return { kind: 'InvalidRefundTo', value: { accountId: refundTo } };
}

function checkActions(
  protocol: Protocol,
  { actions }: ActionReceipt,
  receiverId: string,
  mode: ValidationMode,
): Fault {
  const fault = validateActions(protocol, actions, receiverId, mode);
  return fault === null ? null : { kind: 'ActionsValidation', value: fault };
}

function checkData(protocol: Protocol, data: Uint8Array | null): Fault {
  const length = data?.length ?? 0;
  const limit = protocol.limits.maxLengthReturnedData;
  if (length <= limit) return null;
  return { kind: 'ReturnedValueLengthExceeded', value: { length, limit } };
}
