// Exports the final blocks of a home folder's chain as tables, even while its node is running. An
// export continues where the file ends; blocks that the chain has reverted since are replaced.
// Bounds: one block and its rows are in memory, and a batch of blocks is one transaction.

import { formatHash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import { Epochs } from '../chain/stored/epochs.ts';
import { ReceiptOrigins } from '../chain/stored/receiptOrigins.ts';
import { StoredChain } from '../chain/stored/storedChain.ts';
import { createEpochStore } from '../chain/stored/storedEpochs.ts';
import { buildBlockMessage, firstMessageHeight } from '../follow/messages/buildMessage.ts';
import { readHome } from '../home/homeFolder.ts';
import { createProgress } from '../process/progress.ts';
import { openStore } from '../store/openStore.ts';
import { requireRow } from '../store/requireRow.ts';
import type { StateRecord } from '../types/genesis.ts';
import { SqlError } from './sqlDatabase.ts';
import { SqlFile } from './sqlFile.ts';
import { rowsOfBlock, type SqlRow, toRow } from './sqlTables.ts';
import { BALANCES } from './tables/blockTables.ts';

/** After as many rows or blocks, a batch is committed. */
const BATCH_ROWS = 20_000;
const BATCH_BLOCKS = 1_000;

interface SqlExportOptions {
  readonly home: string;
  readonly file: string;
  /** The last block. */
  readonly until?: number | undefined;
  readonly signal: AbortSignal;
}

interface SqlExportResult {
  readonly blocks: number;
  /** Null if the file has no block. */
  readonly lastHeight: number | null;
}

export async function exportSql(options: SqlExportOptions): Promise<SqlExportResult> {
  const home = readHome(options.home);
  const store = await openStore({ path: home.storePath, readOnly: true });
  const chain = new StoredChain(store);
  const progress = createProgress('exported');
  let file: SqlFile | null = null;
  try {
    file = new SqlFile(options.file, chain.genesis().hash);
    const epochs = new Epochs(createEpochStore(store), home.genesis.config);
    const parts = { chain, epochs, origins: new ReceiptOrigins(chain) };
    const next = findNext(file, chain);
    if (next === chain.genesis().height) {
      file.write(genesisBalances(home.genesis.records, next));
    }
    const last = Math.min(chain.finalHead().height, options.until ?? Number.MAX_SAFE_INTEGER);
    const build = (height: number) => rowsAt(parts, height);
    const run = { build, next, last, signal: options.signal, onBlock: progress.step };
    const blocks = await writeBatches(file, run);
    return { blocks, lastHeight: file.lastBlock()?.height ?? null };
  } finally {
    progress.end();
    file?.close();
    await store.close();
  }
}

/** The height to continue with; what the chain has reverted is removed from the file. */
function findNext(file: SqlFile, chain: StoredChain): number {
  const first = firstMessageHeight(chain);
  let last = file.lastBlock();
  const newest = last;
  while (last !== null) {
    const hash = chain.hashAt(last.height);
    if (hash !== null && formatHash(hash) === last.hash) break;
    if (last.height < first) throw gap(first);
    last = file.lastBlock(last.height - 1);
  }
  if (last === null) {
    if (newest !== null) file.revertTo(-1);
    return first;
  }
  if (last !== newest) file.revertTo(last.height);
  if (last.height + 1 < first) throw gap(first);
  return last.height + 1;
}

function gap(first: number): SqlError {
  return new SqlError(
    `the node no longer keeps the blocks before ${first}, which the file lacks; ` +
      'choose another file',
  );
}

interface BatchRun {
  readonly build: (height: number) => Generator<SqlRow> | null;
  readonly next: number;
  readonly last: number;
  readonly signal: AbortSignal;
  readonly onBlock: (where: string) => void;
}

/** Returns how many blocks were written. */
async function writeBatches(file: SqlFile, run: BatchRun): Promise<number> {
  let blocks = 0;
  for (let height = run.next; height <= run.last && !run.signal.aborted; ) {
    file.write(
      (function* () {
        const end = blocks + BATCH_BLOCKS;
        for (let rows = 0; height <= run.last && blocks < end && rows < BATCH_ROWS; height++) {
          const built = run.build(height);
          if (built === null) continue;
          for (const row of built) {
            rows++;
            yield row;
          }
          blocks++;
          run.onBlock(`height ${height}`);
        }
      })(),
    );
    // A signal is noticed between batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return blocks;
}

type Parts = Parameters<typeof buildBlockMessage>[0] & { readonly chain: StoredChain };

/** Null for a height without a block. */
function rowsAt(parts: Parts, height: number): Generator<SqlRow> | null {
  const hash = parts.chain.hashAt(height);
  if (hash === null) return null;
  return rowsOfBlock(requireRow(buildBlockMessage(parts, hash), Column.block, hash));
}

function* genesisBalances(records: readonly StateRecord[], height: number): Generator<SqlRow> {
  for (const record of records) {
    if (record.kind !== 'Account') continue;
    const { accountId, account: balance } = record.value;
    yield toRow(BALANCES, { accountId, height, balance });
  }
}
