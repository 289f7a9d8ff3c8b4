// The project of a reader: a folder with the packed package, as `npm install` unpacks it, and the
// other packages that the guide asks its readers to install.

import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readText, repositoryPath } from '../support/repository.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const run = promisify(execFile);

/** Packages of the guide, from those of the tests. */
const PACKAGES = [
  'jest',
  'jest-environment-node',
  'near-api-js',
  'near-lake-framework',
  'near-sandbox',
  'vitest',
];

/** The package has been built: `npm test` does that first. */
export async function createReaderFolder(): Promise<string> {
  const folder = createTemporaryFolder();
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32';
  const { stdout } = await run('npm', pack, { cwd: repositoryPath(), shell });
  const [archive = ''] = stdout.trimEnd().split('\n').slice(-1);
  await run('tar', ['-xzf', archive], { cwd: folder });
  renameSync(join(folder, 'package'), join(packages, 'perigee'));
  mkdirSync(join(packages, '.bin'));
  symlinkSync(programIn(folder), join(packages, '.bin', 'perigee'));
  const { dependencies } = JSON.parse(readText('package.json'));
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    link(repositoryPath('node_modules', name), join(packages, name));
  }
  for (const name of PACKAGES) {
    link(repositoryPath('test', 'node_modules', name), join(packages, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

function link(installed: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(installed, path, 'junction');
}

/** The program of the packed package. */
export function programIn(folder: string): string {
  return join(folder, 'node_modules', 'perigee', 'bin', 'perigee.js');
}
