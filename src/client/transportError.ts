// The error for a request that got no JSON-RPC response.

import { PerigeeError } from '../base/errors.ts';

export interface TransportFailure {
  /**
   * `unreachable`: no connection, or it broke; `request_timeout`: no response in time;
   * `http_status`: a response without JSON-RPC, such as that of a proxy; `invalid_response`: not
   * JSON-RPC either, with status 200.
   */
  readonly code: 'unreachable' | 'request_timeout' | 'http_status' | 'invalid_response';
  /** The HTTP status, or null if there was no response. */
  readonly status: number | null;
}

export class TransportError extends PerigeeError<TransportFailure> {
  constructor(failure: TransportFailure, message: string, cause?: unknown) {
    super(failure, message, { cause });
  }
}
