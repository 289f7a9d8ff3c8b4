// The events of a node's stream, with the types of their contents.

import type {
  BlockEvent,
  LogEvent,
  ReceiptEvent,
  RevertEvent,
  TransactionEvent,
} from './generated/wire.ts';

interface EventContents {
  readonly block: BlockEvent;
  readonly transaction: TransactionEvent;
  readonly receipt: ReceiptEvent;
  readonly log: LogEvent;
  /** The blocks above `height` are no longer part of the chain. Every stream may have it. */
  readonly revert: RevertEvent;
}

export type EventKind = Exclude<keyof EventContents, 'revert'>;

/** An event of one of these kinds, or a revert. */
export type ChainEvent<K extends EventKind = EventKind> = {
  [N in K | 'revert']: {
    /** The position in the stream, for `after`. */
    readonly id: string;
    readonly kind: N;
    readonly data: EventContents[N];
  };
}[K | 'revert'];

type OneOrMore = string | readonly string[];

/** Which events a stream has, and from where to where. */
export interface EventQuery<K extends EventKind = EventKind> {
  readonly kinds?: readonly K[] | undefined;
  /** Only events in which one of these accounts takes part. */
  readonly account?: OneOrMore | undefined;
  /** Only logs that announce a NEP-297 event: `STANDARD`, `STANDARD:EVENT` or `*:EVENT`. */
  readonly event?: OneOrMore | undefined;
  /** The height of the first block; by default the next one. */
  readonly from?: number | undefined;
  /** The height of the last block; by default the stream does not end. */
  readonly to?: number | undefined;
  /** Continues after the event with this id, or after the block with this height. */
  readonly after?: string | number | undefined;
  readonly signal?: AbortSignal | undefined;
}
