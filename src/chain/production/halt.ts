// A chain that cannot produce its next block halts: it produces no further ones, refuses
// transactions, and continues to serve reads. A block that the disk refused is retried; any other
// halt lasts until blocks are reverted.

import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { packFailure } from '../../base/threadFailure.ts';

export interface Halt {
  /** The newest block; the one after it cannot be made. */
  readonly height: number;
  /** Of the failure; `internal` for one that is a fault of this program. */
  readonly code: ErrorCode;
  /** The part that may be shown to anyone. */
  readonly message: string;
  /** The same for the operator, who may know where files are. */
  readonly detail: string;
  /** For the log alone; null unless it is a fault of this program. */
  readonly stack: string | null;
  /** Whether the block is retried automatically. */
  readonly isRetried: boolean;
}

/** Failures that end when the system lets the store be written again. */
const RETRIED_CODES: ReadonlySet<ErrorCode> = new Set(['store_full']);

export function createHalt(error: unknown, height: number): Halt {
  const { code, message: detail, stack } = packFailure(error);
  const isRetried = RETRIED_CODES.has(code);
  return { height, code, message: publicMessage(error), detail, stack, isRetried };
}

/** One sentence that may be shown to anyone: what is wrong, and what can be done. */
export function formatHalt({ height, message, isRetried }: Omit<Halt, 'detail'>): string {
  const remedy = isRetried
    ? 'it is tried again every few seconds'
    : 'perigee_revert_to reverts the blocks above a height';
  return `the chain has halted at height ${height}: ${message}; ${remedy}`;
}

/** The same for the log of the node and its banner. */
export function formatHaltInDetail(halt: Halt): string {
  return formatHalt({ ...halt, message: halt.detail });
}

export class ChainHalted extends PerigeeError<{ readonly code: 'chain_halted' }> {
  constructor(halt: Halt, cause?: unknown) {
    super({ code: 'chain_halted' }, formatHalt(halt), { cause });
  }
}
