// The file of a dumped state, which a user names.

import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PerigeeError } from '../base/errors.ts';

class StateFileError extends PerigeeError<{ readonly code: 'state_file' }> {
  constructor(message: string, cause: unknown) {
    super({ code: 'state_file' }, `${message}: ${(cause as Error).message}`, { cause });
  }
}

export function readStateFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StateFileError(`the state in ${path} cannot be read`, error);
  }
}

/** Before a run whose state would be lost at its end. */
export function verifyStateFolder(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new StateFileError(`the state could not be written to ${path}`, error);
  }
}

export function writeStateFile(path: string, dump: string): void {
  try {
    writeFileSync(path, `${dump}\n`);
  } catch (error) {
    throw new StateFileError(`the state cannot be written to ${path}`, error);
  }
}
