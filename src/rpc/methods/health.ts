// health.

import { checkHealth, statusErrors } from '../core/health.ts';
import { defineMethod } from '../core/method.ts';
import { ignored } from '../params/params.ts';

export const health = defineMethod({
  name: 'health',
  summary: 'Says that the node is in order, or what is wrong.',
  params: ignored,
  result: { json: () => 'null' },
  returns: 'Null.',
  errors: statusErrors,
  handle: checkHealth,
});
