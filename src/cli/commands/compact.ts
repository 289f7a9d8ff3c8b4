// `perigee compact`: prints the size of each store before and after.

import { compactHome } from '../../verify/compactHome.ts';
import { type CommandLine, defaultedText } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';

export async function compact(line: CommandLine): Promise<number> {
  const stores = await compactHome(parsePath(defaultedText(line, 'home')));
  for (const { path, rows, bytesBefore, bytesAfter } of stores) {
    const sizes = `${formatSize(bytesBefore)} before, ${formatSize(bytesAfter)} now`;
    process.stdout.write(`${path}: ${rows} rows, ${sizes}\n`);
  }
  return 0;
}

function formatSize(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
