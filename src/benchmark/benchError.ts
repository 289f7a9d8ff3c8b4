// Why a benchmark cannot go on.

import { PerigeeError } from '../base/errors.ts';

export class BenchError extends PerigeeError<{
  readonly code: 'UNREACHABLE' | 'FAILED_REQUEST' | 'NODE_ENDED' | 'NO_GENERATOR';
}> {}
