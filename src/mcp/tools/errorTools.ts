// A tool that explains errors: of transactions, of contracts, of the RPC and of the program. What
// is given is read as an error; then its words are looked up in the lists of errors.

import { PerigeeError } from '../../base/errors.ts';
import { ERROR_TABLE } from '../../base/errorTable.ts';
import { formatPlainJson, parseJson } from '../../base/json/plainJson.ts';
import { described, isJsonObject, readOnly } from '../../codec/codec.ts';
import { explainCall } from '../../explain/callRules.ts';
import { explainPanic } from '../../explain/panicTexts.ts';
import { ERROR_REMEDIES } from '../../rpc/description/errorRemedies.ts';
import {
  CALLER_ERRORS,
  type ErrorMaker,
  REQUEST_ERRORS,
  VERIFICATION_ERRORS,
} from '../../rpc/messages/errors.ts';
import { closed } from '../../rpc/params/params.ts';
import { METHODS } from '../../rpc/service/registry.ts';
import { describeFailure } from '../../trace/text/failureLines.ts';
import { defineTool, type Tool } from '../tool.ts';

interface KnownError {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

const FOUND_MAX = 5;
/** How deep in a response an error is looked for. */
const DEPTH_MAX = 6;
/** Words that say nothing about which error is meant. */
const COMMON = /^(?:the|and|for|not|was|has|with|error|failed|this|that|you|are)$/;

const explainError = defineTool({
  name: 'explain_error',
  title: 'Explain an error',
  description:
    'What an error means, and what helps: the JSON of a failed transaction or of an RPC ' +
    'response, the message of a contract, the name of an error, or words to search for.',
  effect: 'read',
  params: closed('ExplainError', {
    error: described(
      readOnly<unknown>({ parse: (json) => json, schema: () => ({}) }),
      'JSON, a name such as `UNKNOWN_ACCOUNT`, or a message.',
    ),
  }),
  run: async (_context, { error }) => {
    const given = typeof error === 'string' ? readText(error) : error;
    const failure = describeAny(given, DEPTH_MAX);
    if (failure !== null) return failure.join('\n');
    const text = typeof error === 'string' ? error : (formatPlainJson(given) ?? '');
    const message =
      explainCall({ kind: 'ExecutionError', value: text }) ?? explainPanic(text, null);
    if (message !== null) return [message.cause, message.remedy].filter(Boolean).join('\n');
    const found = search(text);
    if (found.length > 0) return found.map(formatKnown).join('\n\n');
    return 'No error is known by these words. trace_transaction shows why a transaction failed.';
  },
});

function readText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Where an error of the protocol may have been cut out of the whole. */
const SURROUNDINGS: readonly ((error: unknown) => unknown)[] = [
  (error) => error,
  (error) => ({ ActionError: error }),
  (error) => ({ ActionError: { index: 0, kind: error } }),
  (error) => ({ InvalidTxError: error }),
  (error) => ({ ActionError: { index: 0, kind: { FunctionCallError: error } } }),
  (error) => ({
    ActionError: { index: 0, kind: { FunctionCallError: { MethodResolveError: error } } },
  }),
];

/** The first failure of the protocol in a value; null if there is none. */
function describeAny(value: unknown, depth: number): string[] | null {
  for (const surround of SURROUNDINGS) {
    const lines = tryDescribe(surround(value));
    if (lines !== null) return lines;
  }
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    if (!isJsonObject(inner) && !Array.isArray(inner)) continue;
    const lines = describeAny(inner, depth - 1);
    if (lines !== null) return lines;
  }
  return null;
}

function tryDescribe(failure: unknown): string[] | null {
  try {
    return describeFailure(failure);
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}

/** The known errors that have the most words in common with a text, at least one. */
function search(text: string): KnownError[] {
  const words = new Set(splitWords(text));
  const scored = listKnown().map((known) => {
    const isNamed = text.includes(known.name) ? words.size + 1 : 0;
    const own = new Set(splitWords(`${known.name} ${known.meaning}`));
    return { known, score: isNamed + [...own].filter((word) => words.has(word)).length };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score * 2 > best)
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND_MAX)
    .map(({ known }) => known);
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !COMMON.test(word));
}

type Kinds = Readonly<Record<string, Pick<ErrorMaker<never>, 'when'>>>;

/** Errors of RPC by their names, and of the program by their codes. */
function listKnown(): KnownError[] {
  const kinds: Kinds = Object.assign(
    {},
    ...METHODS.map(({ errors }) => errors),
    REQUEST_ERRORS,
    CALLER_ERRORS,
    VERIFICATION_ERRORS,
  );
  return [
    ...Object.entries(kinds).map(([name, { when }]) => {
      return { name, meaning: when, remedy: ERROR_REMEDIES[name] ?? '' };
    }),
    ...Object.entries(ERROR_TABLE).map(([name, { meaning, remedy }]) => {
      return { name, meaning, remedy };
    }),
  ];
}

function formatKnown({ name, meaning, remedy }: KnownError): string {
  return [name, meaning, remedy].filter((line) => line !== '').join('\n');
}

export const ERROR_TOOLS: readonly Tool[] = [explainError];
