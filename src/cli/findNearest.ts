// The word that a mistyped one most likely means. Words longer than a screen line are not compared.

/** Longer words are not mistyped commands. */
const LENGTH_MAX = 80;

/** The nearest word, or null if none differs by less than about a third of its letters. */
export function findNearest(typed: string, words: readonly string[]): string | null {
  if (typed.length > LENGTH_MAX) return null;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const distance = countEdits(typed, word);
    const isNear = distance <= Math.max(1, Math.ceil(word.replace(/^-+/, '').length / 3));
    if (isNear && distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
}

/** Letters inserted, removed, replaced or swapped with their neighbour. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const at = (list: readonly number[], index: number) => list[index] ?? 0;
      let edits = Math.min(at(row, j - 1) + 1, at(last, j) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) edits = Math.min(edits, at(beforeLast, j - 2) + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
