/**
 * Requests repeat their keys. V8 keeps one copy of each text that is a key, and looks every other
 * copy up in a table of its own before it is used as one. What is kept here is that copy.
 */

/** The length and the ends of a key are its place, and what was there is forgotten. */
const KEYS_MAX = 256;
const LENGTH_MAX = 32;
const keys = new Array<string>(KEYS_MAX).fill('');

/** The same text. */
export function knownKey(key: string): string {
  const { length } = key;
  if (length === 0 || length > LENGTH_MAX) return key;
  const ends = key.charCodeAt(0) * 31 + key.charCodeAt(length - 1) * 7;
  const place = (ends + length) % KEYS_MAX;
  if (keys[place] !== key) keys[place] = internalCopy(key);
  return keys[place] as string;
}

/** It does not hold on to the text that the key is a slice of, and leaves no shape of an object. */
function internalCopy(key: string): string {
  const holder: Record<string, true> = Object.create(null);
  holder[key] = true;
  return Object.keys(holder)[0] as string;
}
