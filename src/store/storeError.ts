/** Why a store cannot be opened, read or written. */

import { encodeBase58 } from '../base/bytes/base58.ts';
import { bytesToHex } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { columnName } from './column.ts';

export type StoreError =
  /** A reader came before any writer had made the store. */
  | { readonly code: 'store_missing'; readonly path: string }
  /** Something else is kept at this place. */
  | { readonly code: 'store_foreign'; readonly path: string }
  /** Another version of Perigee wrote it. */
  | { readonly code: 'store_version'; readonly path: string; readonly found: number }
  /** Its file is empty or gone, though there was a store. */
  | { readonly code: 'store_lost'; readonly path: string }
  /** The system does not let it be read. */
  | { readonly code: 'store_unreadable'; readonly path: string }
  /** Its file was cut, or pages of it were changed. */
  | { readonly code: 'store_damaged'; readonly path: string }
  /** The system refuses to write; the disk may be full. */
  | { readonly code: 'store_full'; readonly path: string }
  /** The machine stopped while it was written; a writer repairs that, a reader cannot. */
  | { readonly code: 'store_unclean'; readonly path: string }
  | RowError;

/** One row that cannot be trusted, or is not there though others refer to it. */
export type RowError = {
  readonly code: 'row_damaged' | 'row_missing';
  /** Null where the reader does not know its folder. */
  readonly path: string | null;
  readonly column: string;
  /** In hexadecimal. */
  readonly key: string;
};

const FAULTS = {
  row_damaged: 'is damaged: its checksum or its place is wrong',
  row_missing: 'is missing, although others refer to it',
};

/** `key` is the stored one, which begins with its column. */
export function createRowError(
  code: RowError['code'],
  path: string | null,
  key: Uint8Array,
): PerigeeError<RowError> {
  const column = columnName(key[0] ?? -1);
  const own = key.subarray(1);
  const info = { code, path, column, key: bytesToHex(own) };
  // RPC clients need not know where the store is.
  return new PerigeeError<RowError>(
    info,
    `the row ${formatRowKey(own)} of column ${column} ${FAULTS[code]}; \`perigee verify\` shows ` +
      'what is wrong with the store, and can restore it',
  );
}

/** Hashes as people write them; other keys in hexadecimal. */
function formatRowKey(key: Uint8Array): string {
  return key.length === 32 ? encodeBase58(key) : bytesToHex(key);
}

export function createDamagedError(path: string, cause?: unknown): PerigeeError<StoreError> {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  const message =
    `the store ${path} is damaged${reason}: \`perigee verify\` shows what is wrong and can ` +
    'restore it; or put a copy back, or begin a new chain with --reset';
  return new PerigeeError<StoreError>({ code: 'store_damaged', path }, message, { cause });
}

/** A file that leads to no rows: there is nothing that could be verified, or restored into. */
export function createLostError(
  code: 'store_lost' | 'store_damaged',
  path: string,
  fault: string,
): PerigeeError<StoreError> {
  const message =
    `${path} ${fault}, although a chain was kept there; \`perigee verify\` cannot restore that: ` +
    'put a copy of the folder back, or remove the folder and start with --cluster and --standby ' +
    'to copy the chain from a cluster, or begin a new chain with --reset';
  return new PerigeeError<StoreError>({ code, path }, message);
}

/** What the system says when it refuses to read; any other failure is our own. */
export function createUnreadableError(path: string, cause: unknown): unknown {
  if (cause instanceof PerigeeError || !(cause instanceof Error && 'code' in cause)) return cause;
  const message = `the store ${path} cannot be read: ${cause.message}`;
  return new PerigeeError<StoreError>({ code: 'store_unreadable', path }, message, { cause });
}

/** Whether the store itself is at fault, and not its caller. */
export function isStoreDamage(error: unknown): boolean {
  if (!(error instanceof PerigeeError)) return false;
  return DAMAGE.has(error.code);
}

const DAMAGE: ReadonlySet<string> = new Set(['row_damaged', 'row_missing', 'store_damaged']);

/**
 * What the system refuses has a code, and the library's message for it does not help; any other
 * failure is our own.
 */
export function createRefusedError(path: string, cause: unknown): unknown {
  if (cause instanceof PerigeeError || !(cause instanceof Error && 'code' in cause)) return cause;
  const message =
    `the store ${path} cannot be written: the disk may be full; make room, nothing that was ` +
    'answered is lost';
  return new PerigeeError<StoreError>({ code: 'store_full', path }, message, { cause });
}
