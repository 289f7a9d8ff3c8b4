// Bounds what a tool returns: a model reads every character of it.

/** About 12,000 tokens. */
const CHARACTERS_MAX = 48_000;

/** A longer text ends with a line that says how much is missing. */
export function cutText(text: string): string {
  if (text.length <= CHARACTERS_MAX) return text;
  const left = text.length - CHARACTERS_MAX;
  return (
    `${text.slice(0, CHARACTERS_MAX)}\n` +
    `[truncated: ${left} more characters are left out. Ask for less at once: a single item, a ` +
    'lower level or limit, or a longer prefix.]'
  );
}
