// Which execution outcome a light client requests: that of a transaction or of a receipt. The
// account determines the shard that executed it.

import type { Hash } from '../../base/crypto/hash.ts';
import type { Codec } from '../../codec/codec.ts';
import { flatten, struct } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { hash } from '../../types/primitives.ts';
import { mapped } from '../params/params.ts';

export interface OutcomeRequest {
  readonly id: Hash;
  readonly accountId: AccountId;
  readonly lightClientHead: Hash;
}

const TransactionOrReceiptId = tagged('TransactionOrReceiptId', 'type', {
  transaction: { transactionHash: hash, senderId: accountId },
  receipt: { receiptId: hash, receiverId: accountId },
});

export function outcomeParams(name: string): Codec<OutcomeRequest> {
  const request = struct(name, {
    lightClientHead: hash,
    outcome: flatten(TransactionOrReceiptId),
  });
  return mapped(request, ({ lightClientHead, outcome }) => {
    if (outcome.kind === 'transaction') {
      const { transactionHash, senderId } = outcome.value;
      return { id: transactionHash, accountId: senderId, lightClientHead };
    }
    const { receiptId, receiverId } = outcome.value;
    return { id: receiptId, accountId: receiverId, lightClientHead };
  });
}
