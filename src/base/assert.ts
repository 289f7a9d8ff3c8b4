/**
 * Invariants of our own code. A failed assertion is a bug in this program, never a consequence of
 * what a user sent, so nothing catches it on purpose.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) fail(message);
}

/** For a place that our own code never comes to. */
export function fail(message: string): never {
  throw new Error(`assertion failed: ${message}`);
}

/** Marks the branch that the type checker has proved empty. */
export function unreachable(value: never): never {
  fail(`unreachable value ${String(value)}`);
}
