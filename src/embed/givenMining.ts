// When blocks are made, as a program says it: in the words of the command line, or as an object.

/** `'auto:100'` and `{ heartbeatMs: 100 }` are the same, as are those of an interval. */
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

/** The words for an object; anything else stays as it is, for the parser of words to judge. */
export function miningToText(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const [[key, ms] = ['', null], ...others] = Object.entries(given);
  const word = WORDS.get(key);
  return word === undefined || others.length > 0 ? given : `${word}:${ms}`;
}
