// `perigee coverage`: asks a node for the coverage of its blocks, some at a time, adds it up,
// prints a table and writes a file.

import { writeFileSync } from 'node:fs';
import { createProgress } from '../../process/progress.ts';
import { CoverageReport } from '../../trace/coverage/coverageReport.ts';
import { formatLcov, formatSummary } from '../../trace/coverage/formatCoverage.ts';
import { type FileCoverage, MergedCoverage } from '../../trace/coverage/mergeCoverage.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { connect } from '../connect.ts';
import { parsePath, parseWholeNumber } from '../optionValues.ts';

const HEIGHT_BOUNDS = { min: 0, max: Number.MAX_SAFE_INTEGER };

export async function coverage(line: CommandLine): Promise<number> {
  const client = connect(line);
  const to = parseHeight(line, 'to');
  const merged = new MergedCoverage();
  const progress = createProgress('covered', process.stderr, 'blocks');
  let leftOut = 0;
  for (let from = parseHeight(line, 'from'); ; ) {
    const params = { from_height: from, to_height: to };
    const report = CoverageReport.parse(await client.rpc('perigee_coverage', params));
    merged.add(report);
    leftOut += report.leftOut;
    progress.step(`block ${report.toHeight}`);
    if (report.nextHeight === null) break;
    from = report.nextHeight;
  }
  progress.end();
  const files = relative(merged.files, optionText(line, 'root'));
  process.stdout.write(
    merged.calls === 0
      ? 'No receipt has called a contract.\n'
      : `${describeCalls(merged.calls)} executed:\n\n${formatSummary(files)}`,
  );
  if (leftOut > 0) process.stdout.write(`Contracts that were not counted: ${leftOut}\n`);
  for (const accountId of merged.tooLarge) {
    process.stdout.write(`The contract of ${accountId} is too large to be counted.\n`);
  }
  const lcov = optionText(line, 'lcov');
  if (lcov !== undefined) writeFileSync(parsePath(lcov), formatLcov(files));
  return 0;
}

function describeCalls(calls: number): string {
  return calls === 1 ? '1 call has' : `${calls} calls have`;
}

function parseHeight(line: CommandLine, name: 'from' | 'to'): number | null {
  const text = optionText(line, name);
  return text === undefined ? null : parseWholeNumber(`--${name}`, text, HEIGHT_BOUNDS);
}

function relative(files: readonly FileCoverage[], root: string | undefined): FileCoverage[] {
  const folder = root === undefined ? null : `${parsePath(root)}/`;
  return files.map((file) => {
    const isBelow = folder !== null && file.path.startsWith(folder);
    return isBelow ? { ...file, path: file.path.slice(folder.length) } : file;
  });
}
