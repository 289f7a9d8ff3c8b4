// The results of `query` by `request_type`.

import type { Schema } from '../../codec/schema.ts';
import { queryViews } from '../views/queryViews.ts';
import { FAILED_RESULTS, FailureView } from '../views/viewErrors.ts';
import type { Describer } from './components.ts';

export function describeQueryResults(describer: Describer): (readonly [string, Schema])[] {
  return Object.entries(queryViews).map(([kind, { result, failures }]) => {
    const isResult = failures.some((failure) => FAILED_RESULTS.has(failure));
    const results = isResult ? [result, FailureView] : [result];
    return [kind, { anyOf: results.map(({ schema }) => describer.written(schema)) }] as const;
  });
}
