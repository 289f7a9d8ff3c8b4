// The name that somebody probably meant. Bounds: names of at most 64 characters are compared, and
// the caller bounds how many.

const NAME_CHARS_MAX = 64;
/** A name may differ in a third of its characters. */
const CHARS_PER_MISTAKE = 3;

/** Null if no candidate is similar. The first of the best ones wins. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > NAME_CHARS_MAX) return null;
  let nearest: string | null = null;
  let fewest = Math.max(1, Math.floor(name.length / CHARS_PER_MISTAKE)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const mistakes = countMistakes(name.toLowerCase(), candidate.toLowerCase());
    if (mistakes >= fewest) continue;
    nearest = candidate;
    fewest = mistakes;
  }
  return nearest;
}

/** Characters that must be inserted, removed or replaced (Levenshtein's distance). */
function countMistakes(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] as number) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
