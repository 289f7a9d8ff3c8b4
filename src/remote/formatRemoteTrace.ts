// The trace of a transaction of another network as text: the tree, then what is exact about it, and
// beside it the tree of what would have happened.

import { formatHash } from '../base/crypto/hash.ts';
import { formatTrace } from '../trace/text/formatTrace.ts';
import { escapeText, type Styles } from '../trace/text/styles.ts';
import type { ReceiptCheck, RemoteTrace } from './remoteTrace.ts';

export function formatRemoteTrace(remote: RemoteTrace, styles: Styles): string {
  const { trace, checks, notices, whatIf, differences } = remote;
  const exact = checks.filter(({ result }) => result === 'exact').length;
  const summary =
    `${exact} of ${checks.length} receipts were executed again with the outcome, the gas and the ` +
    'logs that the network has.';
  const inexact = checks.filter(({ result }) => result !== 'exact').map(describeCheck);
  const lines = [
    styles.dim(summary),
    ...inexact.map((line) => styles.bad(escapeText(line))),
    ...notices.map(escapeText),
  ];
  const parts = [formatTrace(trace, styles), ...lines.map((line) => `${line}\n`)];
  if (whatIf !== null) {
    parts.push(`\n${styles.name('What if')}\n`, formatTrace(whatIf, styles));
    const shown = differences.length === 0 ? ['Nothing would have been different.'] : differences;
    parts.push(...shown.map((line) => `${escapeText(line)}\n`));
  }
  return parts.join('');
}

function describeCheck({ receiptId, result, field, reason }: ReceiptCheck): string {
  const because = reason === null ? '' : `: ${reason}`;
  const name = `Receipt ${formatHash(receiptId)}`;
  if (result === 'not_executed') return `${name} was not executed again${because}.`;
  return `${name} came out with another ${field}, so what it did is not shown${because}.`;
}
