// The page docs/reference/errors.md, made from the table of errors by `npm run docs`.

import type { ErrorDefinition } from './errorDefinition.ts';
import { ERROR_AREAS } from './errorTable.ts';

export function formatErrorsPage(): string {
  return [
    '# Error codes',
    '',
    '<!-- Made by `npm run docs` from src/base/errorTable.ts. -->',
    '',
    'Every expected failure has a code: `error.code` in a program that has the node inside it, and',
    '`code` in the `CONTROL_REFUSED` and `CHAIN_HALTED` errors of RPC. Compare codes, never',
    'messages, which may change. The package exports the table as `ERROR_TABLE`. The errors of',
    'JSON-RPC itself are in [the guide](../guide/errors.md), those of methods in',
    '[Errors of RPC](errors/README.md).',
    '',
    ...Object.entries(ERROR_AREAS).flatMap(([area, codes]) => [
      `## ${area}`,
      '',
      '| code | meaning | what to do |',
      '|---|---|---|',
      ...Object.entries(codes).map(formatRow),
      '',
    ]),
  ].join('\n');
}

function formatRow([code, { meaning, remedy, wireName }]: [string, ErrorDefinition]): string {
  const alias = wireName === undefined ? '' : ` (\`${wireName}\` in RPC responses)`;
  return `| \`${code}\`${alias} | ${meaning} | ${remedy} |`;
}
