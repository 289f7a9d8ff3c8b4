// Packages that only some users need, and install themselves: the drivers of a shared store and of
// an object store. They are looked up next to this program, then in the current folder, so that
// they also serve a program that was started by npx.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PerigeeError } from './errors.ts';

class OptionalModuleError extends PerigeeError<{
  readonly code: 'optional_module_missing';
  readonly name: string;
}> {}

/** The caller states the part of the module that it uses. */
export function requireOptional<T>(name: string, purpose: string): T {
  const places = [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))];
  for (const place of places) {
    const require = createRequire(place);
    if (isFound(require, name)) return require(name) as T;
  }
  throw new OptionalModuleError(
    { code: 'optional_module_missing', name },
    `${purpose} needs the package ${name}: install it with "npm install ${name}".`,
  );
}

/** A module of Node that older versions lack; null without it. */
export function requireIfThere<T>(name: string): T | null {
  const require = createRequire(import.meta.url);
  try {
    return require(name) as T;
  } catch {
    return null;
  }
}

function isFound(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
