// The page docs/reference/rpc/types.md: the types of params, results and errors.

import { METHODS } from '../service/registry.ts';
import { collectComponents } from './components.ts';
import { describeErrorSet } from './describeErrors.ts';
import {
  codeBlock,
  formatTypeLinks,
  formatTypeScript,
  GENERATED,
  isEnvelope,
} from './pageParts.ts';

export function formatTypesPage(): string {
  const { components } = collectComponents((describer) => {
    for (const { paramsSchema, resultSchema, errors } of METHODS) {
      describer.accepted(paramsSchema);
      describer.written(resultSchema);
      describeErrorSet(errors, describer);
    }
  });
  const types = Object.entries(components).filter(([name]) => !isEnvelope(name));
  return [
    '# Types',
    '',
    GENERATED,
    '',
    'The JSON of params, results and errors in TypeScript notation, as the package exports it',
    'from `perigee/wire`. `U64` is an integer of 64 bits: JSON has all its digits, so use a reader',
    'that keeps integers beyond 2^53 exact, as the client of the package does. The name of a type',
    'that is accepted in another form than it is written ends with `Input`.',
    '',
    ...types.flatMap(([name, schema]) => [
      `## ${name}`,
      '',
      ...codeBlock('ts', formatTypeScript(name, schema)),
      ...formatTypeLinks(schema, ''),
    ]),
  ].join('\n');
}
