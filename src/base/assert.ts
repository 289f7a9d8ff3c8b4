/**
 * Invariants of our own code. A failed assertion is a bug in this program, never a consequence of
 * what a user sent, so nothing catches it on purpose.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Marks the branch that the type checker has proved empty. */
export function unreachable(value: never): never {
  throw new Error(`assertion failed: unreachable value ${String(value)}`);
}
