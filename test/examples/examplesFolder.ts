// The folder `examples` next to the packed package, as in a clone: `file:../..` is the package that
// users get. What npm installs comes from its cache if possible.

import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listFiles, readText, repositoryPath } from '../support/repository.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const run = promisify(execFile);

/** On Windows npm is a script, which only a shell can start. */
export const SHELL = process.platform === 'win32';

/** A test within a test is a run of its own. */
export const ENVIRONMENT = {
  ...process.env,
  NODE_TEST_CONTEXT: undefined,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

/** The package has been built: `npm test` does that first. */
export async function createExamplesFolder(): Promise<string> {
  const folder = createTemporaryFolder();
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: repositoryPath(), shell: SHELL });
  const [archive = ''] = stdout.trimEnd().split('\n').slice(-1);
  await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
  symlinkSync(repositoryPath('node_modules'), join(folder, 'node_modules'), 'junction');
  for (const path of listFiles('examples')) cpSync(repositoryPath(path), join(folder, path));
  return join(folder, 'examples');
}

/** The commands that the README of an example gives its reader. */
export function listCommands(example: string): string[] {
  const page = readText(`examples/${example}/README.md`);
  const block = /^```sh\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  return block.trimEnd().split('\n');
}
