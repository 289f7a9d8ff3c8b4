// The trace of a transaction of another network, with what can be said of its exactness.

import { described, type TypeOf } from '../codec/codec.ts';
import { option, string, vec } from '../codec/primitives.ts';
import { omitEmpty, omitNull, struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { TransactionTrace } from '../trace/tree/transactionTrace.ts';
import { hash } from '../types/primitives.ts';

const ReceiptCheck = struct({
  receiptId: hash,
  result: words('PerigeeReceiptCheck', ['exact', 'differs', 'not_executed']),
  field: described(omitNull(option(string)), 'The first field of the outcome that differs.'),
  reason: described(omitNull(option(string)), 'Why, as far as it is known.'),
});
export type ReceiptCheck = TypeOf<typeof ReceiptCheck>;

export const RemoteTrace = struct({
  trace: described(TransactionTrace, 'What happened.'),
  checks: described(vec(ReceiptCheck), 'How the receipts compare that were executed again.'),
  notices: described(omitEmpty(vec(string)), 'What is not exact.'),
  whatIf: described(
    omitNull(option(TransactionTrace)),
    'What would have happened with the overrides.',
  ),
  differences: described(omitEmpty(vec(string)), 'How that differs from what happened.'),
});
export type RemoteTrace = TypeOf<typeof RemoteTrace>;
