import { PerigeeError } from '../base/errors.ts';

/** Why a benchmark cannot go on. */
export class BenchError extends PerigeeError<{
  readonly code: 'UNREACHABLE' | 'FAILED_REQUEST' | 'NODE_ENDED';
}> {}
