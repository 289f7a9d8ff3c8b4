// `perigee completion SHELL`: the script that a shell loads.

import type { CommandLine } from '../commandLine.ts';
import { formatBashCompletion } from '../completion/bash.ts';
import { formatFishCompletion } from '../completion/fish.ts';
import { formatZshCompletion } from '../completion/zsh.ts';
import { SHELLS } from '../definitions/tools.ts';
import { createUsageError } from '../usageError.ts';

const FORMATS: Record<(typeof SHELLS)[number], () => string> = {
  bash: formatBashCompletion,
  zsh: formatZshCompletion,
  fish: formatFishCompletion,
};

export async function completion(line: CommandLine): Promise<number> {
  const shell = SHELLS.find((known) => known === line.args[0]);
  if (shell === undefined) {
    throw createUsageError(`SHELL is one of ${SHELLS.join(', ')}, not '${line.args[0]}'.`);
  }
  process.stdout.write(FORMATS[shell]());
  return 0;
}
