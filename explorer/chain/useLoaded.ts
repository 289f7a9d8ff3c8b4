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
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    const settle = (answer: Loaded<T>) => {
      if (turn === newest.current) setLoaded({ key, ...answer });
    };
    load().then(
      (value) => settle({ value }),
      (error: Error) => settle({ error }),
    );
  }, [key, version, reconnects]);
  return loaded.key === key ? loaded : {};
}
