// JSON text of a bounded length. A message with many items can become far longer than the data it
// is made of, so `formatWithin` gives up as soon as its items are too long together: at most one
// item, and what surrounds the items, is written beyond the bound.

import type { Codec } from './codec.ts';

/** What the items of the text being written may still take; writing is synchronous. */
let charsLeft = Number.POSITIVE_INFINITY;

class TextTooLong {}

/** An item whose text counts. Counted items must not contain each other. */
export function counted<T>(codec: Codec<T>): Codec<T> {
  return {
    ...codec,
    json: (value) => {
      const text = codec.json(value);
      charsLeft -= text.length;
      if (charsLeft < 0) throw new TextTooLong();
      return text;
    },
  };
}

/** Null if the text has more characters. */
export function formatWithin<T>(
  codec: Pick<Codec<T>, 'json'>,
  value: T,
  charsMax: number,
): string | null {
  charsLeft = charsMax;
  try {
    const text = codec.json(value);
    return text.length <= charsMax ? text : null;
  } catch (error) {
    if (error instanceof TextTooLong) return null;
    throw error;
  } finally {
    charsLeft = Number.POSITIVE_INFINITY;
  }
}
