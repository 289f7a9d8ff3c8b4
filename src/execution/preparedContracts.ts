// Prepared contracts on disk, so that a contract is rewritten once and not at every start, and the
// reasons why contracts were refused, which may take as long to find out. Each file contains its
// own checksum: a truncated or modified file is ignored and the contract prepared again. Several
// threads and processes may share one folder.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  bytesToHex,
  bytesToUtf8,
  concatBytes,
  equalBytes,
  u32Le,
  utf8ToBytes,
} from '../base/bytes/bytes.ts';
import { crc32 } from '../base/bytes/crc32.ts';
import { PERIGEE_VERSION } from '../base/version.ts';
import { BoundedFolder } from '../home/boundedFolder.ts';
import type { Prepare } from '../vm/moduleCache.ts';
import { PREPARATION } from '../vm/prepareContract.ts';
import type { PreparedContract, PrepareResult } from '../vm/preparedContract.ts';

export interface PreparedBounds {
  readonly preparedBytesMax: number;
  readonly refusedBytesMax: number;
}

/** Room for more than eighty of the largest contracts, and for thousands of refusals. */
const BOUNDS: PreparedBounds = {
  preparedBytesMax: 1024 * 1024 * 1024,
  refusedBytesMax: 16 * 1024 * 1024,
};
const CHECKSUM_BYTES = 4;
const LENGTH_BYTES = 4;

/** The folder for prepared contracts, inside that of the store. */
export function preparedFolder(storePath: string): string {
  return join(storePath, 'contracts');
}

/** Prepared modules depend on the program, and their names on how they were prepared. */
const NAME = `${PERIGEE_VERSION}-${PREPARATION}`;

/** Wraps a preparation so that its results are kept under its name. */
type KeepPrepared = (preparation: { readonly name: string }, prepare: Prepare) => Prepare;

/**
 * Keeps what preparations make in a folder, each under its name and the hash of the code. Files of
 * other programs are removed from it. Refusals have their own bound, so that modules, however
 * large, cannot evict them.
 */
export function keepPreparedIn(folder: string, bounds: PreparedBounds = BOUNDS): KeepPrepared {
  const own = join(folder, NAME);
  mkdirSync(own, { recursive: true });
  for (const other of readdirSync(folder)) {
    if (other !== NAME) rmSync(join(folder, other), { recursive: true, force: true });
  }
  const prepared = new BoundedFolder(join(own, 'prepared'), bounds.preparedBytesMax);
  const refused = new BoundedFolder(join(own, 'refused'), bounds.refusedBytesMax);
  return ({ name }, prepare) =>
    (code) => {
      const file = `${bytesToHex(code.hash)}-${name}`;
      const known = decodeResult(prepared.read(file)) ?? decodeResult(refused.read(file));
      if (known !== null) return known;
      const result = prepare(code);
      if (result === null) return null;
      ('wasm' in result ? prepared : refused).write(file, encodeResult(result));
      return result;
    };
}

const NO_WASM = new Uint8Array();

function encodeResult(result: PrepareResult): Uint8Array {
  const [header, wasm] = 'wasm' in result ? splitPrepared(result) : [result, NO_WASM];
  const headerBytes = utf8ToBytes(JSON.stringify(header));
  const content = concatBytes(u32Le(headerBytes.length), headerBytes, wasm);
  return concatBytes(checksum(content), content);
}

/** Against damage, not against intent; a hash would take half of the time of reading a module. */
function checksum(content: Uint8Array): Uint8Array {
  return u32Le(crc32(content));
}

/**
 * The methods come before the module. Each type is written once: hundreds of imports may share one
 * that has a thousand parameters.
 */
function splitPrepared({ wasm, methods, ...rest }: PreparedContract): [object, Uint8Array] {
  const types = [...new Set(rest.imports.map(({ type }) => type))];
  const places = new Map(types.map((type, place) => [type, place]));
  const imports = rest.imports.map(({ name, type }) => ({ name, type: places.get(type) }));
  const header = { ...rest, imports, types, methodsLength: methods.length };
  return [header, concatBytes(methods, wasm)];
}

/** Null for a file that is missing or damaged. */
function decodeResult(bytes: Uint8Array | null): PrepareResult | null {
  if (bytes === null || bytes.length < CHECKSUM_BYTES + LENGTH_BYTES) return null;
  const content = bytes.subarray(CHECKSUM_BYTES);
  if (!equalBytes(checksum(content), bytes.subarray(0, CHECKSUM_BYTES))) return null;
  const headerLength = new DataView(content.buffer, content.byteOffset).getUint32(0, true);
  const start = LENGTH_BYTES + headerLength;
  const header = JSON.parse(bytesToUtf8(content.subarray(LENGTH_BYTES, start)));
  if (header.methodsLength === undefined) return header;
  const { methodsLength, types, ...rest } = header;
  const wasmStart = start + methodsLength;
  const imports = rest.imports.map((one: { name: string; type: number }) => ({
    name: one.name,
    type: types[one.type],
  }));
  return {
    ...rest,
    imports,
    methods: content.subarray(start, wasmStart),
    wasm: content.subarray(wasmStart),
  };
}
