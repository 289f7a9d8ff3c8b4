// The browser for tests and benchmarks. Its package unpacks it to one shared place, so a test file
// could start what another one is still writing. We therefore unpack it elsewhere and move it into
// place as a whole.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as playwright } from 'playwright-core';
import { readText, repositoryPath } from '../../support/repository.ts';
import { writeFontConfig } from './fonts.ts';

const PACKAGE = '@sparticuz/chromium';
const { version } = JSON.parse(readText(`test/node_modules/${PACKAGE}/package.json`));
const FOLDER = join(tmpdir(), `perigee-chromium-${version}`);
/** Ends a test that would hang. */
const START_MS_MAX = 300_000;

/** Port by address: what pages see as the first is a server on another port. */
export type Ports = Readonly<Record<string, number>>;

export async function launchChromium(ports: Ports = {}): Promise<Browser> {
  const executablePath = join(FOLDER, 'chromium');
  if (!existsSync(executablePath)) unpack();
  const rules = Object.entries(ports).map(([address, port]) => `MAP ${address} 127.0.0.1:${port}`);
  const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules.join(', ')}`];
  const env = { ...process.env, FONTCONFIG_FILE: writeFontConfig() };
  return playwright.launch({ executablePath, args, env, timeout: START_MS_MAX });
}

function unpack(): void {
  const unfinished = mkdtempSync(`${FOLDER}-`);
  const script = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: repositoryPath('test'),
    env: { ...process.env, TMPDIR: unfinished },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Chromium cannot be unpacked: ${stderr}`);
  try {
    renameSync(unfinished, FOLDER);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(FOLDER)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
