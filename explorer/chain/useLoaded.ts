// Something that the node is asked for, and asked for again when the question changes, when it has
// been away, or when a new block may have changed the answer.

import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from './connection.ts';
import { useObservable } from './observable.ts';

export interface Loaded<T> {
  /** The newest answer to this question. */
  readonly value?: T;
  readonly error?: Error;
}

/**
 * `key` names the question: an answer to another one is not shown. A change of `version` asks again
 * and shows the old answer meanwhile.
 */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
  version: number | string = 0,
): Loaded<T> {
  const [loaded, setLoaded] = useState<{ readonly key: string } & Loaded<T>>({ key });
  const { reconnects } = useObservable(connection);
  const newest = useRef({ key, turn: 0, done: Promise.resolve() });
  useEffect(() => {
    const { turn: lastTurn, done, ...last } = newest.current;
    const turn = lastTurn + 1;
    const settle = (answer: Loaded<T>) => {
      if (key === newest.current.key) setLoaded({ key, ...answer });
    };
    const ask = async () => {
      // Somebody asks the same after this one, and later.
      if (turn !== newest.current.turn) return;
      await load().then(
        (value) => settle({ value }),
        (error: Error) => settle({ error }),
      );
    };
    // Blocks can come faster than answers: the same question is asked once at a time.
    const before = last.key === key ? done : Promise.resolve();
    newest.current = { key, turn, done: before.then(ask) };
  }, [key, version, reconnects]);
  return loaded.key === key ? loaded : {};
}
