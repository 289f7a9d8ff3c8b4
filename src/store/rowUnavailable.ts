// The error of a row that may or may not exist: the node that knows does not answer, or this node
// has never seen the row.

import { PerigeeError } from '../base/errors.ts';

export class RowUnavailable extends PerigeeError<{ readonly code: 'row_unavailable' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'row_unavailable' }, message, { cause });
  }
}
