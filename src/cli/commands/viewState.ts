// `perigee view-state dump-state`: writes the state of a home folder's chain as a genesis, also
// while its node runs. Harnesses start new chains from it.

import { dumpGenesis } from '../../node/export/dumpGenesis.ts';
import { type CommandLine, defaultedText, hasSwitch } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

export async function viewState(line: CommandLine): Promise<number> {
  const [word] = line.args;
  if (word !== 'dump-state') {
    throw createUsageError(`perigee view-state knows dump-state, not '${word}'.`);
  }
  const directory = parsePath(defaultedText(line, 'home'));
  const written = await dumpGenesis(directory, hasSwitch(line, 'stream') ? 'folder' : 'file');
  process.stderr.write(`The state is in ${written}.\n`);
  return 0;
}
