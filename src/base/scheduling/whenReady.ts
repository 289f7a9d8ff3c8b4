/**
 * Continuations of what may be there already: only what really waits takes promises, which cost
 * several times as much as the rest of a short read.
 */

/** As `await value` followed by `next`. */
export function whenReady<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** As `try { return await run(); } catch`. */
export function catching<T>(
  run: () => T | Promise<T>,
  fail: (thrown: unknown) => T,
): T | Promise<T> {
  try {
    const running = run();
    return running instanceof Promise ? running.catch(fail) : running;
  } catch (thrown) {
    return fail(thrown);
  }
}
