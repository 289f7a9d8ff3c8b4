// The events of some blocks of the past: the event stream with an end, read as it comes.

import { NodeUnreachable } from './node.ts';
import type { Outcome, Receipt, Transaction } from './wire.ts';

export interface Placed {
  readonly block_height: number;
  readonly block_hash: string;
  readonly timestamp_nanosec: string;
  readonly shard_id: number;
}

export interface BlockEvent {
  readonly height: number;
  readonly hash: string;
  readonly timestamp_nanosec: string;
  readonly chunks: readonly {
    readonly shard_id: number;
    readonly chunk_hash: string;
    readonly transactions: number;
    readonly receipts: number;
    readonly gas_used: number;
    readonly gas_limit: number;
  }[];
}

export interface TransactionEvent extends Placed {
  readonly transaction: Transaction;
  readonly outcome: Outcome;
}

export interface ReceiptEvent extends Placed {
  readonly transaction_hash: string | null;
  readonly receipt: Receipt;
  readonly outcome: Outcome;
}

export type ChainEvent =
  | { readonly kind: 'block'; readonly data: BlockEvent }
  | { readonly kind: 'transaction'; readonly data: TransactionEvent }
  | { readonly kind: 'receipt'; readonly data: ReceiptEvent };

export interface EventRange {
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly ChainEvent['kind'][];
  readonly account?: string;
}

export async function readEvents(range: EventRange): Promise<ChainEvent[]>;
/** Null if it is given up. */
export async function readEvents(
  range: EventRange,
  signal: AbortSignal | null,
): Promise<ChainEvent[] | null>;
export async function readEvents(
  range: EventRange,
  signal: AbortSignal | null = null,
): Promise<ChainEvent[] | null> {
  const { from, to, kinds, account } = range;
  const query = new URLSearchParams({
    from: `${from}`,
    to: `${to}`,
    kinds: kinds.join(','),
    ...(account !== undefined && { account }),
  });
  try {
    const response = await fetch(`/events?${query}`, { signal });
    const text = await response.text();
    if (response.ok) return text.split('\n\n').flatMap(parseMessage);
    throw new Error(text);
  } catch (error) {
    if (signal?.aborted) return null;
    throw error instanceof TypeError ? new NodeUnreachable() : error;
  }
}

function parseMessage(message: string): ChainEvent[] {
  const kind = /^event: (.*)$/m.exec(message)?.[1];
  const data = /^data: (.*)$/m.exec(message)?.[1];
  if (kind === undefined || data === undefined) return [];
  return [{ kind, data: JSON.parse(data) } as ChainEvent];
}
