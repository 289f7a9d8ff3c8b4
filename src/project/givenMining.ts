// The mining mode as an embedding program gives it: as on the command line, or as an object.

/** `'auto:100'` is the same as `{ heartbeatMs: 100 }`, and likewise for an interval. */
export type GivenMining =
  | 'auto'
  | 'manual'
  | `auto:${number}`
  | `interval:${number}`
  | { readonly intervalMs: number }
  | { readonly heartbeatMs: number };

const WORDS: ReadonlyMap<string, string> = new Map([
  ['intervalMs', 'interval'],
  ['heartbeatMs', 'auto'],
]);

/** The string for an object; anything else is returned as is, for the parser to validate. */
export function miningToText(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const [[key, ms] = ['', null], ...others] = Object.entries(given);
  const word = WORDS.get(key);
  return word === undefined || others.length > 0 ? given : `${word}:${ms}`;
}
