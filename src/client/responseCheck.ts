// Whether responses and events are what their methods and kinds declare. A client uses it if it is
// given: the shapes of all types would make it many times as large.

import { findFault } from './findFault.ts';
import { EVENTS, QUERY_RESULTS, RESULTS } from './generated/shapes.ts';

export interface ResponseCheck {
  /** What is wrong with the result of a method, as a clause, or null. */
  result(method: string, params: unknown, result: unknown): string | null;
  /** The same of the data of an event. */
  event(kind: string, data: unknown): string | null;
}

/** Checks every method and event of the interface. */
export const responseCheck: ResponseCheck = {
  result(method, params, result) {
    const kind = Object(params).request_type;
    const shape = method === 'query' ? QUERY_RESULTS[kind] : RESULTS[method];
    return findFault(shape ?? {}, result);
  },
  event: (kind, data) => findFault(EVENTS[kind] ?? {}, data),
};
