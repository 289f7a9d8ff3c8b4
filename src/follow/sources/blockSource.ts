// Where the blocks of another chain come from. A source returns what it finds, in order; its reader
// verifies the blocks.

import { PerigeeError } from '../../base/errors.ts';
import type { BlockMessage } from '../messages/blockMessage.ts';

export interface BlockSource {
  /** Its specification, for logs and errors; without keys or passwords. */
  readonly name: string;
  /**
   * Blocks from a height on, in order, skipping heights that have no block. At the newest block it
   * waits for more; it ends when the signal aborts.
   */
  blocks(fromHeight: number, signal: AbortSignal): AsyncIterable<BlockMessage>;
  /** The newest final height that the source knows, or null when it has none. */
  lastHeight(signal: AbortSignal): Promise<number | null>;
  close(): void;
}

type BlockSourceErrorInfo =
  /** The text does not name a source. */
  | { readonly code: 'source_spec' }
  /** The source does not respond, or refuses. */
  | { readonly code: 'source_unreachable' }
  /** The source responds with something that is not a block message. */
  | { readonly code: 'source_content'; readonly height: number }
  /** The source starts after the requested height. */
  | { readonly code: 'source_too_young'; readonly height: number };

export class BlockSourceError extends PerigeeError<BlockSourceErrorInfo> {}

/** Time is passed in. */
export interface SourceClock {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface SourceSurroundings {
  readonly clock: SourceClock;
  /** Called with a sentence about what a source waits for if it makes no progress. */
  report(trouble: string): void;
}
