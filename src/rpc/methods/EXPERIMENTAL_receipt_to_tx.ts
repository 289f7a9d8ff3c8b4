// EXPERIMENTAL_receipt_to_tx. The origin of every receipt is stored, so the search hints of the
// reference are validated as there but not needed.

import type { Hash } from '../../base/crypto/hash.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { option, string, u32, u64 } from '../../codec/primitives.ts';
import { flatten, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { anyShardId, hash } from '../../types/primitives.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';

const DEPTH_MAX = 1000;
const WINDOW_DEFAULT = 5n;

type Text = { readonly errorMessage: string };
const textInfo = struct({ errorMessage: string });

/** OUTCOMES_NOT_STORED and BUDGET_EXCEEDED belong to the search by hints and never occur. */
const errors = defineErrors(
  'RpcReceiptToTxError',
  {
    UNKNOWN_RECEIPT: errorKind<{ receiptId: Hash }>({
      when: 'There is no such receipt.',
      info: struct({ receiptId: hash }),
    }),
    DEPTH_EXCEEDED: errorKind<{ receiptId: Hash; limit: number }>({
      when: `The transaction is more than ${DEPTH_MAX} receipts away.`,
      info: struct({ receiptId: hash, limit: u32 }),
    }),
    UNSUPPORTED: errorKind<Text>({
      when: 'The node does not keep the origin of receipts.',
      info: textInfo,
    }),
    OUTCOMES_NOT_STORED: errorKind<void>({ when: 'The node does not keep outcomes.' }),
    WINDOW_TOO_LARGE: errorKind<{ requested: bigint; maximum: bigint }>({
      when: 'The window is larger than `receipt_to_tx_max_hint_window` of `client_config`.',
      info: struct({ requested: u64, maximum: u64 }),
    }),
    MALFORMED_HINT: errorKind<Text>({
      when: 'The hint has a shard or a window but no height.',
      info: textInfo,
    }),
    BUDGET_EXCEEDED: errorKind<{ scanned: bigint; limit: bigint }>({
      when: 'The search read too many outcomes.',
      info: struct({ scanned: u64, limit: u64 }),
    }),
  },
  'cause',
);

const OriginView = struct('RpcReceiptToTxResponse', {
  transactionHash: hash,
  senderAccountId: described(accountId, 'The signer of the transaction.'),
});

const params = struct('RpcReceiptToTxRequest', {
  blockHeight: described(option(u64), 'A hint: the height at which the receipt was executed.'),
  shardId: described(option(anyShardId), 'A hint: the shard; requires `block_height`.'),
  window: described(option(u64), 'How many heights around `block_height` to search.'),
  receipt: flatten(struct({ receiptId: hash })),
});
type Params = TypeOf<typeof params>;

export const receiptToTx = defineMethod({
  name: 'EXPERIMENTAL_receipt_to_tx',
  summary: 'The transaction that a receipt came from.',
  params,
  result: OriginView,
  returns: '`transaction_hash` and `sender_account_id`.',
  errors,
  holds: untilNextBlock,
  handle: (context, request) => {
    checkHints(context, request);
    return findOrigin(context, request.receipt.receiptId);
  },
});

function checkHints(
  { clientConfig }: MethodContext,
  { blockHeight, shardId, window }: Params,
): void {
  const isHinted = blockHeight !== null;
  if (shardId !== null && !isHinted) {
    throw errors.MALFORMED_HINT({ errorMessage: 'shard_id requires block_height' });
  }
  if (window !== null && !isHinted) {
    throw errors.MALFORMED_HINT({ errorMessage: 'window requires block_height' });
  }
  const requested = window ?? WINDOW_DEFAULT;
  const maximum = BigInt(clientConfig.receiptToTxMaxHintWindow);
  if (isHinted && requested > maximum) throw errors.WINDOW_TOO_LARGE({ requested, maximum });
  if (!isHinted && !clientConfig.saveReceiptToTx) {
    const errorMessage =
      'receipt-to-tx mapping is disabled (save_receipt_to_tx=false) and no hint supplied';
    throw errors.UNSUPPORTED({ errorMessage });
  }
}

function findOrigin({ chain }: MethodContext, receiptId: Hash): TypeOf<typeof OriginView> {
  let id = receiptId;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const parentId = chain.receiptParent(id);
    if (parentId === null) {
      chain.verifyUnknown(id);
      throw errors.UNKNOWN_RECEIPT({ receiptId: id });
    }
    const found = chain.transaction(parentId);
    if (found !== null) {
      const { hash: transactionHash, transaction } = found.transaction;
      return { transactionHash, senderAccountId: transaction.signerId };
    }
    id = parentId;
  }
  throw errors.DEPTH_EXCEEDED({ receiptId, limit: DEPTH_MAX });
}
