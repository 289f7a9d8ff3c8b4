// How a transaction ended, as RPC answers show it.

import { described, documented, type TypeOf } from '../../codec/codec.ts';
import { bytes } from '../../codec/primitives.ts';
import { union, unit } from '../../codec/union.ts';
import { TxExecutionError } from '../actionErrors.ts';

/** The overall result: that of the first receipt that did not return another receipt. */
export const FinalExecutionStatus = documented(
  union('FinalExecutionStatus', {
    NotStarted: unit,
    Started: unit,
    Failure: described(TxExecutionError, 'Result of the first leaf receipt: why it failed.'),
    SuccessValue: described(
      bytes,
      'Result of the first leaf receipt: the returned value, base64-encoded and possibly empty.',
    ),
  }),
  '`NotStarted`: the transaction is not yet converted to a receipt. `Started`: at least one ' +
    'receipt exists, but the first leaf receipt (depth-first) has not finished.',
);
export type FinalExecutionStatus = TypeOf<typeof FinalExecutionStatus>;
