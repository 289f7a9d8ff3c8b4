// A failure as lines of text: the message, what it means, what helps, and the stack, whose first
// frame is the place to look at.

import { foldRepeated } from '../../symbols/stackFrame.ts';
import type { ReceiptTrace, TraceFailure, TransactionTrace } from '../tree/transactionTrace.ts';
import { escapeText, type Styles } from './styles.ts';

/** A panic of Rust: the place is on a line of its own, above what it says. */
const PANIC_PLACE = /(panicked at [^\n]{1,300}:\d+:\d+:)\n/;

/** The message of an error on one line. */
export function formatMessage(message: string): string {
  return escapeText(message.replace(PANIC_PLACE, '$1 '));
}

export function formatError({ kind, message }: TraceFailure): string {
  return `${kind}: ${formatMessage(message)}`;
}

/** What follows the message. */
export function formatReasons(
  { explanation, remedy, stack }: TraceFailure,
  styles: Styles,
): string[] {
  const { bad, dim, good, name } = styles;
  const frames = foldRepeated(stack.map(formatFrame));
  return [
    ...(explanation === null ? [] : [bad(escapeText(explanation))]),
    ...(remedy === null ? [] : [good(`→ ${escapeText(remedy)}`)]),
    ...frames.map(({ text, count }, i) =>
      (i === 0 ? name : dim)(count === 1 ? text : `${text} (${count} times)`),
    ),
  ];
}

function formatFrame({ function: called, file, line, column }: TraceFailure['stack'][number]) {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  return escapeText(place === '' ? `at ${called}` : `at ${called} (${place})`);
}

/** What failed first, which is often the cause of everything that failed later. */
export interface FirstFailure {
  /** The call, or the account if it was none. */
  readonly what: string;
  readonly failure: TraceFailure;
}

export function findFirstFailure({ receipts }: TransactionTrace): FirstFailure | null {
  const heightOf = ({ blockHeight }: ReceiptTrace) => blockHeight ?? Number.POSITIVE_INFINITY;
  const failed = receipts.filter(({ failure }) => failure !== null);
  const [first] = failed.sort((a, b) => heightOf(a) - heightOf(b));
  if (first === undefined) return null;
  const action = first.actions.find(({ failure }) => failure !== null);
  const failure = action?.failure ?? first.failure;
  if (failure === null) return null;
  const method = action?.methodName ?? null;
  const what = method === null ? first.receiverId : `${first.receiverId}.${method}`;
  return { what: escapeText(what), failure };
}

export function formatFirstFailure({ what, failure }: FirstFailure, styles: Styles): string[] {
  return [
    `${styles.bad('failed first:')} ${styles.name(what)}`,
    `  ${styles.bad(formatError(failure))}`,
    ...formatReasons(failure, styles).map((line) => `  ${line}`),
  ];
}
