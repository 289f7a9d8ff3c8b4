// Contracts in a folder that a user names.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All `.wasm` files of a folder; none for a folder that is not there. */
export function readContracts(directory: string): Uint8Array[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => readFileSync(join(directory, name)));
}
