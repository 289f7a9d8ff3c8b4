// The page docs/reference/rpc.md, made from the registry by `npm run docs`.

import type { Method } from '../core/method.ts';
import { METHODS } from '../core/registry.ts';
import { collectTypes, formatForms } from './schemaText.ts';

export function formatRpcReference(): string {
  return [
    '# Methods',
    '',
    '<!-- Made by `npm run docs` from the registry in src/rpc/core/registry.ts. -->',
    '',
    'Every method answers at `POST /` and at `POST /<name>`. At its own path a request needs',
    'nothing but `method` and `params`, and what the method answers, an error too, has HTTP',
    'status 200. Other codes tell of requests that did not get as far: a body that is too long,',
    'say, or of a type other than JSON',
    '([errors](../guide/errors.md#http-codes-at-the-two-endpoints)).',
    '',
    'Any method may also answer `REQUEST_VALIDATION_ERROR` with the cause `PARSE_ERROR`, for',
    'params that it does not understand, and `INTERNAL_ERROR`, for a failure of the node.',
    '',
    '| method | what it is for |',
    '|---|---|',
    ...METHODS.map(({ name, summary }) => `| [\`${name}\`](#${name.toLowerCase()}) | ${summary} |`),
    '',
    'Types that several methods share:',
    '',
    '```ts',
    ...[...collectTypes(METHODS.map(({ paramsSchema }) => paramsSchema))].flatMap(
      ([title, schema]) => formatForms(schema, `type ${title} =`),
    ),
    '```',
    '',
    ...METHODS.flatMap(formatMethod),
  ].join('\n');
}

function formatMethod(method: Method): string[] {
  return [
    `## ${method.name}`,
    '',
    method.summary,
    '',
    ...formatNames(method),
    '```ts',
    ...formatForms(method.paramsSchema, 'params:'),
    '```',
    '',
    `**Result**: ${method.returns}`,
    '',
    ...formatErrors(method),
  ];
}

function formatNames({ successor, aliases = [] }: Method): string[] {
  const lines = aliases.map(({ name, isDeprecated }) =>
    isDeprecated ? `Deprecated name: \`${name}\`.` : `Also called \`${name}\`.`,
  );
  if (successor !== undefined) lines.unshift(`Deprecated: use \`${successor}\`.`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function formatErrors({ errors }: Method): string[] {
  const rows = Object.entries(errors)
    .filter(([name]) => name !== 'INTERNAL_ERROR')
    .map(([name, { when }]) => `| \`${name}\` | ${when} |`);
  return rows.length === 0 ? [] : ['| error | when |', '|---|---|', ...rows, ''];
}
