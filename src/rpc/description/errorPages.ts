// The pages docs/reference/errors/<NAME>.md, one for each error that a response can have: what it
// means, its `info`, an example, what to do, and which methods give it.

import type { Schema } from '../../codec/schema.ts';
import type { Method } from '../core/method.ts';
import {
  CALLER_ERRORS,
  type ErrorMaker,
  REQUEST_ERRORS,
  VERIFICATION_ERRORS,
} from '../messages/errors.ts';
import { METHODS, TOPICS } from '../service/registry.ts';
import { collectComponents, type Describer } from './components.ts';
import { ERROR_REMEDIES } from './errorRemedies.ts';
import type { Example } from './examples.ts';
import {
  anchorOf,
  codeBlock,
  formatExample,
  formatTypeLinks,
  formatTypeScript,
  GENERATED,
} from './pageParts.ts';

type Kind = Pick<ErrorMaker<never>, 'when' | 'infoSchema'>;
type Kinds = Readonly<Record<string, Kind>>;

/** Where an error comes from: one row for each method, or one for all methods. */
interface Source {
  readonly method: Method | null;
  readonly when: string;
  readonly info: Schema | null;
}

interface ErrorPage {
  readonly name: string;
  /** The `name` of the error object; that of the page is in its `cause`. */
  readonly errorClass: string;
  readonly status: number;
  readonly sources: readonly Source[];
}

const EXAMPLES_MAX = 2;

/** The pages by their names, and their index as `README`. */
export function formatErrorPages(examples: readonly Example[]): ReadonlyMap<string, string> {
  const pages = listPages();
  return new Map([
    ['README', formatIndex(pages)],
    ...pages.map((page) => [page.name, formatPage(page, examples)] as const),
  ]);
}

function listPages(): ErrorPage[] {
  const { described } = collectComponents((describer) => [
    ...listGeneral(REQUEST_ERRORS, 'REQUEST_VALIDATION_ERROR', describer),
    ...listGeneral(CALLER_ERRORS, 'REQUEST_VALIDATION_ERROR', describer),
    ...listGeneral(VERIFICATION_ERRORS, 'HANDLER_ERROR', describer),
    ...listOfMethods(describer),
  ]);
  return described;
}

function listGeneral(
  kinds: Readonly<Record<string, Kind & { readonly status?: number }>>,
  errorClass: string,
  describer: Describer,
): ErrorPage[] {
  return Object.entries(kinds).map(([name, kind]) => ({
    name,
    errorClass,
    status: kind.status ?? 200,
    sources: [describeSource(kind, null, describer)],
  }));
}

function listOfMethods(describer: Describer): ErrorPage[] {
  const sources = new Map<string, Source[]>();
  for (const method of METHODS) {
    for (const [name, kind] of Object.entries(method.errors as unknown as Kinds)) {
      const known = sources.get(name) ?? [];
      sources.set(name, [...known, describeSource(kind, method, describer)]);
    }
  }
  return [...sources].map(([name, found]) => ({
    name,
    errorClass: name === 'INTERNAL_ERROR' ? name : 'HANDLER_ERROR',
    status: 200,
    sources: found,
  }));
}

function describeSource(
  { when, infoSchema }: Kind,
  method: Method | null,
  describer: Describer,
): Source {
  return { method, when, info: infoSchema === null ? null : describer.written(infoSchema) };
}

function formatIndex(pages: readonly ErrorPage[]): string {
  const rows = pages.map(({ name, sources }) => {
    const reasons = [...new Set(sources.map(({ when }) => when))].join(' ');
    return `| [\`${name}\`](${name}.md) | ${reasons} |`;
  });
  return [
    '# Errors of RPC',
    '',
    GENERATED,
    '',
    'The names of `error.cause`, each with a page. [Errors](../../guide/errors.md) explains the',
    'error object and HTTP statuses; [Error codes](../errors.md) lists the codes in `info.code`',
    'and those of the library and the command line.',
    '',
    '| error | when |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function formatPage(
  { name, errorClass, status, sources }: ErrorPage,
  examples: readonly Example[],
) {
  const shown = chooseExamples(name, examples);
  return [
    `# ${name}`,
    '',
    GENERATED,
    '',
    ...formatMeaning(sources),
    `\`error.name\` is \`${errorClass}\`, \`error.cause.name\` is \`${name}\`; at a method's own`,
    `path the HTTP status is ${status}.`,
    '',
    '## What to do',
    '',
    ERROR_REMEDIES[name] ?? '',
    '',
    '## Info',
    '',
    ...formatInfo(sources),
    ...formatShown(shown),
    ...formatMethods(sources),
  ].join('\n');
}

/** Those that say different things. */
function chooseExamples(name: string, examples: readonly Example[]): readonly Example[] {
  const found = examples.filter(({ error }) => error?.cause.name === name);
  const places = new Map(found.map(({ about }, index) => [about, index]));
  return found.filter(({ about }, index) => places.get(about) === index).slice(0, EXAMPLES_MAX);
}

/** One sentence for all methods, or one for each group of methods. */
function formatMeaning(sources: readonly Source[]): string[] {
  const reasons = [...new Set(sources.map(({ when }) => when))];
  if (reasons.length === 1) return [`${reasons[0]}`, ''];
  const lines = reasons.map((reason) => {
    const methods = sources.filter(({ when }) => when === reason).map(({ method }) => method);
    return `- ${reason} (${methods.map((method) => `\`${method?.name}\``).join(', ')})`;
  });
  return [...lines, ''];
}

function formatInfo(sources: readonly Source[]): string[] {
  const forms = new Map(sources.map(({ info }) => [JSON.stringify(info), info]));
  return [...forms.values()].flatMap((info) => {
    const users = sources.filter((source) => JSON.stringify(source.info) === JSON.stringify(info));
    const names = users.map(({ method }) => `\`${method?.name}\``).join(', ');
    const about = forms.size === 1 ? [] : [`${names}:`, ''];
    if (info === null) return [...about, 'There is no `info`.', ''];
    return [
      ...about,
      ...codeBlock('ts', formatTypeScript('info', info)),
      ...formatTypeLinks(info, '../rpc/types.md'),
    ];
  });
}

function formatShown(shown: readonly Example[]): string[] {
  if (shown.length === 0) {
    return ['There is no example: the chain of the examples does not produce this error.', ''];
  }
  return shown.flatMap((example) => [`## ${example.about}`, '', ...formatExample(example)]);
}

function formatMethods(sources: readonly Source[]): string[] {
  const links = sources.flatMap(({ method }) => {
    if (method === null) return [];
    const topic = TOPICS.find(({ methods }) => methods.includes(method));
    return [`[\`${method.name}\`](../rpc/${topic?.page}.md#${anchorOf(method.name)})`];
  });
  const list = links.length === 0 ? 'Any method.' : `${links.join(', ')}.`;
  return ['## Methods', '', list, ''];
}
