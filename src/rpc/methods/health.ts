// health.

import { checkHealth, statusErrors } from '../core/health.ts';
import { defineMethod, nothing } from '../core/method.ts';
import { ignored } from '../params/params.ts';

export const health = defineMethod({
  name: 'health',
  summary: 'Whether the node is healthy; fails with the reason if it is not.',
  params: ignored,
  result: nothing,
  returns: 'Null.',
  errors: statusErrors,
  handle: checkHealth,
});
