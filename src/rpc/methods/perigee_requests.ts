// perigee_requests.

import { named } from '../../codec/codec.ts';
import { controlErrors } from '../controls/control.ts';
import { defineMethod } from '../core/method.ts';
import { RequestLogView } from '../core/requestLog.ts';
import { noParams } from '../params/params.ts';

export const requests = defineMethod({
  name: 'perigee_requests',
  summary: 'The most recent requests over HTTP, except those of the explorer page.',
  isControl: true,
  params: named('PerigeeRequestsRequest', noParams),
  result: RequestLogView,
  returns:
    '`requests`, newest first: `timestamp`, `path`, `body` (null for a long one), ' +
    '`body_bytes`, the HTTP `status`, and `is_error`.',
  errors: controlErrors,
  handle: ({ requests: log }) => ({ requests: log?.list() ?? [] }),
});
