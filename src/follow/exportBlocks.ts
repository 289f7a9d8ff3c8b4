// Writes the final blocks of a stored chain to files in NEAR Lake's layout. Existing files stay: an
// export continues after the last complete block, if it belongs to the same chain.

import { equalBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { Column } from '../chain/columns/columns.ts';
import { requireRow } from '../store/requireRow.ts';
import {
  buildBlockMessage,
  firstMessageHeight,
  type MessageParts,
} from './messages/buildMessage.ts';
import type { SourceSurroundings } from './sources/blockSource.ts';
import { BLOCK_FILE, type LakeStore, messageToFiles, parseLakeBlock } from './sources/lakeStore.ts';
import { tryUntilDone } from './sources/patience.ts';

type ExportErrorInfo =
  | { readonly code: 'foreign_target'; readonly height: number }
  | { readonly code: 'export_gap'; readonly height: number }
  | { readonly code: 'blocks_taken_back'; readonly height: number };

export class ExportError extends PerigeeError<ExportErrorInfo> {}

/** A target that fails this often in a row is given up: after about two minutes. */
const TRIES_MAX = 10;

interface ExportRun extends SourceSurroundings {
  readonly parts: Omit<MessageParts, 'origins'>;
  readonly target: LakeStore;
  /** The first height of a new export; by default the oldest stored block. */
  readonly from?: number | undefined;
  /** The last height. */
  readonly until?: number | undefined;
  /** Waits for further blocks; false if there will be none. */
  awaitBlocks(): Promise<boolean>;
  readonly signal: AbortSignal;
  onBlock(height: number): void;
}

export interface ExportResult {
  readonly blocks: number;
  /** Null if the target is empty. */
  readonly lastHeight: number | null;
}

interface Place {
  readonly height: number;
  readonly hash: Hash;
}

export async function exportBlocks(run: ExportRun): Promise<ExportResult> {
  const { chain } = run.parts;
  const { until = Number.MAX_SAFE_INTEGER } = run;
  let last = await findLast(run);
  let next = last === null ? firstHeight(run) : last.height + 1;
  let blocks = 0;
  for (;;) {
    const end = Math.min(chain.finalHead().height, until);
    for (; next <= end && !run.signal.aborted; next++) {
      const hash = chain.hashAt(next);
      if (hash === null) continue;
      refuseCollected(run, next);
      refuseRevert(run, last);
      await writeBlock(run, next, hash);
      last = { height: next, hash };
      blocks++;
      run.onBlock(next);
    }
    const isDone = next > until || run.signal.aborted;
    if (isDone || !(await run.awaitBlocks())) return { blocks, lastHeight: last?.height ?? null };
  }
}

function firstHeight({ parts, from }: ExportRun): number {
  const { chain } = parts;
  return from === undefined ? firstMessageHeight(chain) : Math.max(from, chain.genesis().height);
}

async function writeBlock(run: ExportRun, height: number, hash: Hash): Promise<void> {
  const built = buildBlockMessage({ ...run.parts, origins: null }, hash);
  const message = requireRow(built, Column.block, hash);
  const files = messageToFiles(message);
  await patiently(run, () => run.target.write(height, files));
}

function patiently<T>(run: ExportRun, work: () => Promise<T>): Promise<T> {
  return tryUntilDone({ ...run, triesMax: TRIES_MAX }, work);
}

/** The last complete block of the target. */
async function findLast(run: ExportRun): Promise<Place | null> {
  const { target, parts, from, signal } = run;
  const height = await patiently(run, () => target.lastHeight(signal));
  if (height === null) return null;
  if (from !== undefined && from > height + 1) {
    throw new ExportError(
      { code: 'export_gap', height },
      `${target.name} ends at block ${height}; blocks from ${from} on would leave a gap. ` +
        'Leave --from out, or choose another place.',
    );
  }
  const content = await patiently(run, () => target.read(height, BLOCK_FILE, signal));
  const ours = parts.chain.hashAt(height);
  // A block is written last in its folder: without it the folder is unfinished.
  if (content === null) return rewrite(run, height, ours);
  if (ours !== null && equalBytes(parseLakeBlock(content).header.hash, ours)) {
    return { height, hash: ours };
  }
  throw foreignTarget(target, height);
}

async function rewrite(run: ExportRun, height: number, ours: Hash | null): Promise<Place> {
  if (ours === null || height > run.parts.chain.finalHead().height) {
    throw foreignTarget(run.target, height);
  }
  await writeBlock(run, height, ours);
  return { height, hash: ours };
}

function foreignTarget({ name }: LakeStore, height: number): ExportError {
  return new ExportError(
    { code: 'foreign_target', height },
    `${name} ends with a block ${height} of another chain; choose another place.`,
  );
}

/** A node that keeps few blocks may prune faster than the export proceeds. */
function refuseCollected({ parts }: ExportRun, next: number): void {
  const first = firstMessageHeight(parts.chain);
  if (next >= first) return;
  throw new ExportError(
    { code: 'export_gap', height: next },
    `The node no longer keeps the blocks from ${next} to ${first - 1}; export to another place.`,
  );
}

/** A local chain can be reverted to a height below its final blocks. */
function refuseRevert({ parts, target }: ExportRun, last: Place | null): void {
  if (last === null) return;
  const { height, hash } = last;
  const now = parts.chain.hashAt(height);
  if (now !== null && equalBytes(now, hash)) return;
  throw new ExportError(
    { code: 'blocks_taken_back', height },
    `The chain has reverted block ${height}, which is in ${target.name} already; ` +
      'export to another place.',
  );
}
