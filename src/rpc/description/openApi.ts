// The OpenAPI description of the service, derived from the registry: one path per method name, the
// root with its batches, and the responses that GET returns as well.

import type { Schema } from '../../codec/schema.ts';
import { CALLER_ERRORS } from '../messages/errors.ts';
import { type NamedMethod, REGISTRY, TOPICS } from '../service/registry.ts';
import { collectComponents, type Describer } from './components.ts';
import { describeCallerRefusal } from './describeErrors.ts';
import { describeAny, describeRequest, describeResponse } from './envelopes.ts';
import { type Example, examplesOf, requestOf, responseOf } from './examples.ts';
import { DESCRIPTION, INTERFACE_VERSION, LICENSE, SERVER, TITLE } from './identity.ts';
import { formatPrettyJson } from './prettyJson.ts';

/** The document; without examples unless some are given. */
export function formatOpenApi(examples: readonly Example[] = []): string {
  return formatPrettyJson(createOpenApi(examples));
}

function createOpenApi(examples: readonly Example[]): Schema {
  const { described, components } = collectComponents((describer) => ({
    paths: describePaths(examples, describer),
    responses: describeRefusals(examples, describer),
  }));
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      description: `${DESCRIPTION} Every method is also available at POST /.`,
      version: INTERFACE_VERSION,
      license: LICENSE,
    },
    servers: [SERVER],
    // Only some nodes have a token.
    security: [{}, { token: [] }],
    tags: TOPICS.map(({ title }) => ({ name: title, description: describeTag(title) })),
    paths: described.paths,
    components: {
      schemas: components,
      responses: described.responses,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a node with `--token`: callers on other machines need it for every ' +
            'request, and all callers need it to control the chain.',
        },
      },
    },
  };
}

function describeTag(title: string): string {
  const names = TOPICS.find((topic) => topic.title === title)?.methods.map(({ name }) => name);
  return `The methods ${names?.map((name) => `\`${name}\``).join(', ')}.`;
}

function describePaths(examples: readonly Example[], describer: Describer): Schema {
  const requests: Schema[] = [];
  const responses: Schema[] = [];
  const paths = [...REGISTRY.values()].map((named) => {
    const request = describeRequest(named, describer);
    const response = describeResponse(named, describer);
    requests.push(request);
    responses.push(response);
    const post = describeOperation(named, { request, response }, examples);
    const { name } = named;
    const get = GET_NAMES.has(name) ? { get: describeGet(named, describer) } : {};
    return [`/${name}`, { post, ...get }] as const;
  });
  return {
    ...Object.fromEntries(paths),
    '/': { post: describeRoot(requests, responses, describer) },
  };
}

interface Envelopes {
  readonly request: Schema;
  readonly response: Schema;
}

function describeOperation(
  named: NamedMethod,
  { request, response }: Envelopes,
  examples: readonly Example[],
): Schema {
  const { name, method, isDeprecated, successor } = named;
  const advice = successor === null ? '' : ` Deprecated: use \`${successor}\`.`;
  const shown = examplesOf(method, examples);
  const list = (show: (example: Example) => Schema) => listExamples(shown, show);
  return {
    operationId: name,
    summary: method.summary,
    description: `${method.summary}${advice}`,
    tags: [topicOf(named)],
    ...(isDeprecated && { deprecated: true }),
    ...(successor !== null && { 'x-successor': successor }),
    requestBody: {
      required: true,
      content: asJson(
        request,
        list((example) => requestOf(example, name)),
      ),
    },
    responses: {
      200: { description: method.returns, content: asJson(response, list(responseOf)) },
      ...refusalsOf(method.isControl === true),
    },
  };
}

function topicOf({ method }: NamedMethod): string {
  return TOPICS.find(({ methods }) => methods.includes(method))?.title ?? '';
}

function asJson(schema: Schema, examples: Schema | null = null): Schema {
  return { 'application/json': { schema, ...(examples !== null && { examples }) } };
}

/** Named after their place: the same names for requests and responses. */
function listExamples(
  examples: readonly Example[],
  show: (example: Example) => Schema,
): Schema | null {
  if (examples.length === 0) return null;
  const entries = examples.map((example, index) => {
    const { about, error } = example;
    const key = error === undefined ? `example_${index + 1}` : `error_${index + 1}`;
    return [key, { summary: about, value: show(example) }] as const;
  });
  return Object.fromEntries(entries);
}

const REFUSAL_NAMES = Object.keys(CALLER_ERRORS) as (keyof typeof CALLER_ERRORS)[];

/** Everything that refuses a caller; only controls are forbidden. */
function refusalsOf(isControl: boolean): Schema {
  const names = REFUSAL_NAMES.filter((name) => isControl || name !== 'FORBIDDEN');
  const entries = names.map((name) => {
    return [CALLER_ERRORS[name].status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(entries);
}

function describeRefusals(examples: readonly Example[], describer: Describer): Schema {
  const schema = describeCallerRefusal(describer);
  const entries = REFUSAL_NAMES.map((name) => {
    const shown = examples.filter(({ error }) => error?.cause.name === name);
    const { when } = CALLER_ERRORS[name];
    return [name, { description: when, content: asJson(schema, listExamples(shown, responseOf)) }];
  });
  return Object.fromEntries(entries);
}

/** The methods whose results plain GET requests return as well. */
const GET_NAMES: ReadonlySet<string> = new Set(['status', 'health', 'network_info']);

function describeGet({ name, method }: NamedMethod, describer: Describer): Schema {
  return {
    operationId: `get_${name}`,
    summary: `The result of \`${name}\`, without an envelope.`,
    description: method.summary,
    tags: ['The node and its chain'],
    responses: {
      200: {
        description: method.returns,
        content: asJson(describer.written(method.resultSchema)),
      },
      503: { description: 'There is no result; for `health`, the node is not healthy.' },
      ...refusalsOf(false),
    },
  };
}

/** The root, where a request names its method, and a list of requests is a batch. */
function describeRoot(
  requests: readonly Schema[],
  responses: readonly Schema[],
  describer: Describer,
): Schema {
  const request = describeAny('AnyJsonRpcRequest', requests, describer);
  const response = describeAny('AnyJsonRpcResponse', responses, describer);
  const orMany = (name: string, items: Schema) =>
    describer.add(name, { anyOf: [items, { type: 'array', items, minItems: 1 }] });
  return {
    operationId: 'batch',
    summary: 'Any method, or a batch of requests that only read.',
    description:
      'A request has the same form as at the path of its method. An array is a batch of up to ' +
      '100 requests; their responses have the same order. Methods that send transactions or ' +
      'control the chain are not found in a batch.',
    tags: ['The node and its chain'],
    requestBody: { required: true, content: asJson(orMany('JsonRpcRequests', request)) },
    responses: {
      200: {
        description: 'The response, or the responses.',
        content: asJson(orMany('JsonRpcResponses', response)),
      },
      204: { description: 'The batch consists of notifications, which have no response.' },
      400: {
        description: 'The request is not valid, or names a method that does not exist.',
        content: asJson(response),
      },
      408: { description: 'TIMEOUT_ERROR.', content: asJson(response) },
      422: { description: 'UNKNOWN_BLOCK below the head.', content: asJson(response) },
      500: { description: 'INTERNAL_ERROR.', content: asJson(response) },
      ...refusalsOf(true),
    },
  };
}
