// Why a benchmark cannot continue.

import { PerigeeError } from '../base/errors.ts';

export class BenchError extends PerigeeError<{
  readonly code: 'node_unreachable' | 'failed_request' | 'node_ended' | 'no_generator';
}> {}
