// Waiting that a signal can end. Also runs in browsers, so it imports nothing of Node.

/** Resolves after the delay, or as soon as the signal aborts; leaves no listener behind. */
export function abortableSleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
  });
}
