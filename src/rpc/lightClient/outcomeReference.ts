// Which execution outcome a light client requests: that of a transaction or of a receipt. The
// account determines the shard that executed it.

import type { Hash } from '../../base/crypto/hash.ts';
import type { AccountId } from '../../types/accountId.ts';
import { flattened, mapParser, type Parser } from '../params/params.ts';
import { tagged } from '../params/paramsUnion.ts';
import { accountIdText, hashText } from '../params/scalars.ts';

export interface OutcomeRequest {
  readonly id: Hash;
  readonly accountId: AccountId;
  readonly lightClientHead: Hash;
}

const TransactionOrReceiptId = tagged('type', {
  transaction: { transactionHash: hashText, senderId: accountIdText },
  receipt: { receiptId: hashText, receiverId: accountIdText },
});

export function outcomeParams(name: string): Parser<OutcomeRequest> {
  const parser = flattened(
    name,
    { lightClientHead: hashText },
    { outcome: TransactionOrReceiptId },
  );
  return mapParser(parser, ({ lightClientHead, outcome }) => {
    if (outcome.kind === 'transaction') {
      const { transactionHash, senderId } = outcome.value;
      return { id: transactionHash, accountId: senderId, lightClientHead };
    }
    const { receiptId, receiverId } = outcome.value;
    return { id: receiptId, accountId: receiverId, lightClientHead };
  });
}
