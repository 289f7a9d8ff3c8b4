// Waiting, as code that must not read a clock itself is given it.

/** Calls back once after a delay; the returned function cancels it. */
export type Timer = (callback: () => void, delayMs: number) => () => void;
