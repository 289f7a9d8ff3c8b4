// `perigee env`: the variables with which test harnesses run Perigee as their node.

import { dirname } from 'node:path';
import { findPackageFile } from '../../http/packageFiles.ts';
import { CommandFailure } from '../chain/session.ts';

/** The name that near-workspaces looks for in a folder. */
const LINK = 'near-sandbox';

export async function env(): Promise<number> {
  const file = findPackageFile('bin', LINK);
  if (file === null) throw new CommandFailure(`the package lacks bin/${LINK}: install it again.`);
  const variables = [
    ['NEAR_SANDBOX_BIN_PATH', file],
    ['NEAR_SANDBOX_BINARY_PATH', dirname(file)],
  ];
  for (const [name, value] of variables) {
    process.stdout.write(`export ${name}=${quote(value ?? '')}\n`);
  }
  return 0;
}

/** For any POSIX shell. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
