// The OpenAPI description of the service, generated from the registry: one path per method name.

import { type NamedMethod, REGISTRY } from '../core/registry.ts';

const INTERFACE_VERSION = '1.3.36';

/** The error codes and messages that all methods share. */
const errorFields = {
  code: { type: 'integer' },
  message: { type: 'string' },
  data: {},
};

export function formatOpenApi(): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Perigee',
      description: 'A NEAR-protocol node. Every method is also available at POST /.',
      version: INTERFACE_VERSION,
    },
    paths: Object.fromEntries(
      [...REGISTRY.values()].map((named) => [`/${named.name}`, { post: describeOperation(named) }]),
    ),
  });
}

function describeOperation(named: NamedMethod) {
  const { name, method, isDeprecated, successor } = named;
  const advice = successor === null ? '' : ` Deprecated: use \`${successor}\`.`;
  return {
    operationId: name,
    summary: method.summary,
    description: `${method.summary}${advice}`,
    ...(isDeprecated && { deprecated: true }),
    ...(successor !== null && { 'x-successor': successor }),
    requestBody: { required: true, content: asJson(describeRequest(named)) },
    responses: {
      200: { description: method.returns, content: asJson(describeResponse(named)) },
    },
  };
}

function asJson(schema: object) {
  return { 'application/json': { schema } };
}

function describeRequest({ name, method }: NamedMethod) {
  return {
    type: 'object',
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'], default: '2.0' },
      id: { default: 'dontcare' },
      method: { type: 'string', enum: [name] },
      params: method.paramsSchema,
    },
    required: ['method', ...(isOptional(method.paramsSchema) ? [] : ['params'])],
  };
}

/** Params are optional only for methods that ignore them. */
function isOptional(schema: object): boolean {
  return !('type' in schema) && !('oneOf' in schema) && !('allOf' in schema);
}

function describeResponse({ method }: NamedMethod) {
  const envelope = { jsonrpc: { type: 'string', enum: ['2.0'] }, id: {} };
  return {
    oneOf: [
      {
        type: 'object',
        properties: { ...envelope, result: { description: method.returns } },
        required: ['jsonrpc', 'id', 'result'],
      },
      {
        type: 'object',
        properties: { ...envelope, error: { oneOf: describeErrors(method.errors) } },
        required: ['jsonrpc', 'id', 'error'],
      },
    ],
  };
}

const REFUSALS = {
  PARSE_ERROR: { when: 'The request or its params could not be understood.' },
  METHOD_NOT_FOUND: { when: 'There is no such method.' },
};

function describeErrors(errors: NamedMethod['method']['errors']) {
  const { INTERNAL_ERROR, ...handled } = errors as NamedMethod['method']['errors'] &
    Readonly<Record<string, { readonly when: string }>>;
  const classes = [
    ['REQUEST_VALIDATION_ERROR', REFUSALS],
    ['HANDLER_ERROR', handled],
    ['INTERNAL_ERROR', { INTERNAL_ERROR }],
  ] as const;
  return classes.flatMap(([name, kinds]) =>
    Object.entries(kinds).map(([cause, { when }]) => ({
      type: 'object',
      description: when,
      properties: {
        name: { type: 'string', enum: [name] },
        cause: { type: 'object', properties: { name: { type: 'string', enum: [cause] } } },
        ...errorFields,
      },
      required: ['name', 'cause', 'code', 'message'],
    })),
  );
}
