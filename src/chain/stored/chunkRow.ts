// A chunk as its row has it: to show it takes the text of what it carries, not the values. A spread
// of it would lose them.

import { BorshReader } from '../../codec/borsh.ts';
import { vec } from '../../codec/primitives.ts';
import { type Chunk, ChunkHeader, ChunkPayload } from '../../types/chunk.ts';
import { hashTransaction } from '../../types/transaction.ts';
import { ReceiptView, receiptToView, showReceipts } from '../../types/views/receiptView.ts';
import {
  SignedTransactionView,
  showTransactions,
  transactionToView,
} from '../../types/views/transactionView.ts';

/** Lists of what a chunk carries, as JSON. */
interface ShownPayload {
  readonly transactions: string;
  readonly receipts: string;
}

export class ChunkRow implements Chunk {
  readonly header: ChunkHeader;
  readonly #row: Uint8Array;
  readonly #payloadAt: number;
  #payload: Pick<Chunk, 'transactions' | 'prevOutgoingReceipts'> | null = null;

  constructor(row: Uint8Array) {
    const reader = new BorshReader(row);
    this.header = ChunkHeader.read(reader);
    this.#row = row;
    this.#payloadAt = reader.offset;
  }

  get transactions(): Chunk['transactions'] {
    return this.#decoded.transactions;
  }

  get prevOutgoingReceipts(): Chunk['prevOutgoingReceipts'] {
    return this.#decoded.prevOutgoingReceipts;
  }

  show(): ShownPayload {
    const reader = this.#readPayload();
    return { transactions: showTransactions(reader), receipts: showReceipts(reader) };
  }

  get #decoded() {
    if (this.#payload === null) {
      const reader = this.#readPayload();
      this.#payload = ChunkPayload.read(reader);
      reader.end();
    }
    return this.#payload;
  }

  #readPayload(): BorshReader {
    const reader = new BorshReader(this.#row);
    reader.skip(this.#payloadAt);
    return reader;
  }
}

const TransactionList = vec(SignedTransactionView);
const ReceiptList = vec(ReceiptView);

/** What a chunk carries, whether it is a row or was made otherwise. */
export function showPayload(chunk: Chunk): ShownPayload {
  if (chunk instanceof ChunkRow) return chunk.show();
  const { transactions, prevOutgoingReceipts } = chunk;
  return {
    transactions: TransactionList.json(
      transactions.map((signed) => transactionToView(hashTransaction(signed))),
    ),
    receipts: ReceiptList.json(prevOutgoingReceipts.map(receiptToView)),
  };
}
