// The names that the user gave to snapshots. The node has only their numbers, so names are kept in
// this browser, for the snapshots that exist: at most 50 names of 40 characters.

import type { Snapshot } from './controls.ts';

const NAMES_MAX = 50;
export const NAME_LENGTH_MAX = 40;

type Names = Readonly<Record<string, string>>;

/** A snapshot of one chain; numbers begin again when the node starts. */
function keyOf({ id, height }: Snapshot): string {
  return `${id}@${height}`;
}

/** The names as they are stored; none if the text is something else. */
export function parseNames(text: string | null): Names {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const entries = Object.entries(value).filter(([, name]) => typeof name === 'string');
    return Object.fromEntries(
      entries.slice(0, NAMES_MAX).map(([key, name]) => [key, name.slice(0, NAME_LENGTH_MAX)]),
    );
  } catch {
    return {};
  }
}

/** Only the names of snapshots that exist. */
export function pruneNames(names: Names, snapshots: readonly Snapshot[]): Names {
  const keys = new Set(snapshots.map(keyOf));
  return Object.fromEntries(Object.entries(names).filter(([key]) => keys.has(key)));
}

export function nameOf(names: Names, snapshot: Snapshot): string {
  return names[keyOf(snapshot)] ?? `Snapshot ${snapshot.id}`;
}

/** The names with another one for a snapshot; without a text it has none. */
export function renameSnapshot(names: Names, renamed: Snapshot, name: string): Names {
  const { [keyOf(renamed)]: _old, ...others } = names;
  const words = name.trim().slice(0, NAME_LENGTH_MAX);
  return words === '' ? others : { [keyOf(renamed)]: words, ...others };
}
