// The history of an account, as far back as the user has asked for.

import { useState } from 'preact/hooks';
import { type History, readHistory } from './accountHistory.ts';
import { chainHead } from './connection.ts';
import { type Loaded, useLoaded } from './useLoaded.ts';
import { useObservable } from './useObservable.ts';

/** Entries that each click adds. */
const STEP = 50;

/** `first` entries are loaded at first. */
export function useHistory(
  id: string,
  first: number,
): {
  readonly loaded: Loaded<History>;
  readonly onMore: () => void;
} {
  const head = useObservable(chainHead);
  const [wanted, setWanted] = useState(first);
  const version = `${head?.busyHeight ?? 0}/${wanted}`;
  const loaded = useLoaded(`history ${id}`, () => readHistory(id, wanted), version);
  return { loaded, onMore: () => setWanted(wanted + STEP) };
}
