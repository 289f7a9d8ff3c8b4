// Two lists as one. If one of them has nothing to add, the other is returned as it is: on hot paths
// most lists are empty.

export function joinLists<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}
