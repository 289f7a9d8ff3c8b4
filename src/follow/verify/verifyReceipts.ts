// Whether the receipts that a chunk carries are those that its header commits to: the root over
// them in their encoded form. That requires two things that the message does not show: the code
// that a receipt carries, and which of two layouts an action receipt has. The layout depends on
// what created the receipt: contracts use the newer one, everything else the older one, which was
// the only one in earlier protocol versions.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { outgoingReceiptsRoot } from '../../chain/records/chunkRoots.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import { resolveToCurrentShard } from '../../types/shardSplits.ts';
import type { CodeByHash } from '../../types/views/actionView.ts';
import {
  type ActionLayout,
  type ReceiptView,
  receiptFromView,
} from '../../types/views/receiptView.ts';
import { BlockRefused, type RefusedPlace } from '../blockRefused.ts';
import { isEncodable } from '../messages/shownCode.ts';

/**
 * What created a receipt: `either` if it created receipts of both layouts and this may be any of
 * them, null if unknown.
 */
export type ReceiptOrigin = 'contract' | 'other' | 'either' | null;

export interface ReceiptKnowledge {
  readonly layout: ShardLayout;
  readonly codeByHash: CodeByHash;
  originOf(receipt: ReceiptView): ReceiptOrigin;
  /** Whether everything that could create a receipt was seen here, since genesis. */
  readonly isComplete: boolean;
}

/** Receipts of undecided layout for which both layouts are tried, each alone. */
const GUESSES_MAX = 6;

/** The receipts, bound to the header; null if they cannot be verified here. */
export function verifyReceipts(
  header: ChunkHeader,
  blockHeight: number,
  shown: readonly ReceiptView[],
  knowledge: ReceiptKnowledge,
): readonly Receipt[] | null {
  const { layout, codeByHash } = knowledge;
  const { prevOutgoingReceiptsRoot, shardId } = header.inner.value;
  const place = { height: blockHeight, shardId };
  for (const receipt of shown) verifyTarget(receipt, layout, place);
  const origins = shown.map((receipt) => originOf(receipt, knowledge));
  if (knowledge.isComplete && origins.includes(null)) {
    const reason = 'its chunk carries a receipt that nothing on the chain has made';
    throw new BlockRefused('receipt root', place, reason);
  }
  if (!shown.every((receipt) => isEncodable(receipt, codeByHash))) return null;
  for (const layouts of possibleLayouts(origins)) {
    const receipts = shown.map((receipt, i) =>
      receiptFromView(receipt, layouts[i] as ActionLayout, codeByHash),
    );
    if (equalBytes(outgoingReceiptsRoot(layout, receipts), prevOutgoingReceiptsRoot)) {
      return receipts;
    }
  }
  if (origins.filter(isUndecided).length > GUESSES_MAX) return null;
  const reason = 'the receipts of its chunk are not those that the chunk header commits to';
  throw new BlockRefused('receipt root', place, reason);
}

function isUndecided(origin: ReceiptOrigin): boolean {
  return origin === null || origin === 'either';
}

/** A receipt that distributes code names its shard itself, which may have been split since. */
function verifyTarget({ receipt }: ReceiptView, layout: ShardLayout, place: RefusedPlace): void {
  if (receipt.kind !== 'GlobalContractDistribution') return;
  const { targetShard } = receipt.value;
  if (shardIds(layout).includes(targetShard)) return;
  if (resolveToCurrentShard(layout, targetShard) !== null) return;
  throw new BlockRefused('receipt root', place, 'a receipt of its chunk goes to no shard');
}

function originOf(receipt: ReceiptView, { originOf: look }: ReceiptKnowledge): ReceiptOrigin {
  const { predecessorId, receipt: body } = receipt;
  if (body.kind !== 'Action' || predecessorId === SYSTEM_ACCOUNT) return 'other';
  return look(receipt);
}

/** The most likely first; in earlier protocol versions every receipt had the older layout. */
function* possibleLayouts(origins: readonly ReceiptOrigin[]): Generator<readonly ActionLayout[]> {
  const unknown = origins.flatMap((origin, i) => (isUndecided(origin) ? [i] : []));
  const byOrigin = origins.map((origin): ActionLayout => (origin === 'other' ? 'V1' : 'V2'));
  const count = unknown.length > GUESSES_MAX ? 1 : 2 ** unknown.length;
  for (let guess = 0; guess < count; guess++) {
    yield byOrigin.map((layout, i) => {
      const place = unknown.indexOf(i);
      return place !== -1 && (guess >> place) % 2 === 1 ? 'V1' : layout;
    });
  }
  yield origins.map(() => 'V1');
}
