// The file src/client/generated/wire.ts, made by `npm run docs`: the types of everything on the
// wire, from the same schemas as the OpenAPI document, and the table of methods that types calls.

import type { Schema } from '../../codec/schema.ts';
import { EVENT_TYPES } from '../events/chainEvent.ts';
import { SET_NAME } from '../messages/errors.ts';
import { type NamedMethod, REGISTRY } from '../service/registry.ts';
import { collectComponents, type Describer } from './components.ts';
import { describeErrorWrapper } from './describeErrors.ts';
import { describeQueryResults } from './queryResults.ts';
import { formatComment, schemaToType } from './schemaToType.ts';

const HEADER = [
  '// The types of the interface. Made by `npm run docs` from the schemas of all methods.',
  '',
  '/** An integer of 64 bits: a bigint if a number cannot hold it without loss. */',
  'export type U64 = number | bigint;',
];

/** The client adds and removes envelopes itself. */
const ENVELOPE = /^ErrorWrapper_for_/;

interface DescribedMethod {
  readonly named: NamedMethod;
  readonly params: Schema;
  readonly result: Schema;
}

export function formatWireTypes(): string {
  const { described, components } = collectComponents((describer) => {
    for (const { schema } of Object.values(EVENT_TYPES)) describer.written(schema);
    return {
      methods: [...REGISTRY.values()].map((named) => describeMethod(named, describer)),
      queries: describeQueryResults(describer),
    };
  });
  const named = Object.entries(components).filter(([name]) => !ENVELOPE.test(name));
  return [
    ...HEADER,
    ...named.flatMap(([name, schema]) => formatComponent(name, schema)),
    '',
    '/** The results of `query` by `request_type`. */',
    'export interface RpcQueryResults {',
    ...described.queries.map(([kind, schema]) => `  ${kind}: ${schemaToType(schema, '  ')};`),
    '}',
    '',
    '/** All methods by name. */',
    'export interface RpcMethods {',
    ...described.methods.flatMap(formatMethod),
    '}',
    '',
    'export type MethodName = keyof RpcMethods;',
    '',
  ].join('\n');
}

function describeMethod(named: NamedMethod, describer: Describer): DescribedMethod {
  const { paramsSchema, resultSchema, errors } = named.method;
  describeErrorWrapper(errors, describer);
  const params = describer.accepted(paramsSchema);
  return { named, params, result: describer.written(resultSchema) };
}

/** A declaration, with its description as a comment and a blank line before it. */
export function formatComponent(name: string, schema: Schema): string[] {
  const { description } = schema;
  const comment = typeof description === 'string' ? formatComment(description, '') : [];
  const type = schemaToType(schema);
  // A single object: its only brace at the start of a line is the last one.
  const isInterface = type.startsWith('{') && type.indexOf('\n}') === type.length - 2;
  const head = isInterface ? `export interface ${name} ` : `export type ${name} = `;
  return ['', ...comment, `${head}${type}${isInterface ? '' : ';'}`];
}

function formatMethod({ named, params, result }: DescribedMethod): string[] {
  const { name, method, isDeprecated, successor } = named;
  const advice = isDeprecated ? ` @deprecated ${successor ? `Use \`${successor}\`.` : ''}` : '';
  return [
    ...formatComment(`${method.summary}${advice}`, '  '),
    `  ${name}: {`,
    `    params: ${schemaToType(params, '    ')};`,
    `    result: ${schemaToType(result, '    ')};`,
    `    error: ${method.errors[SET_NAME]};`,
    '  };',
  ];
}
