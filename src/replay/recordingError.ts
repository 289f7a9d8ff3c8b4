// Why a recording cannot be used.

import { PerigeeError } from '../base/errors.ts';

export class RecordingError extends PerigeeError<{ readonly code: 'recording' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'recording' }, message, { cause });
  }
}

export function unreadable(place: string, cause: unknown): RecordingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RecordingError(`${place} cannot be read: ${reason}`, cause);
}
