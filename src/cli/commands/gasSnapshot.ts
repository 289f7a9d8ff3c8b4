// `perigee gas-snapshot`: takes the gas report of a node and writes it as a text, or compares it
// with one.

import { readFileSync, writeFileSync } from 'node:fs';
import {
  compareSnapshots,
  formatSnapshot,
  parseSnapshot,
  type SnapshotDifference,
  takeSnapshot,
} from '../../node/gasReport/gasSnapshot.ts';
import { GasReportView } from '../../rpc/core/gasReportView.ts';
import { withSession } from '../chain/session.ts';
import { type CommandLine, defaultedText, hasSwitch } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

export async function gasSnapshot(line: CommandLine): Promise<number> {
  const path = parsePath(defaultedText(line, 'file'));
  const tolerance = parsePercent(defaultedText(line, 'tolerance'));
  const isCheck = hasSwitch(line, 'check');
  const isCompared = isCheck || hasSwitch(line, 'diff');
  const before = isCompared ? parseSnapshot(readSnapshot(path)) : null;
  return withSession(line, async ({ client }) => {
    const report = GasReportView.parse(await client.rpc('perigee_gas_report', null));
    const snapshot = takeSnapshot(report);
    if (before === null) {
      writeFileSync(path, formatSnapshot(snapshot));
      process.stdout.write(`${snapshot.length} functions written to ${path}\n`);
      return 0;
    }
    const differences = compareSnapshots(before, snapshot, tolerance);
    const summary =
      differences.length === 0
        ? `The gas of ${snapshot.length} functions is as in ${path}.\n`
        : `${differences.map(describe).join('\n')}\n`;
    process.stdout.write(summary);
    return isCheck && differences.length > 0 ? 1 : 0;
  });
}

function readSnapshot(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw createUsageError(`${path} cannot be read: run perigee gas-snapshot to write it.`);
  }
}

/** As a part of one. */
function parsePercent(text: string): number {
  if (/^\d{1,3}(\.\d{1,6})?$/.test(text)) return Number(text) / 100;
  throw createUsageError(`--tolerance is a number of percent such as 0.5, not '${text}'.`);
}

function describe(difference: SnapshotDifference): string {
  if (difference.kind === 'added') return `${difference.row.name}: not in the snapshot`;
  if (difference.kind === 'removed') return `${difference.row.name}: was not called`;
  const { name, value, before, after } = difference;
  const percent = before === 0n ? 100 : (100 * Number(after - before)) / Number(before);
  const sign = after > before ? '+' : '';
  return `${name}: ${value} ${before} → ${after} (${sign}${percent.toFixed(2)} %)`;
}
