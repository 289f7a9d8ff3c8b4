// Receipts: what a transaction and each execution send to other accounts. Also their stored form in
// the queues of the state, which carries the congestion figures they were counted with.

import type { Hash } from '../base/crypto/hash.ts';
import type { PublicKey } from '../base/crypto/keys.ts';
import { bytesOnly, type Codec, encodedLength, keepingBytes, type TypeOf } from '../codec/codec.ts';
import { bytes, option, u64, u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type UnionOf, union } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { Action } from './action.ts';
import { GlobalContractIdentifier } from './globalContract.ts';
import { balance, hash, publicKey, shardId } from './primitives.ts';

export const DataReceiver = struct('DataReceiverView', { dataId: hash, receiverId: accountId });
export type DataReceiver = TypeOf<typeof DataReceiver>;

export interface ActionReceipt {
  readonly signerId: string;
  /**
   * Who gets refunds of deposits instead of the predecessor; only receipts of contracts have it.
   */
  readonly refundTo: string | null;
  readonly signerPublicKey: PublicKey;
  readonly gasPrice: bigint;
  readonly outputDataReceivers: readonly DataReceiver[];
  readonly inputDataIds: readonly Hash[];
  readonly actions: readonly Action[];
}

const ActionReceiptV1Fields = struct({
  signerId: accountId,
  signerPublicKey: publicKey,
  gasPrice: balance,
  outputDataReceivers: vec(DataReceiver),
  inputDataIds: vec(hash),
  actions: vec(Action),
});

/** The older layout has no place for `refundTo`; in code it is null. */
const ActionReceiptV1: Codec<ActionReceipt> = bytesOnly({
  write: (writer, receipt) => ActionReceiptV1Fields.write(writer, receipt),
  read: (reader) => ({ refundTo: null, ...ActionReceiptV1Fields.read(reader) }),
});

const ActionReceiptV2: Codec<ActionReceipt> = struct({
  signerId: accountId,
  refundTo: option(accountId),
  signerPublicKey: publicKey,
  gasPrice: balance,
  outputDataReceivers: vec(DataReceiver),
  inputDataIds: vec(hash),
  actions: vec(Action),
});

export const DataReceipt = struct({ dataId: hash, data: option(bytes) });
export type DataReceipt = TypeOf<typeof DataReceipt>;

const distributionV1 = {
  id: GlobalContractIdentifier,
  targetShard: shardId,
  alreadyDeliveredShards: vec(shardId),
  code: bytes,
} as const;

export const GlobalContractDistribution = union('GlobalContractDistributionReceipt', {
  V1: struct(distributionV1),
  V2: struct({ ...distributionV1, nonce: u64 }),
});
export type GlobalContractDistribution = TypeOf<typeof GlobalContractDistribution>;

const receiptBodies = {
  Action: ActionReceiptV1,
  Data: DataReceipt,
  PromiseYield: ActionReceiptV1,
  PromiseResume: DataReceipt,
  GlobalContractDistribution,
  ActionV2: ActionReceiptV2,
  PromiseYieldV2: ActionReceiptV2,
} as const;

export const ReceiptBody = union('ReceiptEnum', receiptBodies);
export type ReceiptBody = UnionOf<typeof receiptBodies>;

export interface Receipt {
  readonly predecessorId: string;
  readonly receiverId: string;
  readonly receiptId: Hash;
  readonly body: ReceiptBody;
}

/** One that leaves a chunk is measured, hashed and stored, alone and with others. */
export const Receipt: Codec<Receipt> = keepingBytes(
  struct({
    predecessorId: accountId,
    receiverId: accountId,
    receiptId: hash,
    body: ReceiptBody,
  }),
);

/** The actions' envelope of a receipt that has one, whatever its layout; a yield counts. */
export function actionReceipt(receipt: Receipt): ActionReceipt | null {
  switch (receipt.body.kind) {
    case 'Action':
    case 'ActionV2':
    case 'PromiseYield':
    case 'PromiseYieldV2':
      return receipt.body.value;
    default:
      return null;
  }
}

export function isPromiseYield({ body }: Pick<Receipt, 'body'>): boolean {
  return body.kind === 'PromiseYield' || body.kind === 'PromiseYieldV2';
}

/**
 * A receipt in a queue of the state, with the gas and size it was counted with when it was queued.
 */
export interface QueuedReceipt {
  readonly receipt: Receipt;
  readonly congestionGas: bigint;
  readonly congestionSize: number;
}

const QUEUE_MARK = 0xff;
const QUEUED_V1 = 1;
const QueuedFields = struct({ receipt: Receipt, congestionGas: u64, congestionSize: u64Number });

export const QueuedReceipt: Codec<QueuedReceipt> = bytesOnly({
  write: (writer, queued) => {
    writer.u8(QUEUE_MARK);
    writer.u8(QUEUE_MARK);
    writer.u8(QUEUED_V1);
    QueuedFields.write(writer, queued);
  },
  read: (reader) => {
    reader.u16();
    reader.u8();
    return QueuedFields.read(reader);
  },
});

/** The length that congestion control and the bandwidth scheduler count. */
export function receiptSize(receipt: Receipt): number {
  return encodedLength(Receipt, receipt);
}
