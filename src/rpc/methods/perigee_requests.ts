// perigee_requests.

import { controlErrors } from '../controls/control.ts';
import { defineMethod } from '../core/method.ts';
import { RequestLogView } from '../core/requestLog.ts';
import { ignored } from '../params/params.ts';

export const requests = defineMethod({
  name: 'perigee_requests',
  summary: 'The newest requests that clients sent over HTTP, those of the explorer page apart.',
  isControl: true,
  params: ignored,
  result: RequestLogView,
  returns:
    '`requests`, the newest first: `timestamp`, `path`, `body` (null for a long one), ' +
    '`body_bytes`, the HTTP `status`, and `is_error`.',
  errors: controlErrors,
  handle: ({ requests: log }) => ({ requests: log?.list() ?? [] }),
});
