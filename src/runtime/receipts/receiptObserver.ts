// An observer of the receipts that a chunk executes. It sees what happened and changes nothing.

import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ReturnData } from '../../vm/vmTypes.ts';

/** An action that was tried. Its gas includes the fee for executing it. */
export interface ObservedAction {
  readonly index: number;
  readonly gasBurnt: bigint;
  readonly gasUsed: bigint;
  readonly logs: readonly string[];
  readonly returnData: ReturnData;
  readonly error: ActionErrorKind | null;
}

export interface ReceiptObserver {
  /** Before the first action of a receipt. Everything until `endReceipt` belongs to it. */
  beginReceipt(receipt: Receipt): void;
  endAction(action: ObservedAction): void;
  endReceipt(): void;
}
