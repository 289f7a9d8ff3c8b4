// Loads something from the node, and reloads it when the request changes, after a reconnection, or
// when a new block may have changed the result.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { connection } from './connection.ts';
import { useObservable } from './useObservable.ts';

export interface Loaded<T> {
  /** The latest result of this request. */
  readonly value?: T;
  readonly error?: Error;
}

/**
 * `key` identifies the request: results of another one are not shown. A change of `version` reloads
 * and shows the old result in the meantime.
 */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
  version: number | string = 0,
): Loaded<T> {
  const [loaded, setLoaded] = useState<{ readonly key: string } & Loaded<T>>({ key });
  const { reconnects } = useObservable(connection);
  const newest = useRef({ key, turn: 0, done: Promise.resolve() });
  // Requests are sent before the browser paints, which takes longer than some responses.
  useLayoutEffect(() => {
    const { turn: lastTurn, done, ...last } = newest.current;
    const turn = lastTurn + 1;
    const settle = (answer: Loaded<T>) => {
      if (key === newest.current.key) setLoaded({ key, ...answer });
    };
    const ask = async () => {
      // A later request for the same key has replaced this one.
      if (turn !== newest.current.turn) return;
      await load().then(
        (value) => settle({ value }),
        (error: Error) => settle({ error }),
      );
    };
    // Blocks can arrive faster than responses, so only one request per key is pending.
    const before = last.key === key ? done : Promise.resolve();
    newest.current = { key, turn, done: before.then(ask) };
  }, [key, version, reconnects]);
  return loaded.key === key ? loaded : {};
}
