// The coverage of a range of blocks: applies every chunk again in which a contract was called, with
// counters in the contracts, and compares the outcomes. It takes as many blocks as fit in some
// time, and at least one; the caller asks again for the rest.

import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import { requireRow } from '../../store/requireRow.ts';
import { newChunks } from '../../types/block.ts';
import { actionReceipt } from '../../types/receipt.ts';
import type { PastChain } from '../reexecute/pastBlock.ts';
import { reexecuteShard } from '../reexecute/reexecuteShard.ts';
import { createPrunedError } from '../reexecute/traceError.ts';
import { CoverageRecorder, type CoveredRunner } from './coverageRecorder.ts';
import type { CoverageReport } from './coverageReport.ts';

/** Then no further block is begun. */
const TIME_MAX_MS = 1_000;

interface CoverageSource extends PastChain {
  readonly contracts: CoveredRunner;
}

export interface CoverageRequest {
  /** By default the oldest block that can be executed again. */
  readonly fromHeight: number | null;
  /** By default the newest block. */
  readonly toHeight: number | null;
}

/** Throws a TraceError if a block cannot be executed again. */
export function coverBlocks(
  source: CoverageSource,
  { fromHeight, toHeight }: CoverageRequest,
  now: () => number,
): CoverageReport {
  const { stored } = source;
  const tail = stored.tail();
  const isPruned = fromHeight !== null && fromHeight <= tail.height;
  if (isPruned && tail.height > stored.genesis().height) throw createPrunedError(tail.hash);
  const from = Math.max(fromHeight ?? 0, tail.height + 1);
  const head = stored.head().height;
  const to = Math.min(toHeight ?? head, head);
  const recorder = new CoverageRecorder(source.contracts);
  const endMs = now() + TIME_MAX_MS;
  let height = from;
  while (height <= to && (height === from || now() < endMs)) {
    coverBlock(source, recorder, height);
    height++;
  }
  return {
    fromHeight: from,
    toHeight: height - 1,
    nextHeight: height <= to ? height : null,
    contracts: recorder.list(),
    leftOut: recorder.leftOut,
  };
}

function coverBlock(source: CoverageSource, recorder: CoverageRecorder, height: number): void {
  const { stored } = source;
  const blockHash = stored.hashAt(height);
  const block = blockHash && stored.block(blockHash);
  if (blockHash === null || block === null) return;
  for (const { inner } of newChunks(block)) {
    const { shardId } = inner.value;
    const ids = stored.outcomeIds(blockHash, shardId);
    if (!ids.some((id) => callsContract(stored, id))) continue;
    const outcomes = ids.map((id) => requireRow(stored.outcome(id), Column.outcome, id));
    const execution = { chain: source, contracts: recorder.contracts };
    reexecuteShard(execution, { blockHash, shardId }, outcomes);
  }
}

function callsContract(stored: StoredChain, id: Hash): boolean {
  const receipt = stored.receipt(id);
  const actions = receipt === null ? [] : (actionReceipt(receipt)?.actions ?? []);
  return actions.some(({ kind }) => kind === 'FunctionCall');
}
