// Packages that only some users need, and install themselves: the drivers of a shared store and of
// an object store. They are looked for beside this program, then in the current folder, so that
// they also serve a program that was started by npx.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PerigeeError } from './errors.ts';

export class OptionalModuleError extends PerigeeError<{
  readonly code: 'OPTIONAL_MODULE_MISSING';
  readonly name: string;
}> {}

/** The caller states the part of the module that it uses. */
export async function importOptional<T>(name: string, purpose: string): Promise<T> {
  const places = [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))];
  for (const place of places) {
    const path = resolveFrom(place, name);
    if (path !== null) return (await import(pathToFileURL(path).href)) as T;
  }
  throw new OptionalModuleError(
    { code: 'OPTIONAL_MODULE_MISSING', name },
    `${purpose} needs the package ${name}: install it with "npm install ${name}".`,
  );
}

function resolveFrom(place: string | URL, name: string): string | null {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return null;
  }
}
