/**
 * The one class of expected failures. Each module states its own union of `info` shapes; `code`
 * tells them apart, and the message is the text a user may see. A broken invariant of our own
 * is never a PerigeeError (see assert.ts).
 */
export class PerigeeError<T extends { readonly code: string }> extends Error {
  readonly info: T;

  constructor(info: T, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PerigeeError';
    this.info = info;
  }

  get code(): T['code'] {
    return this.info.code;
  }
}

/** What `run` gives; an expected failure of it is told as another one. */
export function restate<T>(
  run: () => T,
  tell: (error: PerigeeError<{ code: string }>) => Error,
): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof PerigeeError ? tell(error) : error;
  }
}
