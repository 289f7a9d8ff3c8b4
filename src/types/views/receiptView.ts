// Receipts as RPC answers show them. Which of the two layouts an action receipt has is not visible.

import type { BorshReader } from '../../codec/borsh.ts';
import { deprecated, described, type TypeOf } from '../../codec/codec.ts';
import { bool, bytes, option, u64, u64Number, vec } from '../../codec/primitives.ts';
import { showList, showOf } from '../../codec/show.ts';
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
  ReceiptBody,
} from '../receipt.ts';
import {
  ActionView,
  actionFromView,
  actionToView,
  type CodeByHash,
  findCode,
  showActions,
} from './actionView.ts';
import { shownCodeHash } from './standInCode.ts';

const ReceiptEnumView = union('ReceiptEnumView', {
  Action: struct({
    signerId: described(accountId, 'The signer of the transaction that the receipt came from.'),
    signerPublicKey: publicKey,
    gasPrice: described(balance, 'The price at which the gas was bought.'),
    outputDataReceivers: described(
      vec(DataReceiver),
      'Who gets the returned value, each in a data receipt.',
    ),
    inputDataIds: described(vec(hash), 'The data receipts that this one waits for.'),
    actions: vec(ActionView),
    isPromiseYield: described(
      defaulted(bool, false),
      'Whether the receipt was created by a yield and waits for its resumption.',
    ),
    refundTo: described(
      omitNull(option(accountId)),
      'Who gets refunds of deposits, if not the predecessor.',
    ),
  }),
  Data: struct({
    dataId: hash,
    data: described(defaulted(option(bytes), null), 'Null if the sender failed.'),
    isPromiseResume: described(defaulted(bool, false), 'Whether the receipt resumes a yield.'),
  }),
  GlobalContractDistribution: struct({
    id: GlobalContractIdentifier,
    targetShard: shardId,
    alreadyDeliveredShards: vec(shardId),
    code: described(bytes, 'The SHA-256 hash of the code, base64-encoded.'),
    nonce: described(
      omitNull(option(u64)),
      'Orders deployments under the same name; older receipts have none.',
    ),
  }),
});
type ReceiptEnumView = TypeOf<typeof ReceiptEnumView>;

export const ReceiptView = struct('ReceiptView', {
  predecessorId: described(accountId, 'The account that sent the receipt.'),
  receiverId: accountId,
  receiptId: hash,
  receipt: ReceiptEnumView,
  priority: deprecated(defaulted(u64Number, 0), 'Always 0, kept for backward compatibility.'),
});
export type ReceiptView = TypeOf<typeof ReceiptView>;

export function receiptToView(receipt: Receipt): ReceiptView {
  const { predecessorId, receiverId, receiptId } = receipt;
  return { predecessorId, receiverId, receiptId, receipt: bodyToView(receipt), priority: 0 };
}

function bodyToView({ body }: Pick<Receipt, 'body'>): ReceiptEnumView {
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
      return { kind: 'Action', value: actionsToView(body.value, isPromiseYield({ body })) };
  }
}

function actionsToView(receipt: ActionReceipt, promiseYield: boolean) {
  const actions = receipt.actions.map(actionToView);
  return { isPromiseYield: promiseYield, ...receipt, actions };
}

const showAccount = showOf(accountId);
const showKey = showOf(publicKey);
const showHash = showOf(hash);
const showBalance = showOf(balance);
const showDataReceivers = showOf(vec(DataReceiver));
const showHashes = showOf(vec(hash));

/** The number of the most frequent body in the bytes. */
const ACTION_BODY = 0;

/** What `receiptToView` shows of a receipt, from its bytes. */
export function showReceipt(reader: BorshReader): string {
  const predecessorId = showAccount(reader);
  const receiverId = showAccount(reader);
  const receiptId = showHash(reader);
  const body =
    reader.peek(0) === ACTION_BODY
      ? showActionBody(reader)
      : ReceiptEnumView.json(bodyToView({ body: ReceiptBody.read(reader) }));
  return (
    `{"predecessor_id":${predecessorId},"priority":0,"receipt":${body},` +
    `"receipt_id":${receiptId},"receiver_id":${receiverId}}`
  );
}

/** The same of a list. */
export function showReceipts(reader: BorshReader): string {
  return showList(reader, showReceipt);
}

function showActionBody(reader: BorshReader): string {
  reader.skip(1);
  const signerId = showAccount(reader);
  const signerKey = showKey(reader);
  const gasPrice = showBalance(reader);
  const outputs = showDataReceivers(reader);
  const inputs = showHashes(reader);
  const actions = showActions(reader);
  return (
    `{"Action":{"actions":${actions},"gas_price":${gasPrice},"input_data_ids":${inputs},` +
    `"is_promise_yield":false,"output_data_receivers":${outputs},"signer_id":${signerId},` +
    `"signer_public_key":${signerKey}}}`
  );
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
