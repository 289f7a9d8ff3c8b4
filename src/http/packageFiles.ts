// Finds files of the installed package, whatever the depth of this module: in `dist`, in the
// bundled program, or in the compiled tests.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The full path of a file, given its path in the package; null if the package lacks it. */
export function findPackageFile(...path: readonly string[]): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, ...path);
    if (existsSync(file)) return file;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

/** The bytes of a file of the package; null if the package lacks it. */
export function readPackageFile(...path: readonly string[]): Uint8Array | null {
  const file = findPackageFile(...path);
  return file === null ? null : new Uint8Array(readFileSync(file));
}
