// A transaction for people: whether it succeeded, its logs and result, and what it cost.

import { formatGas, formatTokens } from '../../base/amounts.ts';
import { base64ToBytes, bytesToBase64, isUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { formatPrettyJson } from '../../base/json/exactJson.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { describeFailure } from '../../trace/text/failureLines.ts';
import { formatError, formatFirstFailure, formatReasons } from '../../trace/text/formatFailure.ts';
import { escapeLines, escapeText, type Styles } from '../../trace/text/styles.ts';
import type { FinalStatus } from './sendActions.ts';
import type { Session } from './session.ts';
import { type TracedFailure, traceFailure } from './traceFailure.ts';

/** The longest result that is printed in full; `--json` has all of it. */
const RESULT_CHARACTERS_MAX = 20_000;

/** Prints it; returns the exit code: 1 for a transaction that has failed. */
export async function printOutcome(
  { print, client, isJson }: Session,
  status: FinalStatus,
  headline: string,
): Promise<number> {
  const { hash } = status.transaction;
  const hasFailed = isFailure(status);
  const traced = hasFailed && !isJson ? await traceFailure(client, hash) : null;
  print(status, (styles) => [
    headlineOf(status, headline, styles),
    ...logLines(status, styles),
    ...(traced === null ? resultLines(status, styles) : failureLines(traced, styles)),
    styles.dim(`transaction ${hash}, ${costOf(status)}`),
    ...(traced === null ? [] : [styles.dim(`every step: perigee trace ${hash}`)]),
  ]);
  return hasFailed ? 1 : 0;
}

function failureLines({ failure, first }: TracedFailure, styles: Styles): string[] {
  const lines = [styles.bad(formatError(failure)), ...formatReasons(failure, styles)];
  const earlier = first === null ? [] : formatFirstFailure(first, styles);
  return [...lines, ...earlier].map((line) => `  ${line}`);
}

function isFailure({ status }: FinalStatus): boolean {
  return typeof status === 'object' && 'Failure' in status;
}

function headlineOf(status: FinalStatus, text: string, styles: Styles): string {
  const shown = escapeText(text);
  return isFailure(status) ? `${styles.bad('failed')} ${shown}` : `${styles.good('ok')} ${shown}`;
}

function logLines({ receipts_outcome, transaction_outcome }: FinalStatus, styles: Styles) {
  return [transaction_outcome, ...receipts_outcome].flatMap(({ outcome }) =>
    outcome.logs.map((log) => formatLog(outcome.executor_id, log, styles)),
  );
}

export function formatLog(account: string, log: string, styles: Styles): string {
  return `  ${styles.name(escapeText(account))} ${styles.log(escapeText(log))}`;
}

function resultLines({ status }: FinalStatus, styles: Styles): string[] {
  if (typeof status !== 'object') return [`  ${status}`];
  if ('Failure' in status) {
    return describeFailure(status.Failure).map(
      (line, i) => `  ${i === 0 ? styles.bad(line) : line}`,
    );
  }
  const bytes = base64ToBytes(status.SuccessValue);
  return bytes.length === 0 ? [] : [formatResult(bytes)];
}

function costOf({ transaction_outcome, receipts_outcome }: FinalStatus): string {
  const outcomes = [transaction_outcome, ...receipts_outcome].map(({ outcome }) => outcome);
  const gas = outcomes.reduce((sum, { gas_burnt }) => sum + BigInt(gas_burnt), 0n);
  const tokens = outcomes.reduce((sum, { tokens_burnt }) => sum + BigInt(tokens_burnt), 0n);
  return `${formatGas(gas)} and ${formatTokens(tokens)} burnt`;
}

/** JSON in lines, text as it is, and bytes as base64. */
export function formatResult(bytes: Uint8Array): string {
  const text = isUtf8(bytes)
    ? Buffer.from(bytes).toString('utf8')
    : `base64:${bytesToBase64(bytes)}`;
  const shown = prettify(text);
  return shown.length <= RESULT_CHARACTERS_MAX
    ? shown
    : `${shown.slice(0, RESULT_CHARACTERS_MAX)}… (${utf8ToBytes(text).length} bytes; see --json)`;
}

/** Numbers of more digits would be rounded. */
const LONG_NUMBER = /\d{20}/;

function prettify(text: string): string {
  if (text.length > RESULT_CHARACTERS_MAX || LONG_NUMBER.test(text)) return escapeLines(text);
  try {
    return escapeLines(formatPrettyJson(parseJson(text)));
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    return escapeLines(text);
  }
}
