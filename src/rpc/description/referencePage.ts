// The page docs/reference/rpc.md: an index of all methods. Each has a heading, so that links to it
// work whichever page describes it.

import type { Method } from '../core/method.ts';
import { type MethodTopic, TOPICS } from '../service/registry.ts';
import { anchorOf, GENERATED } from './pageParts.ts';

export function formatRpcReference(): string {
  return [
    '# Methods',
    '',
    GENERATED,
    '',
    'Every method is available at `POST /` and at `POST /<name>`. At its own path a request needs',
    'only `method` and `params`, and results and errors of the method both have HTTP status 200.',
    'Other statuses mean that the request did not reach the method, for example because the body',
    'is too long or is not JSON',
    '([errors](../guide/errors.md#http-codes-at-the-two-endpoints)).',
    '',
    '```sh',
    "curl http://127.0.0.1:3030/block -H 'content-type: application/json' -d '",
    '{ "method": "block", "params": { "finality": "final" } }\'',
    '```',
    '',
    'Any method may also fail with [`PARSE_ERROR`](errors/PARSE_ERROR.md), for invalid params, and',
    'with [`INTERNAL_ERROR`](errors/INTERNAL_ERROR.md), for a failure of the node. All errors are',
    'in [their own index](errors/README.md).',
    '',
    'The same for programs: `GET /openapi.json` (OpenAPI 3.1) and `GET /openrpc.json` (OpenRPC),',
    'which the package has as `perigee/openapi.json` and `perigee/openrpc.json`, and the types of',
    '`perigee/wire`, which [Types](rpc/types.md) lists.',
    '',
    ...TOPICS.flatMap(formatTopic),
  ].join('\n');
}

function formatTopic({ title, page, methods }: MethodTopic): string[] {
  return [
    `## ${title}`,
    '',
    `In full: [${title}](rpc/${page}.md).`,
    '',
    ...methods.flatMap((method) => formatMethod(method, page)),
  ];
}

function formatMethod({ name, summary, successor }: Method, page: string): string[] {
  const advice = successor === undefined ? '' : ` Deprecated: use \`${successor}\`.`;
  const link = `rpc/${page}.md#${anchorOf(name)}`;
  return [`### ${name}`, '', `${summary}${advice} [Params, result and examples](${link})`, ''];
}
