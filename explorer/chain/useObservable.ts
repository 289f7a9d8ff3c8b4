// The current value of an observable in a part of the page, which follows its changes.

import { useEffect, useState } from 'preact/hooks';
import type { Observable } from './observable.ts';

export function useObservable<T>(observable: Observable<T>): T {
  const [value, setValue] = useState(observable.value);
  useEffect(() => {
    setValue(observable.value);
    return observable.subscribe(setValue);
  }, [observable]);
  return value;
}
