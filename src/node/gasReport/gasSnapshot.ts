// A gas report as a text to keep in a repository: a line for each function of each contract, in a
// stable order. A later report is compared with it, so that a change of gas is noticed.

import { PerigeeError } from '../../base/errors.ts';
import type { GasReportView } from '../../rpc/core/gasReportView.ts';

/** What is compared; the number of calls is not. */
const VALUES = ['min', 'median', 'max'] as const;
type ValueName = (typeof VALUES)[number];

type SnapshotRow = { readonly name: string; readonly calls: number } & Readonly<
  Record<ValueName, bigint>
>;

type GasSnapshot = readonly SnapshotRow[];

const LINE = /^(.+) \(calls: (\d{1,15}), min: (\d{1,20}), median: (\d{1,20}), max: (\d{1,20})\)$/;
/** Method names may be any text. */
const UNSAFE = /[\p{C}\p{Z}\\]/gu;

export function takeSnapshot({ rows }: GasReportView): GasSnapshot {
  const snapshot = rows.map(({ accountId, methodName, calls, min, median, max }) => {
    return { name: `${accountId} ${escapeName(methodName)}`, calls, min, median, max };
  });
  return snapshot.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `first + second` is the name of two calls in a receipt. */
function escapeName(methodName: string): string {
  return methodName.replaceAll(UNSAFE, (character) =>
    character === ' ' ? ' ' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

export function formatSnapshot(snapshot: GasSnapshot): string {
  const lines = snapshot.map(({ name, calls, ...values }) => {
    const texts = VALUES.map((value) => `${value}: ${values[value]}`);
    return `${name} (calls: ${calls}, ${texts.join(', ')})`;
  });
  return lines.map((line) => `${line}\n`).join('');
}

type SnapshotFault = { readonly code: 'gas_snapshot' };

class SnapshotError extends PerigeeError<SnapshotFault> {}

/** Empty lines and comments are allowed. */
export function parseSnapshot(text: string): GasSnapshot {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const match = LINE.exec(line);
    if (match === null) {
      const where = `line ${index + 1} of the snapshot is not one of a gas snapshot`;
      throw new SnapshotError({ code: 'gas_snapshot' }, where);
    }
    const [, name = '', calls = '', min = '', median = '', max = ''] = match;
    const values = { min: BigInt(min), median: BigInt(median), max: BigInt(max) };
    return [{ name, calls: Number(calls), ...values }];
  });
}

export type SnapshotDifference =
  | { readonly kind: 'added'; readonly row: SnapshotRow }
  | { readonly kind: 'removed'; readonly row: SnapshotRow }
  | {
      readonly kind: 'changed';
      readonly name: string;
      readonly value: ValueName;
      readonly before: bigint;
      readonly after: bigint;
    };

/** The values that differ by more than a part of what they were, such as 0.01. */
export function compareSnapshots(
  before: GasSnapshot,
  after: GasSnapshot,
  tolerance: number,
): SnapshotDifference[] {
  const rows = new Map(after.map((row) => [row.name, row]));
  const known = new Set(before.map(({ name }) => name));
  const differences = before.flatMap((row): SnapshotDifference[] => {
    const now = rows.get(row.name);
    return now === undefined ? [{ kind: 'removed', row }] : compareRows(row, now, tolerance);
  });
  const added = after.filter(({ name }) => !known.has(name));
  return [...differences, ...added.map((row) => ({ kind: 'added', row }) as const)];
}

function compareRows(
  before: SnapshotRow,
  after: SnapshotRow,
  tolerance: number,
): SnapshotDifference[] {
  return VALUES.flatMap((value): SnapshotDifference[] => {
    const change = Math.abs(Number(after[value] - before[value]));
    if (change <= Number(before[value]) * tolerance) return [];
    const { name } = before;
    return [{ kind: 'changed', name, value, before: before[value], after: after[value] }];
  });
}
