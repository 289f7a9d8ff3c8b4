// health.

import { type JsonWriter, named } from '../../codec/codec.ts';
import { nullable } from '../../codec/schema.ts';
import { checkHealth, statusErrors } from '../core/health.ts';
import { defineMethod, nothing } from '../core/method.ts';
import { ignored } from '../params/params.ts';

/** Always null; the reference declares it as a type that may be null. */
const HealthView: JsonWriter<unknown> = {
  ...nothing,
  schema: (scope) => nullable(named('RpcHealthResponse', nothing).schema(scope)),
};

export const health = defineMethod({
  name: 'health',
  summary: 'Whether the node is healthy; fails with the reason if it is not.',
  params: named('RpcHealthRequest', ignored),
  result: HealthView,
  returns: 'Null.',
  errors: statusErrors,
  handle: checkHealth,
});
