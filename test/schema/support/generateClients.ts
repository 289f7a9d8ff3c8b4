// Clients that popular generators make from a document, each in its own folder with the scenario of
// test/schema/scenario, and the compiler that checks them.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { repositoryPath } from '../../support/repository.ts';
import type { ScenarioInput } from '../scenario/scenarioInput.ts';
import { generateTypes } from './generateTypes.ts';

export const GENERATORS = ['openapiFetch', 'heyApi'] as const;
export type Generator = (typeof GENERATORS)[number];

/** Next to the compiled tests, so that generated code finds the packages of the tests. */
const TARGET = repositoryPath('.build', 'test', 'schema', 'generated');
const SCENARIO = repositoryPath('test', 'schema', 'scenario');
const COMPILER = repositoryPath('node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  // The packages of the tests bring an old version along.
  typeRoots: [repositoryPath('node_modules', '@types')],
  strict: true,
  skipLibCheck: false,
};

export function emptyTarget(): void {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  writeFileSync(join(TARGET, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
}

/** A folder with a generated client and the scenario. */
export async function generateClient(
  generator: Generator,
  name: string,
  documentText: string,
): Promise<void> {
  const folder = join(TARGET, `${name}-${generator}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  copyFileSync(join(SCENARIO, `${generator}.ts`), join(folder, 'client.ts'));
  for (const file of ['scenario.ts', 'scenarioInput.ts']) {
    copyFileSync(join(SCENARIO, file), join(folder, file));
  }
  if (generator === 'openapiFetch') {
    writeFileSync(join(folder, 'generated.d.ts'), await generateTypes(documentText));
    return;
  }
  await createClient({
    input: JSON.parse(documentText),
    output: { path: join(folder, 'generated'), importFileExtension: '.js' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
}

/** What the compiler reports for all generated clients. */
export function compileClients(): string {
  const args = [COMPILER, '--project', join(TARGET, 'tsconfig.json')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

export async function loadScenario(
  generator: Generator,
  name: string,
): Promise<(input: ScenarioInput) => Promise<readonly unknown[]>> {
  const path = join(TARGET, `${name}-${generator}`, 'scenario.js');
  return (await import(pathToFileURL(path).href)).runScenario;
}
