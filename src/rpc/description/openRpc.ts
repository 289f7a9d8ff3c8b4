// The OpenRPC description of `POST /`, with the components of the OpenAPI description. Params are
// listed by name; where they have several forms, a param is required if every form has it, and
// `x-params` has the exact schema.

import type { Schema } from '../../codec/schema.ts';
import { type ErrorMaker, type ErrorSet, REQUEST_ERRORS } from '../messages/errors.ts';
import { type NamedMethod, REGISTRY, TOPICS } from '../service/registry.ts';
import { collectComponents, type Describer } from './components.ts';
import { type Example, examplesOf } from './examples.ts';
import { DESCRIPTION, INTERFACE_VERSION, LICENSE, SERVER, TITLE } from './identity.ts';
import { formatPrettyJson } from './prettyJson.ts';
import type { TypedSchema } from './schemaToType.ts';

export function formatOpenRpc(examples: readonly Example[] = []): string {
  return formatPrettyJson(createOpenRpc(examples));
}

function createOpenRpc(examples: readonly Example[]): Schema {
  const { described, components } = collectComponents((describer) =>
    [...REGISTRY.values()].map((named) => ({
      named,
      params: describer.accepted(named.method.paramsSchema),
      result: describer.written(named.method.resultSchema),
      errors: describeErrors(named.method.errors, describer),
    })),
  );
  return {
    openrpc: '1.3.2',
    info: {
      title: TITLE,
      description: DESCRIPTION,
      version: INTERFACE_VERSION,
      license: { name: LICENSE.name },
    },
    servers: [{ name: SERVER.description, url: SERVER.url }],
    methods: described.map((method) => describeMethod(method, components, examples)),
    components: { schemas: components },
  };
}

interface DescribedMethod {
  readonly named: NamedMethod;
  readonly params: Schema;
  readonly result: Schema;
  readonly errors: readonly Schema[];
}

type Components = Readonly<Record<string, Schema>>;

function describeMethod(
  { named, params, result, errors }: DescribedMethod,
  components: Components,
  examples: readonly Example[],
): Schema {
  const { name, method, isDeprecated, successor } = named;
  const advice = successor === null ? '' : ` Deprecated: use \`${successor}\`.`;
  const topic = TOPICS.find(({ methods }) => methods.includes(method));
  const shown = examplesOf(method, examples).filter(({ error }) => error === undefined);
  return {
    name,
    summary: method.summary,
    description: `${method.summary}${advice}`,
    tags: [{ name: topic?.title }],
    ...(isDeprecated && { deprecated: true }),
    paramStructure: 'by-name',
    params: listParams(params, components),
    'x-params': params,
    result: { name: 'result', description: method.returns, schema: result },
    errors,
    ...(shown.length > 0 && { examples: shown.map(describeExample) }),
  };
}

interface NamedParam {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The params by name; required ones first, as OpenRPC demands. */
function listParams(schema: Schema, components: Components): NamedParam[] {
  const forms = listObjects(schema, components);
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  const params = [...names].map((name) => describeParam(name, forms));
  return [...params.filter(({ required }) => required), ...params.filter((each) => !each.required)];
}

function describeParam(name: string, forms: readonly TypedSchema[]): NamedParam {
  const schemas = forms.flatMap(({ properties = {} }) => properties[name] ?? []);
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const schema = unique.length === 1 ? (unique[0] as Schema) : { anyOf: unique };
  const { description } = unique[0] as TypedSchema;
  return {
    name,
    ...(description !== undefined && { description }),
    required: forms.every(({ required = [] }) => required.includes(name)),
    schema,
  };
}

/** The objects that params can be: unions are multiplied out. */
function listObjects(schema: Schema, components: Components): TypedSchema[] {
  const parts = schema as TypedSchema;
  if (parts.$ref !== undefined) {
    const name = parts.$ref.slice(parts.$ref.lastIndexOf('/') + 1);
    return listObjects(components[name] as Schema, components);
  }
  const unions = [parts.oneOf, parts.anyOf].flatMap((union) =>
    union === undefined ? [] : [union],
  );
  const factors = [
    ...(parts.properties === undefined ? [] : [[parts]]),
    ...unions.map((union) => union.flatMap((form) => listObjects(form, components))),
    ...(parts.allOf ?? []).map((part) => listObjects(part, components)),
  ].filter((factor) => factor.length > 0);
  const [first = [], ...others] = factors;
  return others.reduce<TypedSchema[]>(
    (forms, factor) => forms.flatMap((form) => factor.map((other) => joinObjects(form, other))),
    [...first],
  );
}

function joinObjects(one: TypedSchema, other: TypedSchema): TypedSchema {
  return {
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

type Kind = Pick<ErrorMaker<never>, 'when' | 'infoSchema'>;

/** Causes share few codes, so `data` names them, and has the schema of their `info`. */
function describeErrors(errors: ErrorSet, describer: Describer): Schema[] {
  const describe = (code: number, message: string) => {
    return ([cause, { when, infoSchema }]: [string, Kind]): Schema => ({
      code,
      message: `${message}: ${cause}`,
      data: {
        cause,
        when,
        ...(infoSchema !== null && { info: describer.written(infoSchema) }),
      },
    });
  };
  const { METHOD_NOT_FOUND, PARSE_ERROR } = REQUEST_ERRORS as Record<string, Kind>;
  const own = Object.entries(errors as unknown as Record<string, Kind>);
  return [
    describe(-32601, 'Method not found')(['METHOD_NOT_FOUND', METHOD_NOT_FOUND as Kind]),
    describe(-32700, 'Parse error')(['PARSE_ERROR', PARSE_ERROR as Kind]),
    ...own.map(describe(-32000, 'Server error')),
  ];
}

function describeExample({ about, params, result, rootResult = result }: Example): Schema {
  return {
    name: about,
    params: Object.entries((params ?? {}) as object).map(([name, value]) => ({ name, value })),
    result: { name: 'result', value: rootResult },
  };
}
