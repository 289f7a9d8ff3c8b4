// EXPERIMENTAL_receipt.

import type { Hash } from '../../base/crypto/hash.ts';
import { named } from '../../codec/codec.ts';
import { struct } from '../../codec/struct.ts';
import { hash } from '../../types/primitives.ts';
import { ReceiptView, receiptToView } from '../../types/views/receiptView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';

const errors = defineErrors(
  'RpcReceiptError',
  {
    UNKNOWN_RECEIPT: errorKind<{ receiptId: Hash }>({
      when: 'There is no such receipt.',
      info: struct({ receiptId: hash }),
    }),
  },
  'cause',
);

export const receipt = defineMethod({
  name: 'EXPERIMENTAL_receipt',
  summary: 'A receipt by its id.',
  params: named('RpcReceiptRequest', struct('ReceiptReference', { receiptId: hash })),
  result: named('RpcReceiptResponse', ReceiptView),
  returns: '`predecessor_id`, `receiver_id`, `receipt_id`, `receipt` and `priority`, always 0.',
  errors,
  holds: untilNextBlock,
  handle: ({ chain }, { receiptId }) => {
    const found = chain.receipt(receiptId);
    if (found === null) {
      chain.verifyUnknown(receiptId);
      throw errors.UNKNOWN_RECEIPT({ receiptId });
    }
    return receiptToView(found);
  },
});
