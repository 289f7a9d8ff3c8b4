// `perigee export`: writes the blocks of a home folder's chain as files for indexers.

import { parseLakeSpec } from '../../follow/sources/sourceSpec.ts';
import { type ExportOptions, exportHome } from '../../node/export/exportHome.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parsePath, parsePlace, parseWholeNumber } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

export async function exportChain(line: CommandLine): Promise<number> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  const { blocks, lastHeight } = await exportHome(readExportOptions(line, stop.signal));
  process.off('SIGINT', abort);
  process.off('SIGTERM', abort);
  const end = lastHeight === null ? 'nothing to export' : `the last is ${lastHeight}`;
  process.stdout.write(`${blocks} blocks exported, ${end}\n`);
  return 0;
}

function readExportOptions(line: CommandLine, signal: AbortSignal): ExportOptions {
  const to = optionText(line, 'to');
  if (to === undefined) {
    throw createUsageError('perigee export needs --to: lake:DIR or lake:s3://BUCKET.');
  }
  parsePlace(to, parseLakeSpec);
  const height = (name: 'from' | 'until') => {
    const text = optionText(line, name);
    return text === undefined ? text : parseWholeNumber(`--${name}`, text, OPTION_BOUNDS.height);
  };
  return {
    home: parsePath(defaultedText(line, 'home')),
    to,
    from: height('from'),
    until: height('until'),
    follow: hasSwitch(line, 'follow'),
    endpoint: optionText(line, 'endpoint'),
    region: optionText(line, 'region'),
    signal,
  };
}
