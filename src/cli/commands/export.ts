// `perigee export`: writes the blocks of a home folder's chain as files for indexers, or as tables.

import { parseLakeSpec } from '../../follow/sources/sourceSpec.ts';
import { type ExportOptions, exportHome } from '../../node/export/exportHome.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { exportSql } from '../../sql/exportSql.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parsePath, parsePlace, parseWholeNumber } from '../optionValues.ts';
import { withStopSignal } from '../stopSignal.ts';
import { createUsageError } from '../usageError.ts';

export async function exportChain(line: CommandLine): Promise<number> {
  const { blocks, lastHeight } = await withStopSignal((signal) =>
    optionText(line, 'sqlite') === undefined
      ? exportHome(readExportOptions(line, signal))
      : exportTables(line, signal),
  );
  const end = lastHeight === null ? 'nothing to export' : `the last is ${lastHeight}`;
  process.stdout.write(`${blocks} blocks exported, ${end}\n`);
  return 0;
}

/** Tables begin with the oldest block, and end with the newest final one. */
const NOT_FOR_TABLES = ['to', 'from', 'follow'];

function exportTables(line: CommandLine, signal: AbortSignal) {
  const other = NOT_FOR_TABLES.find((name) => line.given.has(name));
  if (other !== undefined) throw createUsageError(`--${other} is not for --sqlite.`);
  const file = parsePath(optionText(line, 'sqlite') ?? '');
  const home = parsePath(defaultedText(line, 'home'));
  return exportSql({ home, file, until: readHeight(line, 'until'), signal });
}

export function readExportOptions(line: CommandLine, signal: AbortSignal): ExportOptions {
  const to = optionText(line, 'to');
  if (to === undefined) {
    throw createUsageError(
      'perigee export needs --to: lake:DIR or lake:s3://BUCKET, or --sqlite FILE.',
    );
  }
  parsePlace(to, parseLakeSpec);
  return {
    home: parsePath(defaultedText(line, 'home')),
    to,
    from: readHeight(line, 'from'),
    until: readHeight(line, 'until'),
    follow: hasSwitch(line, 'follow'),
    endpoint: optionText(line, 'endpoint'),
    region: optionText(line, 'region'),
    signal,
  };
}

function readHeight(line: CommandLine, name: 'from' | 'until'): number | undefined {
  const text = optionText(line, name);
  return text === undefined ? text : parseWholeNumber(`--${name}`, text, OPTION_BOUNDS.height);
}
