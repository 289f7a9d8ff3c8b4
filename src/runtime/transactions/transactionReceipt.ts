// The receipt that a transaction is converted to. It is a function of the transaction, the height
// of its block and the gas price, so it can be rebuilt from these.

import type { Protocol } from '../../params/protocol.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { createReceiptId } from '../results/createIds.ts';

/** What one unit of a receipt's gas is bought for; it may be burnt for less. */
export function receiptGasPrice({ economics }: Protocol, blockGasPrice: bigint): bigint {
  const { minGasPurchasePrice } = economics;
  return blockGasPrice > minGasPurchasePrice ? blockGasPrice : minGasPurchasePrice;
}

export function createTransactionReceipt(
  { transaction, hash }: HashedTransaction,
  height: number,
  gasPrice: bigint,
): Receipt {
  const { signerId, publicKey, receiverId, actions } = transaction;
  return {
    predecessorId: signerId,
    receiverId,
    receiptId: createReceiptId(hash, height, 0),
    body: {
      kind: 'Action',
      value: {
        signerId,
        refundTo: null,
        signerPublicKey: publicKey,
        gasPrice,
        outputDataReceivers: [],
        inputDataIds: [],
        actions,
      },
    },
  };
}
