// Where foreign blocks come from. A source gives what it finds, in order; whether the blocks are
// right is for its reader to decide.

import { PerigeeError } from '../../base/errors.ts';
import type { BlockMessage } from '../messages/blockMessage.ts';

export interface BlockSource {
  /** What it was made from, for logs and errors; without keys or passwords. */
  readonly name: string;
  /**
   * Blocks from a height on, in order, without the heights that have no block. At the newest
   * block it goes on waiting; it ends when the signal aborts.
   */
  blocks(fromHeight: number, signal: AbortSignal): AsyncIterable<BlockMessage>;
  /** The newest final height that the source knows, or null when it has none. */
  lastHeight(signal: AbortSignal): Promise<number | null>;
  close(): void;
}

type BlockSourceErrorInfo =
  /** The text that should name a source does not. */
  | { readonly code: 'source_spec' }
  /** The source does not answer, or refuses. */
  | { readonly code: 'source_unreachable' }
  /** The source answers with something that is not a block message. */
  | { readonly code: 'source_content'; readonly height: number }
  /** The source begins after the asked height. */
  | { readonly code: 'source_too_young'; readonly height: number };

export class BlockSourceError extends PerigeeError<BlockSourceErrorInfo> {}

/** Time comes from outside. */
export interface SourceClock {
  /** Milliseconds that only grow. */
  nowMs(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface SourceSurroundings {
  readonly clock: SourceClock;
  /** Is told in a sentence what a source waits for when it does not get on. */
  report(trouble: string): void;
}
