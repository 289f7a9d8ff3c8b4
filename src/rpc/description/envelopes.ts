// The schemas of requests and responses. The names of components follow the reference's own
// description, which generated clients expect.

import { type Schema, wordsSchema } from '../../codec/schema.ts';
import { SET_NAME } from '../messages/errors.ts';
import type { NamedMethod } from '../service/registry.ts';
import type { Describer } from './components.ts';
import { describeErrorWrapper } from './describeErrors.ts';

// Any text, as in the reference's document, so that the same code compiles with both.
const TEXT: Schema = { type: 'string' };
const ENVELOPE = { id: TEXT, jsonrpc: TEXT };

export function describeRequest({ name, method }: NamedMethod, describer: Describer): Schema {
  return describer.add(`JsonRpcRequest_for_${name}`, {
    type: 'object',
    properties: {
      ...ENVELOPE,
      method: wordsSchema([name]),
      params: describer.accepted(method.paramsSchema),
    },
    required: ['id', 'jsonrpc', 'method', 'params'],
  });
}

export function describeResponse({ method }: NamedMethod, describer: Describer): Schema {
  const result = describer.written(method.resultSchema);
  const errorName = method.errors[SET_NAME];
  const error = describeErrorWrapper(method.errors, describer);
  const either = (key: string, schema: Schema) => ({
    type: 'object',
    properties: { ...ENVELOPE, [key]: schema },
    required: ['id', 'jsonrpc', key],
  });
  return describer.add(`JsonRpcResponse_for_${nameOf(result, method.name)}_and_${errorName}`, {
    oneOf: [either('result', result), either('error', error)],
  });
}

/** How a result is called in the name of its envelope. */
function nameOf(schema: Schema, methodName: string): string {
  const { $ref, items, anyOf } = schema as {
    $ref?: string;
    items?: Schema;
    anyOf?: readonly Schema[];
  };
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (items !== undefined) return `Array_of_${nameOf(items, methodName)}`;
  const [only, none, ...others] = anyOf ?? [];
  if (only !== undefined && none?.type === 'null' && others.length === 0) {
    return `Nullable_${nameOf(only, methodName)}`;
  }
  return methodName;
}

/** Any of several components, without repetitions. */
export function describeAny(
  name: string,
  schemas: readonly Schema[],
  describer: Describer,
): Schema {
  const unique = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  return describer.add(name, { anyOf: [...unique.values()] });
}
