// `perigee verify`: what is wrong with a home folder, for people or as JSON; exit code 1 if there
// is anything.

import { writeFileSync } from 'node:fs';
import { type VerifyReport, verifyHome } from '../../verify/verifyHome.ts';
import type { VerifyOptions } from '../../verify/verifyOptions.ts';
import type { StoreReport } from '../../verify/verifyStore.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parsePath, parseUpstreamToken } from '../optionValues.ts';

/** The number of faults that are printed. */
const SHOWN_MAX = 20;

export async function verify(line: CommandLine): Promise<number> {
  const report = await verifyHome(readVerifyOptions(line));
  const file = optionText(line, 'json');
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (file !== undefined && file !== '-') writeFileSync(file, json);
  process.stdout.write(file === '-' ? json : `${formatReport(report)}\n`);
  return report.isWhole ? 0 : 1;
}

export function readVerifyOptions(line: CommandLine): VerifyOptions {
  return {
    home: parsePath(defaultedText(line, 'home')),
    deep: hasSwitch(line, 'deep'),
    restoreFrom: optionText(line, 'restore-from'),
    token: parseUpstreamToken(line),
    endpoint: optionText(line, 'endpoint'),
    region: optionText(line, 'region'),
  };
}

function formatReport({ stores, files, isWhole }: VerifyReport): string {
  const lines = [...files, ...stores.flatMap(describeStore)];
  return [...lines, isWhole ? 'all is whole' : DAMAGED].join('\n');
}

const DAMAGED =
  'damaged: --restore-from puts rows back, from the store itself, a cluster, a block export, ' +
  'another node or another home folder';

function describeStore({ path, rows, bytes, faults, restored, left }: StoreReport): string[] {
  const shown = faults.slice(0, SHOWN_MAX).map(({ kind, text }) => `  ${kind}: ${text}`);
  const more = left > shown.length ? [`  and ${left - shown.length} more`] : [];
  const back = restored === 0 ? '' : `, ${restored} rows restored`;
  const size = `${rows} rows, ${Math.round(bytes / 2 ** 20)} MiB`;
  return [`${path}: ${size}${back}, ${left} faults`, ...shown, ...more];
}
