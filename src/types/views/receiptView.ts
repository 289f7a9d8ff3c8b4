// Receipts as RPC answers show them. Which of the two layouts an action receipt has is not visible.

import { sha256 } from '../../base/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bool, bytes, option, u64, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, view } from '../../codec/struct.ts';
import { union } from '../../codec/union.ts';
import { accountId } from '../accountId.ts';
import { GlobalContractIdentifier } from '../globalContract.ts';
import { balance, hash, publicKey, shardId } from '../primitives.ts';
import { type ActionReceipt, DataReceiver, isPromiseYield, type Receipt } from '../receipt.ts';
import { ActionView, actionToView } from './actionView.ts';

export const ReceiptEnumView = union('ReceiptEnumView', {
  Action: view({
    signerId: accountId,
    signerPublicKey: publicKey,
    gasPrice: balance,
    outputDataReceivers: vec(DataReceiver),
    inputDataIds: vec(hash),
    actions: vec(ActionView),
    isPromiseYield: defaulted(bool, false),
    refundTo: omitNull(option(accountId)),
  }),
  Data: view({
    dataId: hash,
    data: defaulted(option(bytes), null),
    isPromiseResume: defaulted(bool, false),
  }),
  GlobalContractDistribution: view({
    id: GlobalContractIdentifier,
    targetShard: shardId,
    alreadyDeliveredShards: vec(shardId),
    /** The hash of the code. */
    code: bytes,
    nonce: omitNull(option(u64)),
  }),
});
export type ReceiptEnumView = TypeOf<typeof ReceiptEnumView>;

export const ReceiptView = view({
  predecessorId: accountId,
  receiverId: accountId,
  receiptId: hash,
  receipt: ReceiptEnumView,
  /** Deprecated, always zero. */
  priority: defaulted(u64Number, 0),
});
export type ReceiptView = TypeOf<typeof ReceiptView>;

export function receiptToView(receipt: Receipt): ReceiptView {
  const { predecessorId, receiverId, receiptId } = receipt;
  return { predecessorId, receiverId, receiptId, receipt: bodyToView(receipt), priority: 0 };
}

function bodyToView(receipt: Receipt): ReceiptEnumView {
  const { body } = receipt;
  switch (body.kind) {
    case 'Data':
      return { kind: 'Data', value: { isPromiseResume: false, ...body.value } };
    case 'PromiseResume':
      return { kind: 'Data', value: { isPromiseResume: true, ...body.value } };
    case 'GlobalContractDistribution': {
      const { code, ...rest } = body.value.value;
      const nonce = body.value.kind === 'V2' ? body.value.value.nonce : null;
      return { kind: body.kind, value: { ...rest, code: sha256(code), nonce } };
    }
    default:
      return { kind: 'Action', value: actionsToView(body.value, isPromiseYield(receipt)) };
  }
}

function actionsToView(receipt: ActionReceipt, promiseYield: boolean) {
  const actions = receipt.actions.map(actionToView);
  return { isPromiseYield: promiseYield, ...receipt, actions };
}
