// The pages docs/reference/rpc/<topic>.md: for each method its purpose, params, result, examples
// and errors.

import type { Schema } from '../../codec/schema.ts';
import type { Method } from '../core/method.ts';
import { METHODS, type MethodTopic, TOPICS } from '../service/registry.ts';
import { collectComponents } from './components.ts';
import { type Example, examplesOf } from './examples.ts';
import {
  codeBlock,
  componentOf,
  formatExample,
  formatTypeLinks,
  formatTypeScript,
  formatWithTypes,
  GENERATED,
} from './pageParts.ts';

interface DescribedMethod {
  readonly params: Schema;
  readonly result: Schema;
}

interface Sources {
  readonly described: ReadonlyMap<Method, DescribedMethod>;
  readonly components: Readonly<Record<string, Schema>>;
  readonly examples: readonly Example[];
}

/** The pages by their names. */
export function formatMethodPages(examples: readonly Example[]): ReadonlyMap<string, string> {
  const { described, components } = collectComponents((describer) => {
    return new Map(
      METHODS.map((method) => {
        const params = describer.accepted(method.paramsSchema);
        return [method, { params, result: describer.written(method.resultSchema) }] as const;
      }),
    );
  });
  const sources = { described, components, examples };
  return new Map(TOPICS.map((topic) => [topic.page, formatPage(topic, sources)]));
}

function formatPage({ title, methods }: MethodTopic, sources: Sources): string {
  return [
    `# ${title}`,
    '',
    GENERATED,
    '',
    'All methods are in the [index](../rpc.md), which also says how to call them. Examples come',
    'from a real chain; `…` marks what was left out of a long one. The complete responses are in',
    '[openapi.json](../../../schema/openapi.json).',
    '',
    ...methods.flatMap((method) => formatMethod(method, sources)),
  ].join('\n');
}

function formatMethod(method: Method, sources: Sources): string[] {
  const { params, result } = sources.described.get(method) as DescribedMethod;
  const [first, ...others] = examplesOf(method, sources.examples);
  return [
    `## ${method.name}`,
    '',
    method.summary,
    '',
    ...formatNames(method),
    '**Params**',
    '',
    ...formatParams(params, sources),
    `**Result**: ${method.returns}`,
    '',
    ...formatResult(result, sources),
    ...(first === undefined ? [] : [`**Example**: ${first.about}`, '', ...formatExample(first)]),
    ...others.flatMap(formatOther),
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

function formatParams(schema: Schema, { components }: Sources): string[] {
  const name = componentOf(schema);
  const declared = name === null ? schema : (components[name] as Schema);
  if (declared.type === 'null') return ['None: `params` is null, or missing.', ''];
  return formatWithTypes(name ?? 'params', declared, components);
}

function formatResult(schema: Schema, { components }: Sources): string[] {
  const name = componentOf(schema);
  const declared = name === null ? schema : (components[name] as Schema);
  return [
    ...codeBlock('ts', formatTypeScript(name ?? 'result', declared)),
    ...formatTypeLinks(declared, 'types.md'),
  ];
}

function formatOther(example: Example): string[] {
  return [
    `<details><summary>${formatHtml(example.about)}</summary>`,
    '',
    ...formatExample(example),
    '</details>',
    '',
  ];
}

/** Markdown is not read inside of a summary. */
function formatHtml(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

function formatErrors({ errors }: Method): string[] {
  const rows = Object.entries(errors).map(
    ([name, { when }]) => `| [\`${name}\`](../errors/${name}.md) | ${when} |`,
  );
  return ['| error | when |', '|---|---|', ...rows, ''];
}
