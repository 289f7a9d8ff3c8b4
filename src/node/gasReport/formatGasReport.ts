// The gas report as a table for a terminal, in Tgas.

import { formatTable } from '../../base/formatTable.ts';
import { GAS_PER_TGAS } from '../../base/units.ts';
import type { GasReportView } from '../../rpc/core/gasReportView.ts';

const HUNDREDTHS = 100n;

const HEADINGS = ['contract', 'function', 'calls', 'failed', 'min', 'median', 'max'];
const PART_HEADINGS = ['Wasm', 'host', 'actions'];
/** Columns of text; all others are numbers. */
const TEXT_COLUMNS = [0, 1];

export function formatGasReport(report: GasReportView): string {
  const { fromHeight, toHeight, transactions, total, rows } = report;
  const title =
    `Gas of blocks ${fromHeight} to ${toHeight}: ${transactions} transactions burnt ` +
    `${formatTgas(total)} Tgas with all their receipts.`;
  if (rows.length === 0) return `${title}\nNo contract was called.\n`;
  const table = [
    [...HEADINGS, ...PART_HEADINGS],
    ...rows.map(
      ({ accountId, methodName, calls, failures, min, median, max, total: sum, parts }) => [
        accountId,
        methodName,
        `${calls}`,
        `${failures}`,
        ...[min, median, max].map(formatTgas),
        ...[parts.wasm, parts.hostFunctions, parts.actions].map((part) => formatShare(part, sum)),
      ],
    ),
  ];
  return `${title} In Tgas:\n\n${formatTable(table, TEXT_COLUMNS)}\n`;
}

function formatTgas(gas: bigint): string {
  const hundredths = (gas * HUNDREDTHS + GAS_PER_TGAS / 2n) / GAS_PER_TGAS;
  const fraction = `${hundredths % HUNDREDTHS}`.padStart(2, '0');
  return `${hundredths / HUNDREDTHS}.${fraction}`;
}

function formatShare(part: bigint, total: bigint): string {
  return total === 0n ? '0 %' : `${(part * 100n + total / 2n) / total} %`;
}
