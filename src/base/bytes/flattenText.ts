/**
 * V8 keeps a text that was built by concatenation as a tree of its pieces, some 32 bytes for each:
 * a JSON document of a kilobyte can hold on to five. Whatever keeps built texts for long flattens
 * them first, so that their length is what they cost.
 */
export function flattenText(text: string): string {
  // Matching makes the text one flat string in place; the compiler would leave out a read of it.
  ANYTHING.test(text);
  return text;
}

const ANYTHING = /^/;
