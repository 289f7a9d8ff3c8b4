// Finds and reads the configuration of a project: `perigee.config.ts`, or with another ending. A
// configuration in TypeScript or JavaScript is a program, which is run; jiti compiles it, because
// Node 20 does not read TypeScript. Bounds: FILE_BYTES_MAX.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseJson } from '../base/json/plainJson.ts';
import { MIB } from '../base/units.ts';
import { findPackageFile } from '../http/packageFiles.ts';
import { ConfigError } from './configError.ts';
import type { ProjectConfig } from './projectConfig.ts';
import { readConfig } from './readConfig.ts';

const FILE_BYTES_MAX = MIB;
/** In the order in which they are looked for. */
const FILE_NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `perigee.config.${ending}`);

export interface Project {
  readonly config: ProjectConfig;
  /** The full path; null for a configuration that is an object of a program. */
  readonly file: string | null;
  /** Where paths in the configuration begin. */
  readonly folder: string;
}

/** The configuration in a folder; null without one. */
export async function findProject(folder: string): Promise<Project | null> {
  const name = FILE_NAMES.find((candidate) => existsSync(join(folder, candidate)));
  return name === undefined ? null : openProject(join(folder, name));
}

export async function openProject(path: string): Promise<Project> {
  const file = resolve(path);
  const value = await explain(file, () => loadFile(file));
  const config = await explain(file, async () => readConfig(value));
  return { config, file, folder: dirname(file) };
}

/** A configuration that a program has made. */
export function projectOf(config: unknown, folder: string): Project {
  return { config: readConfig(config), file: null, folder };
}

async function loadFile(file: string): Promise<unknown> {
  if (statSync(file).size > FILE_BYTES_MAX) throw new ConfigError('it is larger than 1 MiB');
  if (file.endsWith('.json')) return parseJson(readFileSync(file, 'utf8'));
  const { createJiti } = await import('jiti');
  const own = findPackageFile('dist', 'project', 'projectConfig.js');
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: false,
    moduleCache: false,
    // A configuration may be used without installing the package, as with npx.
    ...(own !== null && { alias: { 'perigee/config': own } }),
  });
  return await jiti.import(file, { default: true });
}

/** The file is a program of the user, so it may throw anything. */
async function explain<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${basename(file)}: ${reason}`, error);
  }
}
