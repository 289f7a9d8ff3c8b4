// The file of a state dump, which the user names.

import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PerigeeError } from '../base/errors.ts';

class StateFileError extends PerigeeError<{ readonly code: 'state_file' }> {
  constructor(message: string, cause: unknown) {
    super({ code: 'state_file' }, `${message}: ${(cause as Error).message}`, { cause });
  }
}

export function readStateFile(path: string): string {
  return explain(`the state in ${path} cannot be read`, () => readFileSync(path, 'utf8'));
}

/** Checked before a run whose state would otherwise be lost at its end. */
export function verifyStateFolder(path: string): void {
  const message = `the state could not be written to ${path}`;
  explain(message, () => accessSync(dirname(path), constants.W_OK));
}

export function writeStateFile(path: string, dump: string): void {
  explain(`the state cannot be written to ${path}`, () => writeFileSync(path, `${dump}\n`));
}

/** Adds context to system errors. */
function explain<T>(message: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StateFileError(message, error);
  }
}
