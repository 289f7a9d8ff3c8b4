// Receipts from the account `system`: they return tokens, are free, and never create refunds.

import { HASH_ZERO } from '../../base/crypto/hash.ts';
import type { PublicKey } from '../../base/crypto/keys.ts';
import { type AccountId, SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Receipt } from '../../types/receipt.ts';

const NO_KEY: PublicKey = { type: 'ed25519', data: new Uint8Array(32) };

interface Signer {
  readonly signerId: AccountId;
  readonly signerPublicKey: PublicKey;
}

/** Returns a deposit. Its receiver must exist, or the tokens are burnt. */
export function createDepositRefund(receiverId: AccountId, amount: bigint): Receipt {
  return createRefund(receiverId, amount, {
    signerId: SYSTEM_ACCOUNT,
    signerPublicKey: NO_KEY,
  });
}

/** Returns the price of gas to its buyer; the key is named to restore its allowance or balance. */
export function createGasRefund(signer: Signer, amount: bigint): Receipt {
  return createRefund(signer.signerId, amount, signer);
}

/** Whether a refund is for gas: such a receipt is signed by its receiver. */
export function isGasRefund(receiverId: AccountId, signerId: AccountId): boolean {
  return receiverId === signerId;
}

function createRefund(receiverId: AccountId, amount: bigint, signer: Signer): Receipt {
  return {
    predecessorId: SYSTEM_ACCOUNT,
    receiverId,
    receiptId: HASH_ZERO,
    body: {
      kind: 'Action',
      value: {
        signerId: signer.signerId,
        refundTo: null,
        signerPublicKey: signer.signerPublicKey,
        gasPrice: 0n,
        outputDataReceivers: [],
        inputDataIds: [],
        actions: [{ kind: 'Transfer', value: { deposit: amount } }],
      },
    },
  };
}
