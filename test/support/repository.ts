// Where tests find the files of the repository: tests run from its root (`npm test` ensures it),
// because compiled tests are not next to their data.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function repositoryPath(...parts: string[]): string {
  return join(process.cwd(), ...parts);
}

/** The text of a file, by its path from the root of the repository. */
export function readText(path: string): string {
  return readFileSync(repositoryPath(path), 'utf8');
}

const NOT_OURS = new Set(['node_modules', 'dist', '.build', '.git', '.perigee', 'target']);

/** The paths of all files below a folder, with `/`, from the root of the repository, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(repositoryPath(folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}
