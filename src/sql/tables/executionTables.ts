// Tables of transactions, of the receipts that were executed, and of their actions.

import { bytesToBase64, bytesToUtf8 } from '../../base/bytes/bytes.ts';
import { formatHash } from '../../base/crypto/hash.ts';
import { formatPublicKey } from '../../base/crypto/keys.ts';
import type {
  ReceiptOutcomeMessage,
  TransactionMessage,
} from '../../follow/messages/blockMessage.ts';
import { ActionView } from '../../types/views/actionView.ts';
import { hashText, integer, type TableOf, text, textOrNull, tokenText } from '../table.ts';

/** The place in a block where something was executed. */
export interface Place {
  readonly height: number;
  readonly shardId: number;
  /** Counts from 0, in the order of execution. */
  readonly position: number;
}

type TransactionSource = Place & Pick<TransactionMessage, 'transaction'>;

export const TRANSACTIONS: TableOf<TransactionSource> = {
  name: 'transactions',
  about: 'One row for each transaction. Its outcome is in `outcomes`, by the same hash.',
  columns: [
    hashText('hash', 'Its hash', ({ transaction }) => transaction.hash),
    integer('block_height', 'The block that includes it', ({ height }) => height),
    integer('shard_id', 'The shard', ({ shardId }) => shardId),
    integer('position', 'Its place in the chunk, from 0', ({ position }) => position),
    text('signer_id', 'Who signed it', ({ transaction }) => transaction.signerId),
    text('public_key', 'The key', ({ transaction }) => formatPublicKey(transaction.publicKey)),
    text('nonce', 'Its nonce, a number', ({ transaction }) => `${transaction.nonce}`),
    text('receiver_id', 'Whom it is for', ({ transaction }) => transaction.receiverId),
  ],
  key: ['hash'],
  indexes: ['block_height', 'signer_id', 'receiver_id'],
};

type ReceiptSource = Place & Pick<ReceiptOutcomeMessage, 'receipt' | 'txHash'>;

export const RECEIPTS: TableOf<ReceiptSource> = {
  name: 'receipts',
  about:
    'One row for each receipt that was executed. Its outcome is in `outcomes`, by the same id.',
  columns: [
    hashText('receipt_id', 'Its id', ({ receipt }) => receipt.receiptId),
    integer('block_height', 'The block that executed it', ({ height }) => height),
    integer('shard_id', 'The shard', ({ shardId }) => shardId),
    integer('position', 'Its place among those of the chunk, from 0', ({ position }) => position),
    textOrNull(
      'transaction_hash',
      'The transaction that it comes from; null if that is no longer ' + 'stored',
      ({ txHash }) => (txHash === null ? null : formatHash(txHash)),
    ),
    text('predecessor_id', 'Who sent it', ({ receipt }) => receipt.predecessorId),
    text('receiver_id', 'Who executed it', ({ receipt }) => receipt.receiverId),
    text('kind', '`Action`, `Data` or `GlobalContractDistribution`', ({ receipt }) => {
      return receipt.receipt.kind;
    }),
  ],
  key: ['receipt_id'],
  indexes: ['block_height', 'transaction_hash', 'receiver_id'],
};

interface ActionSource extends ReceiptSource {
  readonly action: ActionView;
  readonly index: number;
}

const call = ({ action }: ActionSource) => (action.kind === 'FunctionCall' ? action.value : null);

export const ACTIONS: TableOf<ActionSource> = {
  name: 'actions',
  about: 'One row for each action of the receipts that were executed.',
  columns: [
    hashText('receipt_id', 'The receipt', ({ receipt }) => receipt.receiptId),
    integer('position', 'Its place in the receipt, from 0', ({ index }) => index),
    integer('block_height', 'The block that executed it', ({ height }) => height),
    text('predecessor_id', 'Who sent it', ({ receipt }) => receipt.predecessorId),
    text('receiver_id', 'Who executed it', ({ receipt }) => receipt.receiverId),
    text('kind', 'Such as `Transfer` or `FunctionCall`', ({ action }) => action.kind),
    textOrNull('method_name', 'The method of a function call', (source) => {
      return call(source)?.methodName ?? null;
    }),
    textOrNull('args', 'Its arguments, if they are text', (source) => {
      const args = call(source)?.args;
      return args === undefined ? null : readText(args);
    }),
    textOrNull('args_base64', 'Its arguments', (source) => {
      const args = call(source)?.args;
      return args === undefined ? null : bytesToBase64(args);
    }),
    tokenText('deposit', 'The tokens that it carries', ({ action }) => depositOf(action)),
    textOrNull('gas', 'The gas that is attached to a function call, a number', (source) => {
      const gas = call(source)?.gas;
      return gas === undefined ? null : `${gas}`;
    }),
    text('action', 'All of it, as JSON', ({ action }) => ActionView.json(action)),
  ],
  key: ['receipt_id', 'position'],
  indexes: ['block_height', 'method_name', 'receiver_id'],
};

function depositOf(action: ActionView): bigint {
  const { value } = action as { readonly value?: { readonly deposit?: bigint } };
  return value?.deposit ?? 0n;
}

function readText(bytes: Uint8Array): string | null {
  try {
    return bytesToUtf8(bytes);
  } catch {
    return null;
  }
}
