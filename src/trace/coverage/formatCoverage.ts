// Coverage as a file in the format of lcov, and as a table for a terminal.

import { formatTable } from '../../base/formatTable.ts';
import { escapeText } from '../text/styles.ts';
import type { FileCoverage } from './mergeCoverage.ts';

const HEADINGS = ['file', 'lines', '', 'functions', ''];
const TEXT_COLUMNS = [0];

export function formatLcov(files: readonly FileCoverage[]): string {
  return files.map(formatFile).join('');
}

function formatFile({ path, ...file }: FileCoverage): string {
  const functions = [...file.functions.values()].map(({ name, ...one }) => ({
    name: escapeText(name),
    ...one,
  }));
  const lines = [...file.lines].sort(([a], [b]) => a - b);
  const records = [
    'TN:',
    `SF:${escapeText(path)}`,
    ...functions.map(({ name, line }) => `FN:${line},${name}`),
    ...functions.map(({ name, count }) => `FNDA:${count},${name}`),
    `FNF:${functions.length}`,
    `FNH:${countHit(functions.map(({ count }) => count))}`,
    ...lines.map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.length}`,
    `LH:${countHit(lines.map(([, count]) => count))}`,
    'end_of_record',
  ];
  return `${records.join('\n')}\n`;
}

export function formatSummary(files: readonly FileCoverage[]): string {
  const counts = files.map(({ path, lines, functions }) => ({
    path,
    lines: [...lines.values()],
    functions: [...functions.values()].map(({ count }) => count),
  }));
  const all = {
    path: 'all files',
    lines: counts.flatMap(({ lines }) => lines),
    functions: counts.flatMap(({ functions }) => functions),
  };
  const rows = (counts.length > 1 ? [...counts, all] : counts).map((one) => [
    escapeText(one.path),
    ...describeHit(one.lines),
    ...describeHit(one.functions),
  ]);
  return `${formatTable([HEADINGS, ...rows], TEXT_COLUMNS)}\n`;
}

function describeHit(counts: readonly number[]): [string, string] {
  const { length } = counts;
  if (length === 0) return ['-', ''];
  const hit = countHit(counts);
  return [`${hit}/${length}`, `${((100 * hit) / length).toFixed(1)} %`];
}

function countHit(counts: readonly number[]): number {
  return counts.filter((count) => count > 0).length;
}
