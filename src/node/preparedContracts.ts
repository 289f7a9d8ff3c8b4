// Prepared contracts on disk, so that a contract is rewritten once and not at every start. A file
// holds its own checksum: what was cut short or changed is prepared anew. Bounded in bytes; the
// files that were written first go first. Several threads may use one folder.

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, concatBytes, equalBytes, u32Le, utf8ToBytes } from '../base/bytes.ts';
import { sha256 } from '../base/hash.ts';
import type { Prepare } from '../vm/moduleCache.ts';
import { PREPARATION } from '../vm/prepareContract.ts';
import type { PreparedContract, PrepareResult } from '../vm/preparedContract.ts';
import { PERIGEE_VERSION } from './version.ts';
import { readWholeFile, writeWholeFile } from './wholeFile.ts';

const BYTES_MAX = 256 * 1024 * 1024;
const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;
/** By its program and its preparation. */
export const PREPARED_NAME = `${PERIGEE_VERSION}-${PREPARATION}`;

/** The folder for them beside the store that they are made from. */
export function preparedFolder(storePath: string): string {
  return join(storePath, 'contracts');
}

/** The same preparation with a folder behind it. What others have made of the code is removed. */
export function keepPrepared(prepare: Prepare, folder: string, bytesMax = BYTES_MAX): Prepare {
  const versioned = join(folder, PREPARED_NAME);
  mkdirSync(versioned, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== PREPARED_NAME) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return (code, hash) => {
    const path = join(versioned, `${bytesToHex(hash)}.prepared`);
    const known = readPrepared(path);
    if (known !== null) return known;
    const prepared = prepare(code, hash);
    if ('wasm' in prepared) writePrepared(path, versioned, prepared, bytesMax);
    return prepared;
  };
}

/** Null for a file that is absent or damaged. */
function readPrepared(path: string): PrepareResult | null {
  const bytes = readWholeFile(path);
  if (bytes === null) return null;
  const content = bytes.subarray(CHECKSUM_BYTES);
  if (!equalBytes(sha256(content), bytes.subarray(0, CHECKSUM_BYTES))) return null;
  const headerLength = new DataView(content.buffer, content.byteOffset).getUint32(0, true);
  const header = content.subarray(LENGTH_BYTES, LENGTH_BYTES + headerLength);
  const { exports, ...rest } = JSON.parse(Buffer.from(header).toString());
  const wasm = content.slice(LENGTH_BYTES + headerLength);
  return { ...rest, wasm, exports: new Map(exports) };
}

function writePrepared(
  path: string,
  folder: string,
  { wasm, exports, ...rest }: PreparedContract,
  bytesMax: number,
): void {
  const header = utf8ToBytes(JSON.stringify({ ...rest, exports: [...exports] }));
  const content = concatBytes(u32Le(header.length), header, wasm);
  makeRoom(folder, bytesMax - content.length - CHECKSUM_BYTES);
  writeWholeFile(path, concatBytes(sha256(content), content));
}

/** Removes the oldest files until no more than `bytesMax` are left. */
function makeRoom(folder: string, bytesMax: number): void {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, ...describe(path) }))
    .sort((a, b) => a.changedMs - b.changedMs);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files) {
    if (bytes <= bytesMax) return;
    rmSync(file.path, { force: true });
    bytes -= file.bytes;
  }
}

/** Another thread may have removed the file meanwhile. */
function describe(path: string): { bytes: number; changedMs: number } {
  const found = statSync(path, { throwIfNoEntry: false });
  return { bytes: found?.size ?? 0, changedMs: found?.mtimeMs ?? 0 };
}
