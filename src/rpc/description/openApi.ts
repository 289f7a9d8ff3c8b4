// The OpenAPI description of the service, derived from the registry: one path per method name. The
// names of components follow the reference's own description, which generated clients expect.

import { oneOf, type Schema, wordsSchema } from '../../codec/schema.ts';
import { camelToSnake } from '../../codec/struct.ts';
import { type ErrorMaker, type ErrorSet, SET_NAME } from '../core/errors.ts';
import { type NamedMethod, REGISTRY } from '../core/registry.ts';
import { collectComponents, type Describer } from './components.ts';

const INTERFACE_VERSION = '1.3.36';

export function formatOpenApi(): string {
  return JSON.stringify(createOpenApi());
}

function createOpenApi(): Schema {
  const { described: paths, components } = collectComponents((describer) =>
    Object.fromEntries(
      [...REGISTRY.values()].map((named) => [
        `/${named.name}`,
        { post: describeOperation(named, describer) },
      ]),
    ),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Perigee',
      description: 'A NEAR-protocol node. Every method is also available at POST /.',
      version: INTERFACE_VERSION,
    },
    paths,
    components: { schemas: components },
  };
}

function describeOperation(named: NamedMethod, describer: Describer): Schema {
  const { name, method, isDeprecated, successor } = named;
  const advice = successor === null ? '' : ` Deprecated: use \`${successor}\`.`;
  return {
    operationId: name,
    summary: method.summary,
    description: `${method.summary}${advice}`,
    ...(isDeprecated && { deprecated: true }),
    ...(successor !== null && { 'x-successor': successor }),
    requestBody: { required: true, content: asJson(describeRequest(named, describer)) },
    responses: {
      200: { description: method.returns, content: asJson(describeResponse(named, describer)) },
    },
  };
}

function asJson(schema: Schema): Schema {
  return { 'application/json': { schema } };
}

const ID: Schema = { type: 'string' };
const VERSION: Schema = wordsSchema(['2.0']);

function describeRequest({ name, method }: NamedMethod, describer: Describer): Schema {
  return describer.add(`JsonRpcRequest_for_${name}`, {
    type: 'object',
    properties: {
      id: ID,
      // Any text, as in the reference's document, so that the same code compiles with both.
      jsonrpc: { type: 'string' },
      method: wordsSchema([name]),
      params: describer.accepted(method.paramsSchema),
    },
    required: ['id', 'jsonrpc', 'method', 'params'],
  });
}

function describeResponse({ method }: NamedMethod, describer: Describer): Schema {
  const result = describer.written(method.resultSchema);
  const errorName = method.errors[SET_NAME];
  const error = describeErrorWrapper(method.errors, describer);
  const envelope = { id: ID, jsonrpc: VERSION };
  const either = (key: string, schema: Schema) => ({
    type: 'object',
    properties: { ...envelope, [key]: schema },
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

const REFUSALS = {
  METHOD_NOT_FOUND: 'methodName',
  PARSE_ERROR: 'errorMessage',
} as const;

export function describeErrorWrapper(errors: ErrorSet, describer: Describer): Schema {
  const refusals = Object.entries(REFUSALS).map(([name, key]) =>
    describeCause(name, {
      type: 'object',
      properties: { [camelToSnake(key)]: { type: 'string' } },
      required: [camelToSnake(key)],
    }),
  );
  const internal = describeMaker('INTERNAL_ERROR', errors.INTERNAL_ERROR, describer);
  const kinds = Object.entries(errors as unknown as Record<string, ErrorMaker<never>>);
  const handled = oneOf(kinds.map(([name, maker]) => describeMaker(name, maker, describer)));
  const classes = {
    REQUEST_VALIDATION_ERROR: describer.add('RpcRequestValidationErrorKind', oneOf(refusals)),
    HANDLER_ERROR: describer.add(errors[SET_NAME], handled),
    INTERNAL_ERROR: describer.add('InternalError', internal),
  };
  return describer.add(`ErrorWrapper_for_${errors[SET_NAME]}`, {
    oneOf: Object.entries(classes).map(([name, cause]) => ({
      type: 'object',
      properties: { name: wordsSchema([name]), cause, ...OLDER_FIELDS },
      required: ['name', 'cause', ...Object.keys(OLDER_FIELDS)],
    })),
  });
}

/** The fields of JSON-RPC, which clients used before errors had a name and a cause. */
const OLDER_FIELDS: Readonly<Record<string, Schema>> = {
  code: { type: 'integer', format: 'int32' },
  message: { type: 'string' },
  data: { anyOf: [{ type: 'string' }, { type: 'object' }] },
};

function describeMaker(name: string, maker: ErrorMaker<never>, describer: Describer): Schema {
  const info = maker.infoSchema === null ? null : describer.written(maker.infoSchema);
  return { ...describeCause(name, info), description: maker.when };
}

function describeCause(name: string, info: Schema | null): Schema {
  return {
    type: 'object',
    properties: { name: wordsSchema([name]), ...(info !== null && { info }) },
    required: info === null ? ['name'] : ['name', 'info'],
  };
}
