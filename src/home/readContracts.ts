// Reads contracts from a folder that the user names.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All `.wasm` files of a folder; none if the folder does not exist. */
export function readContracts(directory: string): Uint8Array[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => readFileSync(join(directory, name)));
}
