// The history of an account, as far back as the user has asked for.

import { useState } from 'preact/hooks';
import { type History, readHistory } from './accountHistory.ts';
import { type Balances, readBalances } from './balances.ts';
import { chainHead } from './connection.ts';
import { type Loaded, useLoaded } from './useLoaded.ts';
import { useObservable } from './useObservable.ts';

/** At least this many transactions are added by each click, if they exist. */
const STEP = 50;

export interface LoadedHistory {
  readonly loaded: Loaded<History>;
  /** Undefined until they are loaded, after the transactions. */
  readonly balances: Balances | undefined;
  readonly onMore: () => void;
}

const NONE: readonly number[] = [];

/** `first` transactions are loaded at first. */
export function useHistory(id: string, first: number): LoadedHistory {
  const head = useObservable(chainHead);
  const [wanted, setWanted] = useState(first);
  const version = `${head?.busyHeight ?? 0}/${wanted}`;
  const loaded = useLoaded(`history ${id}`, () => readHistory(id, wanted), version);
  const heights = loaded.value?.heights ?? NONE;
  const { value: balances } = useLoaded(
    `balances ${id}`,
    () => readBalances(id, heights),
    `${heights[0]}/${heights.length}`,
  );
  const shown = loaded.value?.rows.length ?? 0;
  return { loaded, balances, onMore: () => setWanted(shown + STEP) };
}
