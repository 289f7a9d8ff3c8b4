// Receipts as RPC answers show them. Which of the two layouts an action receipt has is not visible.

import type { TypeOf } from '../../codec/codec.ts';
import { bool, bytes, option, u64, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { union } from '../../codec/union.ts';
import { accountId } from '../accountId.ts';
import { GlobalContractIdentifier } from '../globalContract.ts';
import { balance, hash, publicKey, shardId } from '../primitives.ts';
import {
  type ActionReceipt,
  DataReceiver,
  isPromiseYield,
  type Receipt,
  type ReceiptBody,
} from '../receipt.ts';
import {
  ActionView,
  actionFromView,
  actionToView,
  type CodeByHash,
  findCode,
} from './actionView.ts';
import { shownCodeHash } from './standInCode.ts';

const ReceiptEnumView = union('ReceiptEnumView', {
  Action: struct({
    signerId: accountId,
    signerPublicKey: publicKey,
    gasPrice: balance,
    outputDataReceivers: vec(DataReceiver),
    inputDataIds: vec(hash),
    actions: vec(ActionView),
    isPromiseYield: defaulted(bool, false),
    refundTo: omitNull(option(accountId)),
  }),
  Data: struct({
    dataId: hash,
    data: defaulted(option(bytes), null),
    isPromiseResume: defaulted(bool, false),
  }),
  GlobalContractDistribution: struct({
    id: GlobalContractIdentifier,
    targetShard: shardId,
    alreadyDeliveredShards: vec(shardId),
    /** The hash of the code. */
    code: bytes,
    nonce: omitNull(option(u64)),
  }),
});
type ReceiptEnumView = TypeOf<typeof ReceiptEnumView>;

export const ReceiptView = struct({
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
      return { kind: body.kind, value: { ...rest, code: shownCodeHash(code), nonce } };
    }
    default:
      return { kind: 'Action', value: actionsToView(body.value, isPromiseYield(receipt)) };
  }
}

function actionsToView(receipt: ActionReceipt, promiseYield: boolean) {
  const actions = receipt.actions.map(actionToView);
  return { isPromiseYield: promiseYield, ...receipt, actions };
}

/** `V2` has a place for the account that gets refunds. */
export type ActionLayout = 'V1' | 'V2';

/** The layout counts for action receipts only; one that names `refund_to` has the newer one. */
export function receiptFromView(
  shown: ReceiptView,
  layout: ActionLayout,
  codeByHash: CodeByHash,
): Receipt {
  const { predecessorId, receiverId, receiptId, receipt } = shown;
  return { predecessorId, receiverId, receiptId, body: bodyFromView(receipt, layout, codeByHash) };
}

function bodyFromView(
  shown: ReceiptEnumView,
  layout: ActionLayout,
  codeByHash: CodeByHash,
): ReceiptBody {
  switch (shown.kind) {
    case 'Data': {
      const { dataId, data, isPromiseResume } = shown.value;
      return { kind: isPromiseResume ? 'PromiseResume' : 'Data', value: { dataId, data } };
    }
    case 'GlobalContractDistribution': {
      const { code, nonce, ...rest } = shown.value;
      const value = { ...rest, code: findCode(code, codeByHash) };
      const kind = 'GlobalContractDistribution';
      if (nonce === null) return { kind, value: { kind: 'V1', value } };
      return { kind, value: { kind: 'V2', value: { ...value, nonce } } };
    }
    case 'Action': {
      const { isPromiseYield: promiseYield, actions, ...rest } = shown.value;
      const value = { ...rest, actions: actions.map((one) => actionFromView(one, codeByHash)) };
      const isV2 = layout === 'V2' || rest.refundTo !== null;
      const kind = promiseYield ? 'PromiseYield' : 'Action';
      return { kind: isV2 ? `${kind}V2` : kind, value };
    }
  }
}
