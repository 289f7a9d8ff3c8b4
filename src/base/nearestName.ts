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

/** Characters that must be inserted, removed, replaced or swapped with their neighbour. */
function countMistakes(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const at = (list: readonly number[], index: number) => list[index] ?? 0;
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const replaced = at(last, j - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? at(beforeLast, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(row, j - 1) + 1, at(last, j) + 1));
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
