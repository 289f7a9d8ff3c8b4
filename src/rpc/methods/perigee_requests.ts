// perigee_requests.

import { controlErrors } from '../control.ts';
import { defineMethod } from '../method.ts';
import { ignored } from '../params.ts';
import { RequestLogView } from '../requestLog.ts';

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
