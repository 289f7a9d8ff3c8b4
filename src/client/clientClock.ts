// Time for the client. Tests inject their own.

export interface ClientClock {
  /** Milliseconds since any fixed moment; never goes back. */
  nowMs(): number;
  /** Resolves after the delay, or as soon as the signal is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

export const realClock: ClientClock = {
  nowMs: () => performance.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
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
    }),
};
