// The events of a range of past blocks: a finite event stream, read as it arrives.

import { NodeUnreachable, tokenHeader } from './node.ts';
import type { BlockEvent, ReceiptEvent, TransactionEvent } from './wire.ts';

export type ChainEvent =
  | { readonly kind: 'block'; readonly data: BlockEvent }
  | { readonly kind: 'transaction'; readonly data: TransactionEvent }
  | { readonly kind: 'receipt'; readonly data: ReceiptEvent };

export interface EventRange {
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly ChainEvent['kind'][];
  readonly account?: string;
  /** The stream is closed after this many events. */
  readonly countMax?: number;
}

export async function readEvents(range: EventRange): Promise<ChainEvent[]>;
/** Null if it was cancelled. */
export async function readEvents(
  range: EventRange,
  signal: AbortSignal | null,
): Promise<ChainEvent[] | null>;
export async function readEvents(
  range: EventRange,
  signal: AbortSignal | null = null,
): Promise<ChainEvent[] | null> {
  const { from, to, kinds, account, countMax = Number.POSITIVE_INFINITY } = range;
  const query = new URLSearchParams({
    from: `${from}`,
    to: `${to}`,
    kinds: kinds.join(','),
    ...(account !== undefined && { account }),
  });
  try {
    const response = await fetch(`/events?${query}`, { signal, headers: tokenHeader() });
    if (!response.ok || response.body === null) throw new Error(await response.text());
    return await readMessages(response.body, countMax);
  } catch (error) {
    if (signal?.aborted) return null;
    throw error instanceof TypeError ? new NodeUnreachable() : error;
  }
}

async function readMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  countMax: number,
): Promise<ChainEvent[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: ChainEvent[] = [];
  // A large event arrives in many chunks, which are joined once.
  let pieces: string[] = [];
  while (events.length < countMax) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = decoder.decode(value, { stream: true });
    pieces.push(piece);
    if (!piece.includes('\n')) continue;
    const messages = pieces.join('').split('\n\n');
    pieces = [messages.pop() ?? ''];
    events.push(...messages.flatMap(parseMessage));
  }
  // Cancelling does not wait for the end of the stream.
  reader.cancel().catch(() => {});
  return events.slice(0, countMax);
}

function parseMessage(message: string): ChainEvent[] {
  const kind = /^event: (.*)$/m.exec(message)?.[1];
  const data = /^data: (.*)$/m.exec(message)?.[1];
  if (kind === undefined || data === undefined) return [];
  return [{ kind, data: JSON.parse(data) } as ChainEvent];
}
